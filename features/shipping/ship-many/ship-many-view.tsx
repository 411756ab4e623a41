import { useKeyName } from '#shui/use-key-name.ts'
import History from 'lucide-react/icons/history'
import Printer from 'lucide-react/icons/printer'
import Upload from 'lucide-react/icons/upload'
import { useCallback, useEffect, useMemo, useRef, useLayoutEffect, useReducer, useState, type RefObject } from 'react'
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
import { keptSheet, isTyped, type KeptOrder, type KeptSheet } from './kept-sheet.ts'
import { planSheet } from './plan-sheet.ts'
import { ShipFoot } from './ship-foot.tsx'
import { ShipSheet } from './ship-sheet.tsx'
import styles from './ship-many.module.css'
import { useSheetKeys } from './use-sheet-keys.ts'
import { groupBy } from '#lib/group-by.ts'
import { readSheet } from './sheet-form.ts'
import { emptyRow, type Sheet } from './sheet.ts'

type OpenOrder = Pick<KeptOrder, 'units'> & { order: string }

/** Input by order, and earlier states for Ctrl+Z. */
interface Typed {
  orders: Readonly<Record<string, KeptOrder>>
  past: readonly Typed['orders'][]
  /** Field edited last; consecutive keystrokes in it are one edit. */
  field: string | null
}

type Edit =
  | { do: 'set'; orders: Typed['orders']; field: string | null }
  | { do: 'take-back' }
  | { do: 'begin'; orders: Typed['orders'] }

const mostKept = 200

function edited(before: Typed, edit: Edit): Typed {
  if (edit.do === 'take-back') {
    const last = before.past.at(-1)
    return last ? { orders: last, past: before.past.slice(0, -1), field: null } : before
  }
  const orders = { ...before.orders, ...edit.orders }
  if (edit.do === 'begin') return { orders, past: [], field: null }
  const isSame = edit.field !== null && edit.field === before.field
  const past = isSame ? before.past : [...before.past, before.orders].slice(-mostKept)
  return { orders, past, field: edit.field }
}

/**
 * State of the sheet's input. `open` are the orders that can be shipped now; input for others is kept in case they return. Adopts form
 * values entered before hydration, then stored input for orders without any; `restored` counts the latter.
 */
function useSheet(
  open: readonly OpenOrder[],
  { typed, form, kept }: { typed: Sheet; form: RefObject<HTMLFormElement | null>; kept: () => KeptSheet },
) {
  const byOrder = useCallback(
    (sheet: Sheet): Typed['orders'] => {
      const rows = groupBy(sheet, (row) => row.order)
      return Object.fromEntries(
        open.flatMap(({ order, units }) => {
          const own = rows.get(order)
          return own ? [[order, { units, rows: own }]] : []
        }),
      )
    },
    [open],
  )
  const [{ orders, past }, dispatch] = useReducer(edited, typed, (sheet) =>
    edited(nothing, { do: 'begin', orders: byOrder(sheet) }),
  )
  const [restored, setRestored] = useState(0)
  const sheet = useMemo<Sheet>(() => open.flatMap((each) => rowsOf(each, orders[each.order])), [open, orders])
  useLayoutEffect(() => {
    if (!form.current) return
    const inForm = byOrder(
      readSheet(
        new FormData(form.current),
        open.map(({ order }) => order),
      ),
    )
    dispatch({ do: 'begin', orders: inForm })
    const store = kept()
    store.removeOld()
    const found = open.flatMap(({ order, units }): [string, KeptOrder][] => {
      const copy = isTyped(inForm[order]?.rows ?? []) ? null : store.read(order)
      return copy?.units === units ? [[order, copy]] : []
    })
    // One edit, which Ctrl+Z undoes.
    if (found.length > 0) dispatch({ do: 'set', orders: Object.fromEntries(found), field: null })
    setRestored(found.length)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: from then on the sheet says what stands in the form
  }, [])
  useKeeping(sheet, open, kept)
  const change = useCallback(
    (next: Sheet, field: string | null = null) => dispatch({ do: 'set', orders: byOrder(next), field }),
    [byOrder],
  )
  const takeBack = useCallback(() => dispatch({ do: 'take-back' }), [])
  return { sheet, change, takeBack, isTouched: past.length > 0, restored }
}

const nothing: Typed = { orders: {}, past: [], field: null }

const rowsOf = ({ order, units }: OpenOrder, typed: KeptOrder | undefined) =>
  typed?.units === units ? typed.rows : [emptyRow(order)]

/** Stores input in the browser and removes it for shipped orders. */
function useKeeping(sheet: Sheet, open: readonly OpenOrder[], kept: () => KeptSheet): void {
  const before = useRef<ReadonlyMap<string, Sheet> | null>(null)
  useEffect(() => {
    const store = kept()
    const rows = groupBy(sheet, (row) => row.order)
    // Skip the first render: the server does not know the stored input.
    for (const { order, units } of before.current === null ? [] : open) {
      const own = rows.get(order) ?? []
      const was = before.current?.get(order)
      if (was && own.length === was.length && own.every((row, index) => row === was[index])) continue
      if (isTyped(own)) store.write(order, { units, rows: own })
      else store.remove(order)
    }
    for (const order of before.current?.keys() ?? []) if (!rows.has(order)) store.remove(order)
    before.current = rows
  }, [sheet, open, kept])
}

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
