export type GridCommand = 'nextRow' | 'previousRow' | 'toggleRow' | 'openRow' | 'search' | 'help' | 'escape'

/** The keys, in the order of the help. */
export const gridKeys: readonly { key: string; command: GridCommand }[] = [
  { key: 'j', command: 'nextRow' },
  { key: 'k', command: 'previousRow' },
  { key: 'x', command: 'toggleRow' },
  { key: 'Enter', command: 'openRow' },
  { key: '/', command: 'search' },
  { key: '?', command: 'help' },
  { key: 'Escape', command: 'escape' },
]

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** Whether a key was pressed without modifiers (Shift is allowed) and is not handled yet. */
export const isPlainKey = ({ defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: Omit<Pressed, 'key'>) =>
  !defaultPrevented && !isComposing && !ctrlKey && !metaKey && !altKey

/**
 * The command of a key, or null. Shift is allowed, since many keyboards need it for `?` and `/`. With `single` false,
 * single-character keys are disabled (WCAG 2.1.4).
 */
export function commandOf(event: Pressed, single: boolean): GridCommand | null {
  if (!isPlainKey(event)) return null
  const found = gridKeys.find(({ key }) => key === event.key)
  if (!found || (!single && found.key.length === 1)) return null
  return found.command
}
