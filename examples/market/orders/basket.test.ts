import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { listingOf, seller } from '../testing.ts'
import { choiceOf, postageOf, readBasket } from './basket.ts'

const gbp = (value: string) => ({ value, currency: 'GBP' })
const shirt = listingOf('200000000001', {
  variations: [
    { values: ['S', 'Red'], price: gbp('9.00'), sale: null, available: 2 },
    { values: ['M', 'Red'], price: gbp('9.50'), sale: null, available: 0 },
  ],
  stock: { available: 2 },
})
const offers = new Map([
  ['100000000001', { listing: listingOf('100000000001'), seller }],
  ['200000000001', { listing: shirt, seller }],
  ['300000000001', { listing: listingOf('300000000001', { format: 'AUCTION' }), seller }],
  ['350000000001', { listing: listingOf('350000000001', { state: 'PAUSED' }), seller }],
  ['400000000001', { listing: listingOf('400000000001'), seller: { ...seller, id: 's-2', suspended: true } }],
])
const small = choiceOf({ values: ['S', 'Red'] })
const basket = (...lines: [item: string, choice: string, quantity: number][]) =>
  readBasket(
    lines.map(([item, choice, quantity]) => ({ item, choice, quantity })),
    (item) => offers.get(item) ?? null,
  )

describe('a basket', () => {
  it('is put together by seller, with one postage for all that goes in one parcel', () => {
    const [group, ...others] = basket(['100000000001', '', 2], ['200000000001', small, 1])
    expect(others).toEqual([])
    expect(group).toMatchObject({ goodsMinor: 2_900, postageMinor: 165, totalMinor: 3_065, canBeOrdered: true })
  })

  it('says of each thing why it cannot be ordered', () => {
    const problems = (...line: [string, string, number]) => basket(line)[0]?.items[0]?.problem
    expect(problems('100000000001', '', 3)).toBeNull()
    expect(problems('100000000001', '', 4)).toEqual({ reason: 'too-many', available: 3 })
    expect(problems('200000000001', small, 3)).toEqual({ reason: 'too-many', available: 2 })
    expect(problems('200000000001', choiceOf({ values: ['M', 'Red'] }), 1)).toEqual({ reason: 'gone' })
    expect(problems('200000000001', choiceOf({ values: ['XL', 'Red'] }), 1)).toEqual({ reason: 'gone' })
    expect(problems('300000000001', '', 1)).toEqual({ reason: 'gone' })
    expect(problems('350000000001', '', 1)).toEqual({ reason: 'away' })
    expect(problems('400000000001', '', 1)).toEqual({ reason: 'gone' })
    expect(basket(['900000000001', '', 1])).toEqual([])
  })

  it('costs the dearest postage, whatever else is in it', () => {
    const pounds = fc.nat(5_000).map((minor) => (minor / 100).toFixed(2))
    expectForAll(fc.array(pounds, { minLength: 1 }), (prices) => {
      const items = prices.map((value) => ({
        listing: listingOf('100000000001', { postage: { name: 'Letter', price: gbp(value), terms: '' } }),
      }))
      expect(postageOf(items)).toBe(Math.max(...prices.map((value) => Math.round(Number(value) * 100))))
    })
  })
})
