import Check from 'lucide-react/icons/check'
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { showToast } from '../toast/toast.ts'
import { useGrid } from './grid-context.tsx'
import styles from './grid-edit-cell.module.css'
import { fill } from '../labels.ts'
import type { GridColumn, GridEditCell, GridEditOutcome, GridRow } from './grid-model.ts'

export interface EditCellProps {
  cell: GridEditCell
  column: GridColumn
  row: GridRow
}

type Refused = Exclude<GridEditOutcome, { ok: true }>

/** The cell shows its value, an input, or the pending value. A rejected edit reopens the input. */
type Stage =
  | { is: 'shown'; saved: boolean }
  | { is: 'open'; typed: string; refused: Refused | null }
  | { is: 'sent'; typed: string }

/**
 * An inline-editable value: a click or Enter opens the input. Enter, Tab and blur save, Tab continues with the next
 * value, Escape cancels. A rejected edit keeps the input and shows the reason.
 */
export function EditCell({ cell, column, row }: EditCellProps) {
  const { edit } = useGrid()
  const [stage, setStage] = useState<Stage>({ is: 'shown', saved: false })
  const link = useRef<HTMLAnchorElement>(null)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  const open = (event: MouseEvent) => {
    if (!edit || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (stage.is === 'shown') setStage({ is: 'open', typed: cell.value, refused: null })
  }
  const save = async (typed: string, version: number) => {
    if (!edit) return
    setStage({ is: 'sent', typed })
    const outcome = await edit({ row: row.key, column: column.id, version, value: typed })
    // Notify by toast if the user has left the list meanwhile.
    if (!outcome.ok && !isThere.current) return showToast({ text: outcome.message, tone: 'bad' })
    setStage(outcome.ok ? { is: 'shown', saved: true } : { is: 'open', typed, refused: outcome })
  }
  const close = () => setStage({ is: 'shown', saved: false })
  // The link is mounted again after the next render.
  const focusLink = () => requestAnimationFrame(() => link.current?.focus())
  const label = fill(column.edit ?? column.label, { row: row.title })
  if (stage.is === 'open')
    return (
      <EditField
        {...{ cell, label, stage }}
        onSave={(typed, version) => void save(typed, version)}
        onClose={close}
        onDone={focusLink}
      />
    )
  const text = stage.is === 'sent' ? stage.typed : cell.text
  return (
    <>
      {stage.is === 'shown' && stage.saved ? <Icon as={Check} size={14} className={styles.saved} /> : null}
      <a
        ref={link}
        href={row.href}
        onClick={open}
        data-edit=""
        className={styles.value}
        aria-busy={stage.is === 'sent' || undefined}
        aria-label={`${label}: ${text}`}
      >
        {text}
      </a>
    </>
  )
}

interface EditFieldProps {
  cell: GridEditCell
  label: string
  stage: Stage & { is: 'open' }
  onSave: (typed: string, version: number) => void
  /** Cancels the edit. */
  onClose: () => void
  /** Restores focus to the value. */
  onDone: () => void
}

function EditField({ cell, label, stage: { typed, refused }, onSave, onClose, onDone }: EditFieldProps) {
  const { say } = useGrid()
  // The value the user saw: the list may reload below an open input, for instance after an edit of the previous row.
  const [seen] = useState(cell)
  const input = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const isOver = useRef(false)
  useEffect(() => {
    // In other browsers than Chromium, select() does not focus.
    input.current?.focus()
    input.current?.select()
  }, [])
  /** Once only: an unmounted focused input also fires blur. */
  const finish = (end: () => void) => {
    if (isOver.current) return
    isOver.current = true
    end()
  }
  const version = refused?.version
  const leave = () => {
    const value = input.current?.value ?? ''
    if (value === seen.value) return finish(onClose)
    // Already rejected; the error is shown.
    if (refused && value === typed) return undefined
    return finish(() => onSave(value, seen.version))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      finish(onClose)
      onDone()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      leave()
      if (isOver.current) onDone()
    } else if (event.key === 'Tab' && version === undefined) {
      const next = neighbour(event.currentTarget, event.shiftKey ? -1 : 1)
      if (!next) return
      event.preventDefault()
      leave()
      next.click()
    }
  }
  const blur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) leave()
  }
  return (
    <span className={styles.editor} onBlur={blur}>
      <input
        ref={input}
        type="text"
        inputMode={seen.hasLetters ? 'text' : 'decimal'}
        autoComplete="off"
        enterKeyHint="done"
        defaultValue={typed}
        data-edit=""
        className={styles.field}
        aria-label={label}
        aria-describedby={messageId}
        aria-invalid={refused ? true : undefined}
        onKeyDown={press}
      />
      <span id={messageId} role="status" className={refused ? styles.refusal : styles.hint}>
        {refused ? refused.message : say('editHint')}
        {version === undefined ? null : (
          <span className={styles.choice}>
            <Button
              size="small"
              onClick={() => {
                finish(onClose)
                onDone()
              }}
            >
              {say('keepTheirs')}
            </Button>
            <Button
              size="small"
              kind="primary"
              onClick={() => {
                finish(() => onSave(input.current?.value ?? '', version))
                onDone()
              }}
            >
              {say('saveMine')}
            </Button>
          </span>
        )}
      </span>
    </span>
  )
}

function neighbour(field: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const all = [...(field.closest('table')?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])].filter(
    (one) => one.getClientRects().length > 0,
  )
  return all[all.indexOf(field) + step]
}
