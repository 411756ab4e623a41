import { useCallback, useLayoutEffect, useMemo, useReducer, type RefObject } from 'react'
import { readSheet } from './sheet-form.ts'
import { emptyRow, type Sheet, type SheetRow } from './sheet.ts'

/** What was typed, by order; and how it was before each edit, for `Ctrl Z`. */
interface Typed {
  rows: Readonly<Record<string, SheetRow>>
  past: readonly Typed['rows'][]
  /** The field that was typed into last: its letters are one edit. */
  field: string | null
}

type Edit = { do: 'set'; sheet: Sheet; field: string | null } | { do: 'take-back' } | { do: 'begin'; sheet: Sheet }

const mostKept = 200

function edited(before: Typed, edit: Edit): Typed {
  if (edit.do === 'take-back') {
    const last = before.past.at(-1)
    return last ? { rows: last, past: before.past.slice(0, -1), field: null } : before
  }
  const rows = { ...before.rows, ...Object.fromEntries(edit.sheet.map((row) => [row.order, row])) }
  if (edit.do === 'begin') return { rows, past: [], field: null }
  const isSame = edit.field !== null && edit.field === before.field
  const past = isSame ? before.past : [...before.past, before.rows].slice(-mostKept)
  return { rows, past, field: edit.field }
}

/**
 * What is typed for orders. `orders` are those that can be shipped now; what was typed for others stays, should they come back.
 * Whatever stands in the form before the page answers, typed early or put there by the browser, is taken over.
 */
export function useSheet(orders: readonly string[], typed: Sheet, form: RefObject<HTMLFormElement | null>) {
  const [{ rows, past }, dispatch] = useReducer(edited, typed, (sheet) => edited(nothing, { do: 'begin', sheet }))
  const sheet = useMemo<Sheet>(() => orders.map((order) => rows[order] ?? emptyRow(order)), [orders, rows])
  useLayoutEffect(() => {
    if (form.current) dispatch({ do: 'begin', sheet: readSheet(new FormData(form.current), orders) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: from then on the sheet says what stands in the form
  }, [])
  const change = useCallback(
    (next: Sheet, field: string | null = null) => dispatch({ do: 'set', sheet: next, field }),
    [],
  )
  const takeBack = useCallback(() => dispatch({ do: 'take-back' }), [])
  return { sheet, change, takeBack, isTouched: past.length > 0 }
}

const nothing: Typed = { rows: {}, past: [], field: null }
