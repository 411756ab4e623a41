import { useEffect, useRef, type RefObject } from 'react'
import { singleKeysStore } from '#shui/grid/use-grid-keys.ts'
import { useStored } from '#shui/grid/use-stored.ts'
import { lineTo, taskCommand, type LineAt, type TaskCommand } from './task-keys.ts'

/**
 * Handles the keys of the task list while focus is in it or nowhere. Returns whether single keys are on, a choice
 * stored for all lists of this browser.
 */
export function useTaskKeys(root: RefObject<HTMLElement | null>): boolean {
  const [stored] = useStored('localStorage', singleKeysStore)
  const single = stored !== 'off'
  const last = useRef<LineAt | null>(null)
  useEffect(() => {
    // Kept while focus is on the page's heading, which receives it when a task is done; cleared when it moves to
    // another control.
    const remember = ({ target }: FocusEvent) => {
      if (!root.current || !(target instanceof Element)) return
      const line = target.closest<HTMLElement>('[data-task]')
      if (line) last.current = { key: keyOf(line), at: linesOf(root.current).indexOf(line) }
      else if (target.matches('a, button, input')) last.current = null
    }
    const listen = (event: KeyboardEvent) => {
      const command = taskCommand(event, single)
      if (!root.current || !command || !isFree(root.current, event.target, command)) return
      if (run(command, root.current, last.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    document.addEventListener('focusin', remember)
    return () => {
      document.removeEventListener('keydown', listen)
      document.removeEventListener('focusin', remember)
    }
  }, [root, single])
  return single
}

/** Fields and dialogs keep their keys; a focused link or button keeps Enter. */
function isFree(root: HTMLElement, target: EventTarget | null, command: TaskCommand): boolean {
  if (!(target instanceof Element) || document.querySelector('dialog[open], [popover]:popover-open')) return false
  if (target.matches('input, select, textarea, [contenteditable]')) return false
  if (command === 'open') return target.matches('[data-task]')
  return target === document.body || root.contains(target)
}

const linesOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-task]')]
const keyOf = (line: HTMLElement) => line.dataset['task'] ?? ''

/** Returns whether the key did something. */
function run(command: TaskCommand, root: HTMLElement, last: LineAt | null): boolean {
  const lines = linesOf(root)
  const current = document.activeElement?.closest<HTMLElement>('[data-task]') ?? null
  switch (command) {
    case 'next':
    case 'previous':
      return moveTo(lines[lineTo(command, lines.map(keyOf), last)])
    case 'open':
      return press(current?.querySelector('p a'))
    case 'act':
      return press(current?.querySelector('[data-act] :is(a, button)'))
  }
}

function moveTo(line: HTMLElement | undefined): boolean {
  if (!line) return false
  // Focusable by these keys only; Tab still moves between links and buttons.
  line.tabIndex = -1
  line.focus()
  return true
}

function press(control: HTMLElement | null | undefined): boolean {
  control?.click()
  return Boolean(control)
}
