import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Input, Select } from '#shui/form/controls.tsx'
import type { Choice } from './typed-value.ts'

/** Where the focus goes after a cell was typed. */
export type EndMove = 'down' | 'right' | 'left' | 'here' | 'away'

interface CellEditorProps {
  text: string
  /** Whether the text is new, and not what the cell has. */
  isNew: boolean
  name: string
  choices: readonly Choice[] | null
  isNumber: boolean
  /** `text` is null if nothing is to be saved. */
  onEnd: (text: string | null, move: EndMove) => void
}

/** The field of a cell that is being typed: Enter and Tab save, Escape does not. */
export function CellEditor({ text, isNew, name, choices, isNumber, onEnd }: CellEditorProps) {
  const isEnded = useRef(false)
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useEffect(() => {
    field.current?.focus()
    if (!choices && !isNew) field.current?.select()
  }, [choices, isNew])
  const first = choices?.find(({ label }) => label === text)?.value ?? text
  const end = (value: string | null, move: EndMove) => {
    if (isEnded.current) return
    isEnded.current = true
    onEnd(value === first && !isNew ? null : value, move)
  }
  const shared = {
    ref: field,
    'aria-label': name,
    defaultValue: first,
    onBlur: () => end(field.current?.value ?? null, 'away'),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      event.stopPropagation()
      const value = field.current?.value ?? null
      if (event.key === 'Escape') end(null, 'here')
      // With Ctrl it is saved first; pressed again, all is applied.
      else if (event.key === 'Enter') end(value, event.ctrlKey || event.metaKey ? 'here' : 'down')
      else if (event.key === 'Tab') end(value, event.shiftKey ? 'left' : 'right')
      else return
      event.preventDefault()
    },
  }
  if (choices) return <Select {...shared} options={[{ value: '', label: '' }, ...choices]} />
  return <Input {...shared} figures={isNumber} autoComplete="off" />
}
