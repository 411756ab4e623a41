import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import { groupBy } from '#lib/group-by.ts'
import { isTyped, type KeptOrder, type KeptSheet } from './kept-sheet.ts'
import { readSheet } from './sheet-form.ts'
import { emptyRow, type Sheet } from './sheet.ts'

export type OpenOrder = Pick<KeptOrder, 'units'> & { order: string }

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
export function useSheet(
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
