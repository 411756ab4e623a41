import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { allowedOriginUrl, safeUrl, sameOriginUrl } from './url-safety.ts'

describe('safeUrl', () => {
  it.each([
    'https://a.example/b?c#d',
    'http://a.example',
    'mailto:a@b.example',
    'tel:+44123',
    '/sh/ord',
    'x/y',
    '?q=a:b',
    '#top',
    '//cdn.example/x',
    './a:b',
    'https://fa.wikipedia.org/wiki/می\u200cخواهم',
  ])('keeps %s', (url) => expect(safeUrl(url)).toBe(url))
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u0000script:alert(1)',
    '\u200bjavascript:alert(1)',
    'java\u200dscript:alert(1)',
    '\u200c',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'ftp://a.example',
    '',
    '   ',
    null,
    undefined,
    7,
  ])('refuses %j', (url) => expect(safeUrl(url)).toBeNull())

  it('every accepted URL has a permitted scheme in a browser', () => {
    const noise = fc.constantFrom('\t', '\n', '\r', '\u0000', '\u001f', ' ', '\u200b', '\u200c', '\u200d', '')
    const scheme = fc.constantFrom('javascript', 'JAVASCRIPT', 'data', 'https', 'mailto', 'x', '')
    const parts = fc.array(fc.oneof(noise, scheme, fc.constantFrom(':', '/', '//'), fc.string()), { maxLength: 8 })
    expectForAll(parts, (pieces) => {
      const url = safeUrl(pieces.join(''))
      if (url === null || !URL.canParse(url, 'https://hub.example/')) return
      expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(url, 'https://hub.example/').protocol)
    })
  })
})

describe('the target of a URL', () => {
  const origin = 'https://hub.example'
  it.each([
    ['/sh/optout', 'https://hub.example/sh/optout'],
    ['https://hub.example/x', 'https://hub.example/x'],
    ['//hub.example/x', 'https://hub.example/x'],
  ])('%s is on this site', (url, absolute) => expect(sameOriginUrl(url, origin)).toBe(absolute))
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'http://hub.example/',
    'mailto:a@b.example',
    'https://hub.example@evil.example',
    '',
  ])('%s leaves the site', (url) => expect(sameOriginUrl(url, origin)).toBeNull())
  it('listed origins are allowed, others are not', () => {
    expect(allowedOriginUrl('https://old.example/x', origin, ['https://old.example'])).toBe('https://old.example/x')
    expect(allowedOriginUrl('/sh/ovw', origin, [])).toBe('https://hub.example/sh/ovw')
    expect(allowedOriginUrl('https://old.example.evil.example/', origin, ['https://old.example'])).toBeNull()
    expect(allowedOriginUrl('javascript:1', origin, ['null'])).toBeNull()
  })
})
