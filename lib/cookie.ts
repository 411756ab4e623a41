import { day } from './duration.ts'

/** When a cookie ends: a moment, a date string, a number of days, with the session, or never. */
export type CookieExpiry = Date | string | { readonly days: number } | 'session' | 'permanent'

export interface CookieOptions {
  readonly expires: CookieExpiry
  /** Adds `Secure`; true on https. */
  readonly secure: boolean
  readonly now: Date
}

/** Values of this many characters or more, counted encoded, are not written. */
export const cookieValueLimit = 4000

/** Browsers keep a cookie no longer than this, so "never ends" is this long and written again on each visit. */
export const permanentCookieDays = 400

/** Days that the site speed's visitor cookie lasts unless configured otherwise; browsers make 400 of them. */
export const visitorCookieDays = 730

/**
 * The moment at which a cookie ends, or null for the end of the session.
 * Throws "`expires` parameter cannot be converted to a valid Date instance" for what is no valid date.
 */
export function cookieExpiryDate(expires: CookieExpiry, now: Date): Date | null {
  if (expires === 'session') return null
  const date = expiryDate(expires === 'permanent' ? { days: permanentCookieDays } : expires, now)
  if (date === null || Number.isNaN(date.getTime())) {
    throw new Error('`expires` parameter cannot be converted to a valid Date instance')
  }
  return date
}

function expiryDate(expires: unknown, now: Date): Date | null {
  if (expires instanceof Date) return expires
  if (typeof expires === 'string') return new Date(expires)
  if (typeof expires !== 'object' || expires === null || !('days' in expires)) return null
  const { days } = expires
  return typeof days === 'number' ? new Date(now.getTime() + days * day) : null
}

/**
 * The string for `document.cookie` or `Set-Cookie`, or null where the value is too long to be written.
 * The value is URI-encoded, and the characters of the name that a cookie's name may not have; always `Path=/; SameSite=Lax`.
 */
export function writeCookie(name: string, value: string, { expires, secure, now }: CookieOptions): string | null {
  const end = cookieExpiryDate(expires, now)
  const encoded = encodeURIComponent(value.toWellFormed())
  if (encoded.length >= cookieValueLimit) return null
  const parts = [`${cookieKey(name)}=${encoded}`, 'Path=/', 'SameSite=Lax']
  if (end !== null) parts.push(`Expires=${end.toUTCString()}`)
  if (secure) parts.push('Secure')
  return parts.join('; ')
}

/**
 * The value of the cookie called `name` in a `Cookie` header or `document.cookie`, or null.
 * One that cannot be decoded counts as absent; `onBroken` is told its key.
 */
export function readCookie(header: string, name: string, onBroken: (key: string) => void = () => {}): string | null {
  const key = cookieKey(name)
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at < 0 || part.slice(0, at).trim() !== key) continue
    const value = decoded(part.slice(at + 1).trim())
    if (value !== null) return value
    onBroken(name)
    return null
  }
  return null
}

function cookieKey(name: string): string {
  return name.toWellFormed().replaceAll(/[^!#$%&'*+\-.^_`|~0-9A-Za-z]/gu, (character) => encodeURIComponent(character))
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
