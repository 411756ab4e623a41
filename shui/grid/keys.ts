/** What a key does in a grid; each is a word of the grid too. */
export type GridCommand = 'nextRow' | 'previousRow' | 'toggleRow' | 'openRow' | 'search' | 'help' | 'escape'

/** The keys, as they are shown in the help. */
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

/** Whether a key was pressed for itself: by nobody taken, without a key that changes its meaning. Shift is none. */
export const isPlainKey = ({ defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: Omit<Pressed, 'key'>) =>
  !defaultPrevented && !isComposing && !ctrlKey && !metaKey && !altKey

/**
 * The command of a key, or null. Shift is no modifier here: on many keyboards `?` and `/` need it. With `single` false
 * the keys that are one character do nothing (WCAG 2.1.4).
 */
export function commandOf(event: Pressed, single: boolean): GridCommand | null {
  if (!isPlainKey(event)) return null
  const found = gridKeys.find(({ key }) => key === event.key)
  if (!found || (!single && found.key.length === 1)) return null
  return found.command
}
