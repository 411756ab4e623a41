import { useEffect, useState, type PointerEvent } from 'react'
import { cellField, placeOf } from './sheet-form.ts'
import { moveIn, type Sheet, type SheetMove, type SheetPlace } from './sheet.ts'
import { countCells, type SheetRange } from './range.ts'

export const placeIn = (target: EventTarget | null): SheetPlace | null =>
  target instanceof HTMLInputElement ? placeOf(target.name) : null

/** Range selection with Shift and arrows, Shift and click, or dragging. */
export function useSheetRange(sheet: Sheet) {
  const [range, setRange] = useState<SheetRange | null>(null)
  const isSeveral = range !== null && countCells(sheet, range) > 1
  const [isDrawing, setDrawing] = useState(false)
  useEffect(() => {
    if (!isDrawing) return undefined
    const stop = () => setDrawing(false)
    window.addEventListener('pointerup', stop)
    return () => window.removeEventListener('pointerup', stop)
  }, [isDrawing])

  return {
    /** Null unless several cells are selected. */
    range: isSeveral ? range : null,
    forget: () => setRange(null),
    extend(from: SheetPlace, move: SheetMove, toEdge: boolean) {
      const start = range?.from.row === from.row && range.from.column === from.column ? range.to : from
      let to = start
      for (let next = moveIn(sheet, to, move); next; next = toEdge ? moveIn(sheet, to, move) : null) to = next
      setRange({ from, to })
      document.getElementById(cellField(to.column, to.row))?.scrollIntoView({ block: 'nearest' })
    },
    onPointerDown(event: PointerEvent<HTMLFormElement>) {
      const place = placeIn(event.target)
      const from = event.shiftKey ? (range?.from ?? placeIn(document.activeElement)) : null
      // A click on a button keeps the selection and the status line in place.
      if (!place) return
      // Touch scrolls the sheet.
      if (event.pointerType !== 'mouse' || event.button !== 0) return setRange(null)
      if (from) event.preventDefault()
      setDrawing(true)
      setRange({ from: from ?? place, to: place })
    },
    onPointerOver(event: PointerEvent<HTMLFormElement>) {
      const to = isDrawing ? placeIn(event.target) : null
      if (to && range) setRange({ from: range.from, to })
    },
  }
}
