import { readCookie, writeCookie } from '#lib/cookie.ts'
import type { CookieExpiry } from '#lib/cookie.ts'

/** Where the kit keeps what must outlive a page. */
export interface CookieJar {
  read: (name: string) => string | null
  /** False where the cookie was not written (too long, or cookies are blocked). */
  write: (name: string, value: string, expires: CookieExpiry) => boolean
}

/** The browser's own cookies. On a server there are none. Blocked cookies read as absent and never throw. */
export const browserCookies: CookieJar = {
  read: (name) => {
    // eslint-disable-next-line no-console -- behaviour.md 8: a cookie that cannot be decoded is reported with its key
    return readCookie(documentCookies(), name, (key) => console.error(`Cookie cannot be decoded: ${key}`))
  },
  write: (name, value, expires) => {
    if (typeof document === 'undefined') return false
    const cookie = writeCookie(name, value, { expires, secure: location.protocol === 'https:', now: new Date() })
    if (cookie === null) {
      // eslint-disable-next-line no-console -- behaviour.md 8: warns in development
      if (inDevelopment()) console.warn(`Cookie value too long, not written: ${name}`)
      return false
    }
    try {
      document.cookie = cookie
      return true
    } catch {
      return false
    }
  },
}

/**
 * As whoever bundles the kit says it, like React: the hub's build drops the warning, the package leaves the question to the
 * build that uses it. Where nobody says it, as in a bare browser, it is not development.
 */
function inDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}

function documentCookies(): string {
  try {
    return typeof document === 'undefined' ? '' : document.cookie
  } catch {
    return ''
  }
}
