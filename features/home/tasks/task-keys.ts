export type TaskCommand = 'next' | 'previous' | 'open' | 'act'

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

/** The command of a key, or null. With `single` false, single-character keys do nothing (WCAG 2.1.4). */
export function taskCommand(event: Pressed, single: boolean): TaskCommand | null {
  const { defaultPrevented, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || shiftKey) return null
  const found = taskKeys.find(({ key }) => key === event.key)
  if (!found || (!single && found.key.length === 1)) return null
  // A held key moves on, but acts only once.
  return event.repeat && (found.command === 'act' || found.command === 'open') ? null : found.command
}

export interface LineAt {
  key: string
  at: number
}

/**
 * Index of the line that a step leads to, given the lines' keys and the line that last had focus. A line that is gone
 * has been replaced by the next one.
 */
export function lineTo(step: 'next' | 'previous', keys: readonly string[], last: LineAt | null): number {
  if (!last) return step === 'next' ? 0 : keys.length - 1
  const at = keys.indexOf(last.key)
  if (step === 'previous') return (at < 0 ? last.at : at) - 1
  return at < 0 ? Math.min(last.at, keys.length - 1) : at + 1
}
