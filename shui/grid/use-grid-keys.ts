import { useCallback, useEffect, type RefObject } from 'react'
import { commandOf, isPlainKey, type GridCommand } from './keys.ts'
import { useStored } from './use-stored.ts'

/** Storage key for the single-key switch: `off`, or absent. */
export const singleKeysStore = 'shui-grid-keys'

export interface GridKeysOptions {
  root: RefObject<HTMLElement | null>
  onHelp: () => void
  onClearSelection: () => void
  /** See `GridProps`. */
  early: (() => readonly string[]) | null | undefined
}

/**
 * Handles the grid's keys while focus is in the grid or nowhere, not in fields, panels or dialogs. Returns the state of
 * single keys and a setter, stored in this browser.
 */
export function useGridKeys({ root, onHelp, onClearSelection, early }: GridKeysOptions) {
  const [stored, store] = useStored('localStorage', singleKeysStore)
  const single = stored !== 'off'
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const grid = root.current
      if (grid && stepByArrow(event, grid)) return event.preventDefault()
      if (grid && single && actByKey(event, grid)) return event.preventDefault()
      const command = commandOf(event, single)
      // Meant for the rows that come.
      if (early === null && (command === 'nextRow' || command === 'previousRow')) return
      if (!grid || !command || !isFree(grid, event.target, command)) return
      if (run(command, grid, { onHelp, onClearSelection })) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    for (const key of early?.() ?? [])
      root.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return () => document.removeEventListener('keydown', listen)
  }, [root, single, onHelp, onClearSelection, early])
  const change = useCallback((on: boolean) => store(on ? 'on' : 'off'), [store])
  return [single, change] as const
}

const typing = 'input:not([type=checkbox]), select, textarea, [contenteditable]:not([contenteditable=false])'

/** Whether the grid handles a key now. The search box keeps all keys but Escape. */
function isFree(grid: HTMLElement, target: EventTarget | null, command: GridCommand): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog, [popover]') || document.querySelector('dialog[open], [popover]:popover-open'))
    return false
  if (target.matches(typing)) return command === 'escape' && grid.contains(target)
  if (command === 'openRow') return target.closest('tbody') !== null && target.matches('tr, input')
  return target === document.body || grid.contains(target)
}

/** Moves from the search into the rows and between rows; up from the first returns to the search. */
function stepByArrow(event: KeyboardEvent, grid: HTMLElement): boolean {
  const { key, target, defaultPrevented } = event
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.isComposing
  if (step === null || !isPlain || defaultPrevented || !(target instanceof Element) || !grid.contains(target))
    return false
  const search = grid.querySelector<HTMLInputElement>('input[type=search]')
  if (target === search) return step === 1 && moveTo(neighbour(grid, null, 1))
  if (!target.matches('tbody tr')) return false
  return moveTo(neighbour(grid, target as HTMLTableRowElement, step)) || (step === -1 && focusOn(search))
}

/** Runs an action's shortcut on the selected rows, or else on the focused row. */
function actByKey(event: KeyboardEvent, grid: HTMLElement): boolean {
  const { key, target } = event
  if (key.length !== 1 || !isPlainKey(event) || !isFree(grid, target, 'toggleRow')) return false
  const button = grid.querySelector<HTMLElement>(`button[aria-keyshortcuts="${CSS.escape(key)}"]`)
  if (!button) return false
  const row = document.activeElement?.closest('tbody tr')
  if (!grid.querySelector('[data-selected]') && !press(row?.querySelector<HTMLElement>('input[type=checkbox]')))
    return false
  return press(button)
}

type Handlers = Pick<GridKeysOptions, 'onHelp' | 'onClearSelection'>

/** Returns whether the key had an effect. */
function run(command: GridCommand, grid: HTMLElement, { onHelp, onClearSelection }: Handlers): boolean {
  const row = document.activeElement?.closest<HTMLTableRowElement>('tbody tr')
  switch (command) {
    case 'nextRow':
    case 'previousRow':
      return moveTo(neighbour(grid, row, command === 'nextRow' ? 1 : -1))
    case 'toggleRow':
      return press(row?.querySelector('input[type=checkbox]'))
    case 'openRow':
      return press(row?.querySelector('th a'))
    case 'search':
      return focusOn(grid.querySelector<HTMLInputElement>('input[type=search]'))
    case 'help':
      onHelp()
      return true
    case 'escape':
      return escape(grid, onClearSelection)
  }
}

function neighbour(grid: HTMLElement, row: HTMLTableRowElement | null | undefined, step: 1 | -1) {
  const rows = [...grid.querySelectorAll<HTMLTableRowElement>('tbody tr')]
  return row ? rows[rows.indexOf(row) + step] : rows.at(step === 1 ? 0 : -1)
}

function moveTo(row: HTMLTableRowElement | undefined): boolean {
  if (!row) return false
  // Rows are focusable by these keys only: Tab still moves between boxes and links.
  row.tabIndex = -1
  row.focus()
  return true
}

function press(control: HTMLElement | null | undefined): boolean {
  control?.click()
  return Boolean(control)
}

function focusOn(field: HTMLInputElement | null): boolean {
  field?.focus()
  field?.select()
  return Boolean(field)
}

function escape(grid: HTMLElement, onClearSelection: () => void): boolean {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.type === 'search') {
    activeElement.blur()
    return true
  }
  if (grid.querySelector('tbody :checked')) onClearSelection()
  return false
}
