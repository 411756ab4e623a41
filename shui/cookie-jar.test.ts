import { afterEach, expect, it, vi } from 'vitest'
import { browserCookies } from './cookie-jar.ts'

/** A browser stub with cookies only. */
function browser(document: object, protocol = 'http:') {
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol })
  return { error: vi.spyOn(console, 'error').mockReturnValue(), warn: vi.spyOn(console, 'warn').mockReturnValue() }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it('on a server there are none', () => {
  expect(browserCookies.read('a')).toBeNull()
  expect(browserCookies.write('a', '1', 'session')).toBe(false)
})
it('a cookie that cannot be decoded is reported with its key and absent', () => {
  const { error } = browser({ cookie: 'a=1; b=%E0%A4%A' })
  expect([browserCookies.read('a'), browserCookies.read('b')]).toEqual(['1', null])
  expect(error.mock.calls).toEqual([['Cookie cannot be decoded: b']])
})
it('is Secure on https only', () => {
  const document = { cookie: '' }
  browser(document, 'https:')
  expect(browserCookies.write('a', '1', 'session')).toBe(true)
  expect(document.cookie).toBe('a=1; Path=/; SameSite=Lax; Secure')
})
it('a value of 4000 characters is not written, with a warning in development', () => {
  vi.stubEnv('NODE_ENV', 'development')
  const { warn } = browser({ cookie: '' })
  expect(browserCookies.write('a', 'x'.repeat(3999), 'session')).toBe(true)
  expect(browserCookies.write('a', 'x'.repeat(4000), 'session')).toBe(false)
  expect(warn.mock.calls).toEqual([['Cookie value too long, not written: a']])
})
it('blocked cookies read as absent and never throw', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  browser(Object.defineProperty({}, 'cookie', { get: refuse, set: refuse }))
  expect(browserCookies.read('a')).toBeNull()
  expect(browserCookies.write('a', '1', { days: 1 })).toBe(false)
})
it('what the browser drops is not kept', () => {
  browser(Object.defineProperty({}, 'cookie', { get: () => 'b=1', set: () => {} }))
  expect(browserCookies.write('a', '1', 'session')).toBe(false)
  browser(Object.defineProperty({}, 'cookie', { get: () => 'a=an%20older', set: () => {} }))
  expect([browserCookies.write('a', 'newer', 'session'), browserCookies.write('a', 'an older', 'session')]).toEqual([
    false,
    true,
  ])
})
