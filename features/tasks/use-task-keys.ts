import { useEffect, type RefObject } from 'react'
import { singleKeysStore } from '#shui/grid/use-grid-keys.ts'
import { useStored } from '#shui/grid/use-stored.ts'
import { taskCommand, type TaskCommand } from './task-keys.ts'

/**
 * Listens for the keys of the list while focus is on its page or nowhere: to the next task and back, open it, do what its button
 * does. Returns whether single keys are on, which the member chose once for all lists of this browser.
 */
export function useTaskKeys(root: RefObject<HTMLElement | null>): boolean {
  const [stored] = useStored('localStorage', singleKeysStore)
  const single = stored !== 'off'
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = taskCommand(event, single)
      if (!root.current || !command || !isFree(root.current, event.target, command)) return
      if (run(command, root.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [root, single])
  return single
}

/** Fields and dialogs keep their keys; a link or button that has the focus keeps Enter. */
function isFree(root: HTMLElement, target: EventTarget | null, command: TaskCommand): boolean {
  if (!(target instanceof Element) || document.querySelector('dialog[open], [popover]:popover-open')) return false
  if (target.matches('input, select, textarea, [contenteditable]')) return false
  if (command === 'open') return target.matches('[data-task]')
  return target === document.body || root.contains(target)
}

/** Returns whether the key did anything. */
function run(command: TaskCommand, root: HTMLElement): boolean {
  const lines = [...root.querySelectorAll<HTMLElement>('[data-task]')]
  const current = document.activeElement?.closest<HTMLElement>('[data-task]') ?? null
  const at = current ? lines.indexOf(current) : -1
  switch (command) {
    case 'next':
      return moveTo(lines[at + 1])
    case 'previous':
      return moveTo(current ? lines[at - 1] : lines.at(-1))
    case 'open':
      return press(current?.querySelector('p a'))
    case 'act':
      return press(current?.querySelector('[data-act] :is(a, button)'))
  }
}

function moveTo(line: HTMLElement | undefined): boolean {
  if (!line) return false
  // Lines take focus by these keys only: Tab still goes from link to button.
  line.tabIndex = -1
  line.focus()
  return true
}

function press(control: HTMLElement | null | undefined): boolean {
  control?.click()
  return Boolean(control)
}
