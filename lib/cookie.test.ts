import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { cookieExpiryDate, cookieValueLimit, readCookie, visitorCookieDays, writeCookie } from './cookie.ts'
import type { CookieExpiry } from './cookie.ts'

const now = new Date('2026-03-01T12:00:00Z')
const options = { expires: 'session' as CookieExpiry, secure: false, now }

it('the constants of the specification', () => expect([cookieValueLimit, visitorCookieDays]).toEqual([4000, 730]))

describe('writing', () => {
  it('a session cookie', () => expect(writeCookie('a', 'b c', options)).toBe('a=b%20c; Path=/; SameSite=Lax'))
  it('a cookie that lasts, on https', () =>
    expect(writeCookie('a', '0', { expires: { days: 2 }, secure: true, now })).toBe(
      'a=0; Path=/; SameSite=Lax; Expires=Tue, 03 Mar 2026 12:00:00 GMT; Secure',
    ))
  it('never ends = 400 days, as long as browsers keep it', () =>
    expect(cookieExpiryDate('permanent', now)?.toISOString()).toBe('2027-04-05T12:00:00.000Z'))
  it('a date and a date string', () => {
    expect(cookieExpiryDate(now, now)).toEqual(now)
    expect(cookieExpiryDate('2026-05-01', now)?.toISOString()).toBe('2026-05-01T00:00:00.000Z')
  })
  it.each([new Date('x'), 'soon', '', { days: Number.NaN }, {}, null, undefined, 5, { days: '3' }])(
    '%j is no date',
    (expires) =>
      expect(() => writeCookie('a', 'b', { ...options, expires: expires as CookieExpiry })).toThrow(
        new Error('`expires` parameter cannot be converted to a valid Date instance'),
      ),
  )
  it('4000 characters are too many, counted encoded', () => {
    expect(writeCookie('a', 'x'.repeat(3999), options)).not.toBeNull()
    expect(writeCookie('a', 'x'.repeat(4000), options)).toBeNull()
    expect(writeCookie('a', ' '.repeat(1333), options)).not.toBeNull()
    expect(writeCookie('a', ' '.repeat(1334), options)).toBeNull()
  })
})

describe('reading', () => {
  it('finds its own key only', () => {
    expect(readCookie('xa=1; a=2; b=3', 'a')).toBe('2')
    expect(readCookie('xa=1', 'a')).toBeNull()
    expect(readCookie('', 'a')).toBeNull()
    expect(readCookie('a', 'a')).toBeNull()
    expect(readCookie('a=b=c', 'a')).toBe('b=c')
  })
  it('a cookie that cannot be decoded is reported with its key and ignored', () => {
    const broken = vi.fn()
    expect(readCookie('a=%E0%A4%A', 'a', broken)).toBeNull()
    expect(broken.mock.calls).toEqual([['a']])
  })
})

it('a written cookie is read back, and its value adds no attribute', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  expectForAll(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), text, (name, value) => {
    fc.pre(name.isWellFormed() && value.isWellFormed() && !name.includes('%'))
    const cookie = writeCookie(name, value, options) ?? ''
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/', 'SameSite=Lax'])
    expect(readCookie(`other=1; ${cookie.split('; ')[0] ?? ''}`, name)).toBe(value)
  })
})
