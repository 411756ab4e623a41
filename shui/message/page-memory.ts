import { countClosed, countShown, isUsedUp, messageId, readCounts, renewCounts } from '#lib/message-counters.ts'
import type { CountWrite, MessageConfig } from '#lib/message-counters.ts'
import type { CookieJar } from '../cookie-jar.ts'

/** By id; messages without one are not remembered. */
type Memory = Map<string | null, 'shown' | 'closed'>

/** State of a page load's messages; tied to the cookie jar, so that it ends with the page. */
const memories = new WeakMap<CookieJar, Memory>()

function memoryOf(cookies: CookieJar): Memory {
  const known: Memory = memories.get(cookies) ?? new Map()
  memories.set(cookies, known)
  return known
}

/**
 * Decides whether a message shows and counts it once per page load and id. A closed message stays closed on this page,
 * even with blocked cookies.
 */
export function showMessage(config: MessageConfig, cookies: CookieJar): 'first' | 'again' | 'hidden' {
  const id = messageId(config)
  const memory = memoryOf(cookies)
  const before = memory.get(id)
  if (before) return before === 'shown' ? 'again' : 'hidden'
  const stored = readCounts(id, cookies.read)
  renewMessage(config, cookies)
  if (isUsedUp(config, stored)) return 'hidden'
  keep(cookies, [countShown(config, stored)])
  if (id !== null) memory.set(id, 'shown')
  return 'first'
}

/** Whether a message may be rendered: one without remaining views only if this page load has shown it. */
export function mayShow(config: MessageConfig | null | undefined, cookies: CookieJar): boolean {
  return config?.maxViews !== 0 || memoryOf(cookies).get(messageId(config)) === 'shown'
}

/** Renews permanent cookies on each visit, since browsers expire them after 400 days. */
export function renewMessage(config: MessageConfig, cookies: CookieJar): void {
  keep(cookies, renewCounts(config, readCounts(messageId(config), cookies.read)))
}

export function closeMessage(config: MessageConfig, cookies: CookieJar): void {
  const id = messageId(config)
  if (id === null || memoryOf(cookies).get(id) === 'closed') return
  keep(cookies, [countClosed(config, readCounts(id, cookies.read))])
  memoryOf(cookies).set(id, 'closed')
}

function keep(cookies: CookieJar, writes: readonly (CountWrite | null)[]): void {
  for (const write of writes) {
    if (write !== null) cookies.write(write.name, write.value, write.expires)
  }
}
