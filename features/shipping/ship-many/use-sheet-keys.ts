import { useKeyName } from '#shui/use-key-name.ts'
import { useState, type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, type PointerEvent } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { useTexts } from '#texts/context.tsx'
import { copyRange, countCells, emptyRange, fillRange, pasteIntoRange, type SheetRange } from './range.ts'
import { cellField, placeOf } from './sheet-form.ts'
import { fillDown, isCells, moveIn, pasteCells, type Sheet, type SheetMove, type SheetPlace } from './sheet.ts'

interface SheetKeys {
  form: RefObject<HTMLFormElement | null>
  sheet: Sheet
  change: (sheet: Sheet) => void
  takeBack: () => void
  isTouched: boolean
  backHref: string
}

export interface PasteNotice {
  text: string
  isBad: boolean
}

export function useSheetKeys({ form, sheet, change, takeBack, isTouched, backHref }: SheetKeys) {
  const navigate = useNavigate()
  const { t, list } = useTexts()
  const keyName = useKeyName()
  const [notice, setNotice] = useState<PasteNotice | null>(null)
  const { range, extend, forget, onPointerDown, onPointerOver } = useSheetRange(sheet)
  const filled = (next: Sheet) =>
    setNotice({
      text: t('shipMany.paste.done', { n: next.filter((row, index) => row !== sheet[index]).length }),
      isBad: false,
    })

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.defaultPrevented) return
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key === 'Enter') return done(event, () => form.current?.requestSubmit())
    if (event.key === 'Escape' && range) return done(event, forget)
    if (event.key === 'Escape' && !isTouched) return done(event, () => void navigate(backHref))
    const place = placeIn(event.target)
    if (!place) return keepFromSending(event)
    const arrow = arrows[event.key]
    if (event.shiftKey && arrow && (isUpDown(arrow) || isWhole(event)))
      return done(event, () => {
        setNotice(null)
        extend(place, arrow, isCommand)
      })
    if (isCommand) return command(event, place)
    if (range && (event.key === 'Delete' || event.key === 'Backspace'))
      return done(event, () => change(emptyRange(sheet, range)))
    const move = moveOf(event)
    // Any other key applies to the single cell.
    if (range && (move || event.key.length === 1 || event.key === 'Tab')) forget()
    if (!move) return
    const next = moveIn(sheet, place, move)
    if (next || event.key === 'Enter') event.preventDefault()
    if (next) return go(next)
    // Enter in the last row moves to the button.
    if (event.key === 'Enter' && move === 'down') form.current?.querySelector<HTMLElement>('[data-ship]')?.focus()
  }

  const command = (event: KeyboardEvent<HTMLFormElement>, place: SheetPlace) => {
    // Caps Lock produces capital letters.
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) done(event, takeBack)
    if (key !== 'd' || event.shiftKey) return
    event.preventDefault()
    const next = range ? fillRange(sheet, range) : fillDown(sheet, place)
    change(next)
    if (range) filled(next)
    else go(moveIn(sheet, place, 'down'))
  }

  const onPaste = (event: ClipboardEvent<HTMLFormElement>) => {
    const place = placeIn(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!place || (!range && !isCells(text))) return
    event.preventDefault()
    const intoRange = range && pasteIntoRange(sheet, range, text)
    if (intoRange) {
      change(intoRange)
      return filled(intoRange)
    }
    const pasted = pasteCells(sheet, place, text)
    if (!pasted.ok) return setNotice({ text: t('shipMany.paste.columns'), isBad: true })
    change(pasted.sheet)
    const n = pasted.sheet.filter((row, index) => row !== sheet[index]).length
    const { over } = pasted
    const left =
      over.length > 0
        ? t('shipMany.paste.over', { n: over.length, lines: list(over.slice(0, 5)), undo: keyName('Control+Z') })
        : null
    setNotice({ text: [t('shipMany.paste.done', { n }), left].filter(Boolean).join(' '), isBad: left !== null })
  }

  const onCopy = (event: ClipboardEvent<HTMLFormElement>) => {
    if (!range || !placeIn(event.target)) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copyRange(sheet, range))
  }

  const chosen = range && {
    text: t('shipMany.range', { n: countCells(sheet, range), fill: keyName('Control+D'), empty: keyName('Delete') }),
    isBad: false,
  }
  return {
    range,
    notice: notice ?? chosen,
    handlers: {
      onKeyDown,
      onPaste,
      onCopy,
      onPointerDown: (event: Parameters<typeof onPointerDown>[0]) => {
        if (placeIn(event.target)) setNotice(null)
        onPointerDown(event)
      },
      onPointerOver,
      onInput: () => setNotice(null),
      onSubmit: () => {
        setNotice(null)
        forget()
      },
    },
  }
}

export function go(place: SheetPlace | null): void {
  const cell = place && document.getElementById(cellField(place.column, place.row))
  if (cell instanceof HTMLInputElement) cell.focus()
}

function done(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  act()
}

/** Stops Enter in other fields from submitting a half-typed sheet. */
function keepFromSending(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

const arrows: Readonly<Record<string, SheetMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const isUpDown = (move: SheetMove) => move === 'up' || move === 'down'

/** Whether the whole cell is selected. Otherwise left and right move within the text. */
function isWhole(event: KeyboardEvent<HTMLFormElement>): boolean {
  // React types the target as the form that listens; it is one of its fields.
  const field: EventTarget = event.target
  if (!(field instanceof HTMLInputElement)) return false
  return field.selectionStart === 0 && field.selectionEnd === field.value.length
}

function moveOf(event: KeyboardEvent<HTMLFormElement>): SheetMove | null {
  if (event.key === 'Enter') return event.shiftKey ? 'up' : 'down'
  const move = event.shiftKey ? undefined : arrows[event.key]
  return move && (isUpDown(move) || isWhole(event)) ? move : null
}

const placeIn = (target: EventTarget | null): SheetPlace | null =>
  target instanceof HTMLInputElement ? placeOf(target.name) : null

/** Range selection with Shift and arrows, Shift and click, or dragging. */
function useSheetRange(sheet: Sheet) {
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
