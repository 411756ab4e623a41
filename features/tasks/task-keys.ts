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
