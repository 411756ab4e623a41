import type { CookieExpiry } from './cookie.ts'

export interface MessageConfig {
  messageId?: string | number | null
  /** Once dismissed, it never reappears. */
  permanent?: boolean | null
  maxViews?: number | null
  maxDismissal?: number | null
}

/** The counts in a message's two cookies; null if missing or not an integer. */
export interface MessageCounts {
  viewsLeft: number | null
  dismissalLeft: number | null
}

export interface CountWrite {
  name: string
  value: string
  expires: Extract<CookieExpiry, string>
}

/** Cookie names of a message. Ids outside `[A-Za-z0-9_.-]{1,64}` are URI-encoded. */
export function messageCookieNames(id: string): { viewsLeft: string; dismissalLeft: string } {
  const key = /^[A-Za-z0-9_.-]{1,64}$/.test(id) ? id : encodeURIComponent(id.toWellFormed())
  return { viewsLeft: `shui-messages-${key}-viewsLeft`, dismissalLeft: `shui-messages-${key}-dismissalLeft` }
}

/** Parses a stored count. Anything but a decimal integer counts as absent. */
export function readCount(value: string | null | undefined): number | null {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return null
  const count = Number(value)
  return Number.isSafeInteger(count) ? count : null
}

/** Reads both counts of a message. A message without an id has none. */
export function readCounts(id: string | null, read: (name: string) => string | null): MessageCounts {
  if (id === null) return { viewsLeft: null, dismissalLeft: null }
  const names = messageCookieNames(id)
  return { viewsLeft: readCount(read(names.viewsLeft)), dismissalLeft: readCount(read(names.dismissalLeft)) }
}

export function messageId(config: MessageConfig | null | undefined): string | null {
  const id: unknown = config?.messageId
  if (typeof id === 'number') return String(id)
  return typeof id === 'string' && id !== '' ? id : null
}

const limit = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) ? value : null)

export function isUsedUp(config: MessageConfig, stored: MessageCounts): boolean {
  const maxViews = limit(config.maxViews)
  const spent = (left: number | null) => left !== null && left <= 0
  return spent(stored.viewsLeft) || spent(stored.dismissalLeft) || spent(maxViews)
}

/** The count to store when the message is shown; null if its views are unlimited. */
export function countShown(config: MessageConfig, stored: MessageCounts): CountWrite | null {
  const id = messageId(config)
  const maxViews = limit(config.maxViews)
  if (id === null || maxViews === null) return null
  const left = (stored.viewsLeft ?? maxViews) - 1
  return { name: messageCookieNames(id).viewsLeft, value: String(left), expires: 'permanent' }
}

/** The count to store when the message is dismissed; null without an id, where it is hidden in memory only. */
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
 * Counts to rewrite on a visit because browsers expire cookies after 400 days. A view count that may be session-only is
 * left alone.
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
