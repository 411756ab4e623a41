import { readCookie, writeCookie } from '#lib/cookie.ts'

/** Cookie with the browser's time zone, used for readers who chose no zone. */
export const zoneCookie = 'hub-zone'

/** Sends the browser's time zone to the server; takes effect with the next document. */
export function reportTimeZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    if (readCookie(document.cookie, zoneCookie) === timeZone) return
    const secure = location.protocol === 'https:'
    document.cookie = writeCookie(zoneCookie, timeZone, { expires: 'session', secure, now: new Date() }) ?? ''
  } catch {
    // A browser without cookies has no session either.
  }
}
