import Printer from 'lucide-react/icons/printer'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useMemo, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { BackToList } from '#features/grid/back-to-list.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { showToast } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { SrtField } from '#web/srt-field.tsx'
import type { ShipManyAnswer, ShipManyModel } from './ship-many-model.ts'
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

/** Many orders as a sheet: carrier and number are typed or pasted down its columns, everything else is a list. */
export function ShipManyView({ model, answer }: ShipManyProps) {
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useNavigation().state === 'submitting'
  const open = useMemo(() => model.rows.flatMap(({ order, cannot }) => (cannot ? [] : [order])), [model.rows])
  const { sheet, change, takeBack, isTouched } = useSheet(open, answer?.sheet ?? nothingTyped, form)
  const { onKeyDown, onPaste, notice, forget } = useSheetKeys({
    form,
    sheet,
    change,
    takeBack,
    isTouched,
    backHref: model.backHref,
  })
  useEffect(() => {
    if (answer?.toast) showToast(answer.toast)
  }, [answer])
  const title = t('shipMany.title', { n: open.length })
  const errors = answer?.errors
  return (
    <>
      <PageName name={title} />
      <PageTitle
        title={title}
        before={
          <BackToList href={model.backHref} className={styles.back}>
            {t('shipMany.back')}
          </BackToList>
        }
        actions={
          <span className={styles.actions}>
            <ButtonLink href={paths.tracking} icon={Upload}>
              {t('shipMany.upload')}
            </ButtonLink>
            <ButtonLink href={model.printHref} icon={Printer}>
              {t('shipMany.print')}
            </ButtonLink>
          </span>
        }
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its cells, as a spreadsheet has them */}
      <Form
        ref={form}
        method="post"
        action={model.address}
        className={styles.form}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onInput={forget}
        onSubmit={forget}
        preventScrollReset
      >
        <SrtField />
        <input type="hidden" name="sheet" value={model.sheetKey} />
        <FormErrors errors={errors} />
        {open.length > 0 ? <ForAll model={model} answer={answer} /> : null}
        <p role="status" className={notice?.isBad ? styles.noticeBad : styles.notice}>
          {notice?.text}
        </p>
        <ShipSheet model={model} sheet={sheet} change={change} refused={answer?.refused} />
        <datalist id="ship-carriers">
          {model.carriers.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <ShipFoot model={model} sheet={sheet} isSending={isSending} />
      </Form>
    </>
  )
}

/** What is the same for all rows. */
function ForAll({ model, answer }: ShipManyProps) {
  const { t } = useTexts()
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
            <kbd>{keyNames[key]}</kbd> {t(`shipMany.key.${key}`)}
          </span>
        ))}
      </p>
    </div>
  )
}

const keyNames = { enter: 'Enter', fill: 'Ctrl D', undo: 'Ctrl Z' } as const
