import { readCookie, writeCookie } from '#lib/cookie.ts'

/** Says which zone this browser's clock shows: how times are told to whoever chose no zone. */
export const zoneCookie = 'hub-zone'

/** Tells the server the browser's zone; it holds from the next document on. */
export function tellZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    if (readCookie(document.cookie, zoneCookie) === timeZone) return
    const secure = location.protocol === 'https:'
    document.cookie = writeCookie(zoneCookie, timeZone, { expires: 'session', secure, now: new Date() }) ?? ''
  } catch {
    // A browser without cookies has no session either.
  }
}
