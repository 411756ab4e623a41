import { readCookie, writeCookie, type CookieExpiry } from '#lib/cookie.ts'

export interface CookieJar {
  read: (name: string) => string | null
  /** Whether the cookie is kept: false if it is too long, blocked or expired. */
  write: (name: string, value: string, expires: CookieExpiry) => boolean
}

/** The browser's cookies; none on the server. Blocked cookies read as absent and never throw. */
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
      // Browsers that block cookies, or have no room, drop them without a word.
      return readCookie(document.cookie, name) === value.toWellFormed()
    } catch {
      return false
    }
  },
}

/**
 * Whether to warn, as React decides it: the hub's build removes the warning, the package leaves it to the consumer's
 * build. Without a bundler, no.
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
