import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { readSummaryLink, signSummaryLink } from './summary-link.server.ts'

const secret = 'a secret of at least thirty-two characters'
const expiresAt = new Date('2026-12-24T12:00:00Z')
const link = { seller: 'camera shop', listingId: '110000000042', expiresAt }
const before = new Date(expiresAt.getTime() - 1)
const queryOf = (path: string) => new URL(path, 'http://hub').searchParams

describe('a signed link', () => {
  const signed = signSummaryLink(secret, link)

  it('opens until it expires', () => {
    expect(signed).toMatch(
      /^\/sh\/product-summary\?listingId=110000000042&seller=camera\+shop&expires=1798113600&signature=[\w-]{43}$/,
    )
    expect(readSummaryLink(secret, queryOf(signed), before)).toEqual(link)
    expect(readSummaryLink(secret, queryOf(signed), expiresAt)).toBe('refused')
  })

  it('allows any condition and other filters', () =>
    expect(readSummaryLink(secret, queryOf(`${signed}&condition=GOOD&src=x`), before)).toEqual(link))

  it('is absent without its parameters', () =>
    expect(readSummaryLink(secret, queryOf('/?listingId=110000000042&epid=1'), before)).toBeNull())

  it.each([
    'seller=camera',
    'expires=1898113600',
    'listingId=110000000043',
    'signature=',
    'signature=AAAA',
    'seller=',
    'expires=1e12',
  ])('is refused with %s', (change) => {
    const query = queryOf(signed)
    const [[name, value]] = [...new URLSearchParams(change)] as [[string, string]]
    query.set(name, value)
    expect(readSummaryLink(secret, query, before)).toBe('refused')
  })

  it.each(['seller', 'expires', 'signature', 'listingId'])('is refused without its %s, or with two', (name) => {
    const query = queryOf(signed)
    query.append(name, query.get(name)!)
    expect(readSummaryLink(secret, query, before)).toBe('refused')
    query.delete(name)
    expect(readSummaryLink(secret, query, before)).toBe('refused')
  })

  it('is refused with any other signature or secret', () => {
    expect(readSummaryLink(`${secret}!`, queryOf(signed), before)).toBe('refused')
    expectForAll(fc.string(), (signature) => {
      const query = queryOf(signed)
      fc.pre(signature !== query.get('signature'))
      query.set('signature', signature)
      expect(readSummaryLink(secret, query, before)).toBe('refused')
    })
  })
})
