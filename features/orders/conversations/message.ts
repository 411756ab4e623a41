/** Rules for what is written to buyers. */
export const messageLimits = {
  /** Characters of a message. */
  text: 2000,
  /** Pictures of a message. */
  pictures: 5,
  /** Characters of a template's name. */
  name: 40,
  /** Templates of a seller: more stand in no list that anybody reads. */
  templates: 50,
} as const

/** Names a message (idempotency key): drawn by whoever sends it, so that the same wish sent twice is one message. */
export type MessageKey = string & { readonly brand: 'MessageKey' }

/** The form field of the key of the last message that was on the page; empty: there was none. */
export const seenField = 'seen'

/** Reads the key of a message; null where it is none. */
export function parseMessageKey(text: string): MessageKey | null {
  return /^[0-9A-Za-z_-]{8,64}$/.test(text) ? (text as MessageKey) : null
}

/** A message as it is kept: plain text with single line ends, and without what no reader sees. */
export function plainMessage(typed: string): string {
  return typed
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** What is wrong with a message; null where it can be sent. */
export function messageProblem(text: string, pictures: number): 'empty' | 'long' | 'too-many-pictures' | null {
  if (pictures > messageLimits.pictures) return 'too-many-pictures'
  if (text === '' && pictures === 0) return 'empty'
  return [...text].length > messageLimits.text ? 'long' : null
}
