import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Button } from '../button/button.tsx'
import { useGrid } from './grid-context.tsx'
import styles from './grid-edit-cell.module.css'
import { fill } from '../labels.ts'
import type { GridColumn, GridEditCell, GridEditOutcome, GridRow } from './grid-model.ts'

export interface EditCellProps {
  cell: GridEditCell
  column: GridColumn
  row: GridRow
}

/** A value that is changed where it stands: a click or Enter opens its field, Enter saves it, Escape leaves it as it was. */
export function EditCell({ cell, column, row }: EditCellProps) {
  const { edit } = useGrid()
  const [isOpen, setOpen] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const open = (event: MouseEvent) => {
    if (!edit || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    // The link is there again after the next rendering.
    requestAnimationFrame(() => link.current?.focus())
  }
  const label = fill(column.edit ?? column.label, { row: row.title })
  if (isOpen && edit) return <EditField {...{ cell, column, row, label, edit }} onClose={close} />
  return (
    <a ref={link} href={row.href} onClick={open} className={styles.value} aria-label={`${label}: ${cell.text}`}>
      {cell.text}
    </a>
  )
}

type EditFieldProps = EditCellProps & {
  label: string
  edit: NonNullable<ReturnType<typeof useGrid>['edit']>
  onClose: () => void
}

function EditField({ cell, column, row, label, edit, onClose }: EditFieldProps) {
  const { say } = useGrid()
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Exclude<GridEditOutcome, { ok: true }> | null>(null)
  useEffect(() => {
    // Selecting gives focus in Chromium only.
    input.current?.focus()
    input.current?.select()
  }, [])
  const save = async (version: number) => {
    setBusy(true)
    const outcome = await edit({ row: row.key, column: column.id, version, value: input.current?.value ?? '' })
    setBusy(false)
    if (outcome.ok) return onClose()
    setRefusal(outcome)
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') onClose()
    else if (!isBusy && refusal?.version === undefined) void save(cell.version)
  }
  return (
    <span className={styles.editor}>
      <input
        ref={input}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={cell.value}
        className={styles.field}
        aria-label={label}
        aria-describedby={messageId}
        aria-invalid={refusal ? true : undefined}
        readOnly={isBusy}
        onKeyDown={press}
        onBlur={() => {
          if (!refusal && !isBusy && input.current?.value === cell.value) onClose()
        }}
      />
      <span id={messageId} role="status" className={refusal ? styles.refusal : styles.hint}>
        {refusal ? refusal.message : say('editHint')}
        {refusal?.version === undefined ? null : (
          <span className={styles.choice}>
            <Button size="small" onClick={onClose}>
              {say('keepTheirs')}
            </Button>
            <Button size="small" kind="primary" onClick={() => void save(refusal.version!)}>
              {say('saveMine')}
            </Button>
          </span>
        )}
      </span>
    </span>
  )
}
