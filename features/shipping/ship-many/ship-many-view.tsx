import { useKeyName } from '#shui/use-key-name.ts'
import History from 'lucide-react/icons/history'
import Printer from 'lucide-react/icons/printer'
import Upload from 'lucide-react/icons/upload'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { showToast } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { useSending } from '#web/use-sending.ts'
import { PageForm } from '#web/page-form.tsx'
import type { ShipManyAnswer, ShipManyModel } from './ship-many-model.ts'
import { keptSheet } from './kept-sheet.ts'
import { planSheet } from './plan-sheet.ts'
import { ShipFoot } from './ship-foot.tsx'
import { ShipSheet } from './ship-sheet.tsx'
import styles from './ship-many.module.css'
import { useSheet } from './use-sheet.ts'
import { useSheetKeys } from './use-sheet-keys.ts'

interface ShipManyProps {
  model: ShipManyModel
  answer: ShipManyAnswer | undefined
}

const nothingTyped: ShipManyAnswer['sheet'] = []

export function ShipManyView({ model, answer }: ShipManyProps) {
  const { t } = useTexts()
  const keyName = useKeyName()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useSending()
  const open = useMemo(() => model.rows.filter(({ cannot }) => !cannot), [model.rows])
  const kept = useCallback(() => keptSheet(() => localStorage, model.copies, Date.now), [model.copies])
  const typed = useSheet(open, { typed: answer?.sheet ?? nothingTyped, form, kept })
  const { sheet, change, restored } = typed
  const lines = useMemo(() => new Map(open.map((order) => [order.order, order.lines])), [open])
  const plans = useMemo(() => planSheet(sheet, model.carriers, lines), [sheet, model.carriers, lines])
  const { range, notice, handlers } = useSheetKeys({ form, ...typed, backHref: model.backHref })
  useEffect(() => {
    if (answer?.toast) showToast(answer.toast)
  }, [answer])
  const shipped = model.rows.filter(({ cannot }) => cannot?.isShipped).length
  const title = open.length > 0 ? t('shipMany.title', { n: open.length }) : t('shipMany.title.shipped', { n: shipped })
  const errors = answer?.errors
  return (
    <>
      <PageHead
        title={title}
        note={model.note}
        before={<BackToList href={model.backHref}>{t('word.orders')}</BackToList>}
        actions={
          <>
            <ButtonLink href={model.recentHref} icon={History}>
              {t('shipped.title')}
            </ButtonLink>
            <ButtonLink href={paths.uploadOf('tracking')} icon={Upload}>
              {t('common.uploadFile')}
            </ButtonLink>
            <ButtonLink href={model.printHref} icon={Printer}>
              {t('word.print')}
            </ButtonLink>
          </>
        }
      />
      {open.length === 0 && shipped > 0 ? <p className={styles.next}>{t('shipMany.shipped.next')}</p> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its cells, as a spreadsheet has them */}
      <PageForm ref={form} action={model.address} className={styles.form} {...handlers} preventScrollReset>
        {/* Without script, Enter presses the form's first button. */}
        <button type="submit" hidden>
          {t('shipMany.ship', { n: 0 })}
        </button>
        <input type="hidden" name="sheet" value={model.sheetKey} />
        <FormErrors errors={errors} />
        {open.length > 0 ? <ForAll model={model} answer={answer} /> : null}
        <p role="status" className={notice?.isBad ? styles.noticeBad : styles.notice}>
          {notice?.text ?? (restored > 0 ? t('shipMany.restored', { n: restored, undo: keyName(keys.undo) }) : null)}
        </p>
        <ShipSheet model={model} sheet={sheet} plans={plans} range={range} change={change} refused={answer?.refused} />
        <datalist id="ship-carriers">
          {model.carriers.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <ShipFoot model={model} sheet={sheet} plans={plans} isSending={isSending} />
      </PageForm>
    </>
  )
}

function ForAll({ model, answer }: ShipManyProps) {
  const { t } = useTexts()
  const keyName = useKeyName()
  return (
    <div className={styles.all}>
      <TextField
        label={t('ship.shipped')}
        id="shipped"
        name="shipped"
        type="date"
        min={model.earliest}
        max={model.today}
        defaultValue={answer?.shipped ?? model.today}
        error={answer?.errors.shipped}
      />
      <TextField
        label={t('shipMany.service')}
        id="service"
        name="service"
        placeholder={t('shipMany.service.hint')}
        defaultValue={answer?.service}
        error={answer?.errors.service}
        maxLength={60}
        autoComplete="off"
      />
      <p className={styles.keys} aria-hidden="true">
        <span>{t('shipMany.key.paste')}</span>
        {(['enter', 'fill', 'undo'] as const).map((key) => (
          <span key={key}>
            <kbd>{keyName(keys[key])}</kbd> {t(`shipMany.key.${key}`)}
          </span>
        ))}
      </p>
    </div>
  )
}

const keys = { enter: 'Enter', fill: 'Control+D', undo: 'Control+Z' } as const
