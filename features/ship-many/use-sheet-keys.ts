import { useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '#texts/context.tsx'
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

/** What a paste came to, for the line above the sheet. */
export interface PasteNotice {
  text: string
  isBad: boolean
}

/** Keys and pastes of the sheet, as a spreadsheet has them. */
export function useSheetKeys({ form, sheet, change, takeBack, isTouched, backHref }: SheetKeys) {
  const navigate = useNavigate()
  const { t, list } = useTexts()
  const [notice, setNotice] = useState<PasteNotice | null>(null)

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.defaultPrevented) return
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key === 'Enter') return done(event, () => form.current?.requestSubmit())
    if (event.key === 'Escape' && !isTouched) return done(event, () => void navigate(backHref))
    const place = event.target instanceof HTMLInputElement ? placeOf(event.target.name) : null
    if (!place) return
    if (isCommand) {
      if (event.key === 'z') done(event, takeBack)
      if (event.key === 'd') {
        done(event, () => change(fillDown(sheet, place)))
        go(moveIn(sheet, place, 'down'))
      }
      return
    }
    const move = moveOf(event)
    if (!move) return
    const next = moveIn(sheet, place, move)
    if (next || event.key === 'Enter') event.preventDefault()
    if (next) return go(next)
    // Below the last row stands the button.
    if (event.key === 'Enter' && move === 'down') form.current?.querySelector<HTMLElement>('[data-ship]')?.focus()
  }

  const onPaste = (event: ClipboardEvent<HTMLFormElement>) => {
    const place = event.target instanceof HTMLInputElement ? placeOf(event.target.name) : null
    const text = event.clipboardData.getData('text/plain')
    if (!place || !isCells(text)) return
    event.preventDefault()
    const pasted = pasteCells(sheet, place, text)
    if (!pasted.ok) return setNotice({ text: t('shipMany.paste.columns'), isBad: true })
    change(pasted.sheet)
    const n = pasted.sheet.filter((row, index) => row !== sheet[index]).length
    const { over } = pasted
    const left = over.length > 0 ? t('shipMany.paste.over', { n: over.length, lines: list(over.slice(0, 5)) }) : null
    setNotice({ text: [t('shipMany.paste.done', { n }), left].filter(Boolean).join(' '), isBad: left !== null })
  }

  const go = (place: SheetPlace | null) => {
    const cell = place && document.getElementById(cellField(place.column, place.order))
    if (cell instanceof HTMLInputElement) cell.focus()
  }

  return { onKeyDown, onPaste, notice, forget: () => setNotice(null) }
}

function done(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  act()
}

const arrows: Readonly<Record<string, SheetMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Where a key leads. Within a text that is being typed, left and right go from letter to letter. */
function moveOf(event: KeyboardEvent<HTMLFormElement>): SheetMove | null {
  if (event.key === 'Enter') return event.shiftKey ? 'up' : 'down'
  const move = event.shiftKey ? undefined : arrows[event.key]
  if (!move) return null
  const { value, selectionStart, selectionEnd } = event.target as unknown as HTMLInputElement
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  return move === 'up' || move === 'down' || isWhole ? move : null
}
