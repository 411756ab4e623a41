/** What the hub does for a named operation of an operator's text, beyond reporting its tracking. */
export type HubOperation =
  | { kind: 'close' }
  | { kind: 'undo' }
  | { kind: 'openCommandMenu' }
  | { kind: 'post'; path: string; fields: [name: string, value: string][] }

/** Names by which the kit closes the message. */
const closing: ReadonlySet<string> = new Set(['cross', 'close', 'dismiss'])

/** Parses an operation's name; null if the hub has no such operation. `POST` is followed by a path of the hub and its form. */
export function readOperation(name: string): HubOperation | null {
  if (closing.has(name)) return { kind: 'close' }
  if (name === 'undo' || name === 'openCommandMenu') return { kind: name }
  const [, path, form] = /^POST (\/(?![/\\])[^\s?#\\]*)(?:\?([^\s#]*))?$/.exec(name) ?? []
  return path === undefined ? null : { kind: 'post', path, fields: [...new URLSearchParams(form ?? '')] }
}
