import type { CookieExpiry } from './cookie.ts'

/** How often a message may be seen and closed, as its view model says it. */
export interface MessageConfig {
  messageId?: string | null
  /** Closed once, it never comes back. */
  permanent?: boolean | null
  maxViews?: number | null
  maxDismissal?: number | null
}

/** What the two cookies of a message hold; null where there is none or no integer in it. */
export interface MessageCounts {
  viewsLeft: number | null
  dismissalLeft: number | null
}

/** A count to be stored. */
export interface CountWrite {
  name: string
  value: string
  expires: Extract<CookieExpiry, string>
}

/** The names of a message's cookies. Ids outside `[A-Za-z0-9_.-]{1,64}` are URI-encoded. */
export function messageCookieNames(id: string): { viewsLeft: string; dismissalLeft: string } {
  const key = /^[A-Za-z0-9_.-]{1,64}$/.test(id) ? id : encodeURIComponent(id.toWellFormed())
  return { viewsLeft: `shui-messages-${key}-viewsLeft`, dismissalLeft: `shui-messages-${key}-dismissalLeft` }
}

/** A stored count. What is not a decimal integer counts as absent. */
export function readCount(value: string | null | undefined): number | null {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return null
  const count = Number(value)
  return Number.isSafeInteger(count) ? count : null
}

/** Both counts of a message, from whatever keeps cookies. A message without an id has none. */
export function readCounts(id: string | null, read: (name: string) => string | null): MessageCounts {
  if (id === null) return { viewsLeft: null, dismissalLeft: null }
  const names = messageCookieNames(id)
  return { viewsLeft: readCount(read(names.viewsLeft)), dismissalLeft: readCount(read(names.dismissalLeft)) }
}

/** The message's id, or null where it has none. */
export function messageId(config: MessageConfig | null | undefined): string | null {
  const id: unknown = config?.messageId
  return typeof id === 'string' && id !== '' ? id : null
}

const limit = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) ? value : null)

/** Whether the message stays hidden. */
export function isUsedUp(config: MessageConfig, stored: MessageCounts): boolean {
  const maxViews = limit(config.maxViews)
  const spent = (left: number | null) => left !== null && left <= 0
  return spent(stored.viewsLeft) || spent(stored.dismissalLeft) || spent(maxViews)
}

/** What to store when the message is shown; null where its views are not counted. */
export function countShown(config: MessageConfig, stored: MessageCounts): CountWrite | null {
  const id = messageId(config)
  const maxViews = limit(config.maxViews)
  if (id === null || maxViews === null) return null
  const left = (stored.viewsLeft ?? maxViews) - 1
  return { name: messageCookieNames(id).viewsLeft, value: String(left), expires: 'permanent' }
}

/** What to store when the message is closed; null where it has no id and is hidden in memory only. */
export function countClosed(config: MessageConfig, stored: MessageCounts): CountWrite | null {
  const id = messageId(config)
  if (id === null) return null
  const names = messageCookieNames(id)
  const maxDismissal = limit(config.maxDismissal)
  if (maxDismissal !== null && maxDismissal > 0) {
    const left = (stored.dismissalLeft ?? maxDismissal) - 1
    return { name: names.dismissalLeft, value: String(left), expires: 'permanent' }
  }
  return { name: names.viewsLeft, value: '0', expires: config.permanent ? 'permanent' : 'session' }
}

/**
 * What to write again on a visit, because browsers end every cookie after 400 days: the counts that were meant to last.
 * A count of views that may belong to this session only is left alone.
 */
export function renewCounts(config: MessageConfig, stored: MessageCounts): readonly CountWrite[] {
  const id = messageId(config)
  if (id === null) return []
  const names = messageCookieNames(id)
  const writes: CountWrite[] = []
  if (stored.dismissalLeft !== null) {
    writes.push({ name: names.dismissalLeft, value: String(stored.dismissalLeft), expires: 'permanent' })
  }
  const closedForGood = config.permanent && !((limit(config.maxDismissal) ?? 0) > 0)
  if (stored.viewsLeft !== null && stored.viewsLeft <= 0 && closedForGood) {
    writes.push({ name: names.viewsLeft, value: String(stored.viewsLeft), expires: 'permanent' })
  }
  return writes
}
