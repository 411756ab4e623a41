import { countClosed, countShown, isUsedUp, messageId, readCounts, renewCounts } from '#lib/message-counters.ts'
import type { CountWrite, MessageConfig } from '#lib/message-counters.ts'
import type { CookieJar } from '../cookie-jar.ts'

/** What became of a page load's messages, by id; kept with the jar, so that it ends with the page. */
const memories = new WeakMap<CookieJar, Map<string, 'shown' | 'closed'>>()

function memoryOf(cookies: CookieJar): Map<string, 'shown' | 'closed'> {
  const known = memories.get(cookies) ?? new Map<string, 'shown' | 'closed'>()
  memories.set(cookies, known)
  return known
}

/**
 * Decides whether a message shows, and counts it: once per page load and id, however often it is mounted.
 * What was closed on this page stays closed, also where cookies are blocked.
 */
export function showMessage(config: MessageConfig, cookies: CookieJar): 'first' | 'again' | 'hidden' {
  const id = messageId(config)
  const memory = memoryOf(cookies)
  const before = id === null ? undefined : memory.get(id)
  if (before !== undefined) return before === 'shown' ? 'again' : 'hidden'
  const stored = readCounts(id, cookies.read)
  keep(cookies, renewCounts(config, stored))
  if (isUsedUp(config, stored)) return 'hidden'
  keep(cookies, [countShown(config, stored)])
  if (id !== null) memory.set(id, 'shown')
  return 'first'
}

/** Stores that a message was closed. */
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
