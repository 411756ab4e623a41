import { day } from './duration.ts'

/** Expiry of a cookie: a date, a date string, a number of days, the end of the session, or permanent. */
export type CookieExpiry = Date | string | { readonly days: number } | 'session' | 'permanent'

export interface CookieOptions {
  readonly expires: CookieExpiry
  /** Adds `Secure`; true on https. */
  readonly secure: boolean
  readonly now: Date
}

/** Encoded values of this length or longer are not written. */
export const cookieValueLimit = 4000

/** Browsers cap cookie lifetime at 400 days, so permanent cookies are renewed on each visit. */
export const permanentCookieDays = 400

/** Default lifetime of the visitor cookie in days; browsers cap it at 400. */
export const visitorCookieDays = 730

/**
 * The time at which a cookie expires, or null for the end of the session. Throws "`expires` parameter cannot be
 * converted to a valid Date instance" for an invalid date.
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
 * Formats a cookie for `document.cookie` or `Set-Cookie`; null if the value is too long. The value and invalid
 * characters of the name are URI-encoded; always `Path=/; SameSite=Lax`.
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
 * The value of cookie `name` in a `Cookie` header or `document.cookie`, or null. A value that cannot be decoded counts
 * as absent and is reported to `onBroken`.
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
