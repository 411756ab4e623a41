import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { isOldBrowser, supportedFrom } from './old-browser.ts'
import { busyFor } from './testing.ts'

const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`

it.each([
  ['Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko', true],
  ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)', true],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0 Safari/537.36 Edge/17.17134',
    true,
  ],
  [chrome(113), true],
  [chrome(114), false],
  [`${chrome(120)} Edg/120.0.0.0`, false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/605.1.15',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 4.0.3; en-gb; GT-I9100) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36',
    false,
  ],
  ['curl/8.5.0', false],
  ['', false],
  [null, false],
])('%s: old is %s', (userAgent, old) => expect(isOldBrowser(userAgent)).toBe(old))

it('a newer version is never older', () => {
  expectForAll(fc.nat(300), fc.nat(300), (a, b) => {
    expect(isOldBrowser(chrome(a))).toBe(a < supportedFrom.chrome)
    if (a <= b && !isOldBrowser(chrome(a))) expect(isOldBrowser(chrome(b))).toBe(false)
  })
})

it.each([
  ['numbers', `Version/${'1'.repeat(30_000)}`],
  ['telephones', 'iPod'.repeat(50_000)],
])('is fast for a header of endless %s', async (_, userAgent) => {
  expect(await busyFor(() => isOldBrowser(userAgent))).toBeLessThan(100)
})

it('reads no more than a real browser’s header length, and never part of a number', () => {
  const before = (length: number) =>
    chrome(64)
      .replace(/ Chrome.*/, '')
      .padEnd(length, 'x')
  expect(isOldBrowser(`${before(380)} Chrome/64.0.0.0`)).toBe(true)
  expect(isOldBrowser(`${before(400)} Chrome/64.0.0.0`)).toBe(false)
  expect(isOldBrowser(`${before(390)} Chrome/120.0.0.0`)).toBe(false)
})
