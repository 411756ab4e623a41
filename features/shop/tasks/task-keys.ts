/** What a key does in the list of tasks. */
export type TaskCommand = 'next' | 'previous' | 'open' | 'act'

/** The keys, as they are shown below the list. */
export const taskKeys: readonly { key: string; command: TaskCommand }[] = [
  { key: 'j', command: 'next' },
  { key: 'k', command: 'previous' },
  { key: 'Enter', command: 'open' },
  { key: 'e', command: 'act' },
]

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented' | 'repeat'
>

/** The command of a key, or null. With `single` false the keys that are one character do nothing (WCAG 2.1.4). */
export function taskCommand(event: Pressed, single: boolean): TaskCommand | null {
  const { defaultPrevented, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || shiftKey) return null
  const found = taskKeys.find(({ key }) => key === event.key)
  if (!found || (!single && found.key.length === 1)) return null
  // A key that is held down walks on, but does nothing twice.
  return event.repeat && (found.command === 'act' || found.command === 'open') ? null : found.command
}

/** A line of the list that had the focus, and where it stood. */
export interface LineAt {
  key: string
  at: number
}

/**
 * Where in the list, of lines with these keys, a step leads from the line that had the focus last; outside the list there is no
 * line. One that has been done is gone, and the next one has taken its place.
 */
export function lineTo(step: 'next' | 'previous', keys: readonly string[], last: LineAt | null): number {
  if (!last) return step === 'next' ? 0 : keys.length - 1
  const at = keys.indexOf(last.key)
  if (step === 'previous') return (at < 0 ? last.at : at) - 1
  return at < 0 ? Math.min(last.at, keys.length - 1) : at + 1
}
