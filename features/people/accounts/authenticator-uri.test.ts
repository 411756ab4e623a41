import fc from 'fast-check'
import { expect, it } from 'vitest'
import { authenticatorUri, base32 } from './authenticator-uri.ts'

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 writes %j as RFC 4648 does, unpadded', (text, encoded) => {
  expect(base32(new TextEncoder().encode(text))).toBe(encoded)
})

it('authenticatorUri is a valid URL for any names', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1 })
  const readable = fc.property(names, names, (issuer, account) => {
    const url = new URL(authenticatorUri({ secret: 'secret', issuer, account }).uri)
    return url.searchParams.get('issuer') === issuer && url.searchParams.get('secret') === 'ONSWG4TFOQ'
  })
  expect(fc.check(readable)).toMatchObject({ failed: false })
})
