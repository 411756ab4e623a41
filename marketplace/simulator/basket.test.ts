import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { parseDecimal } from '#lib/money.ts'
import { createRandom } from '#lib/random.ts'
import { fillBasket, hashText, linesOf, offersOf, rankedOffers, type Offer } from './basket.ts'
import { buyerOf, homesOf, orderId, orderNumber } from './place-order.ts'
import { trafficOf } from './traffic.ts'

const offer = fc
  .record({
    seller: fc.constantFrom('lens', 'papier', 'kiosk'),
    item: fc.integer({ min: 1, max: 60 }).map((number) => `1100000000${String(number).padStart(2, '0')}`),
    currency: fc.constantFrom('GBP', 'EUR', 'JPY'),
    priceMinor: fc.integer({ min: 0, max: 500_000 }),
  })
  .map((part): Offer => ({
    ...part,
    variation: null,
    title: 'A thing',
    takesOffers: true,
    mark: hashText(`${part.seller} ${part.item}`),
  }))
const offers = fc.uniqueArray(offer, { selector: ({ mark }) => mark, maxLength: 40 })
const near = (seller: string) => seller === 'lens'

describe('preferences', () => {
  it('keep their order whatever is added or removed', () => {
    expectForAll(offers, fc.nat(), fc.nat(), (all, shopper, gone) => {
      const preferred = rankedOffers(shopper, all, near)
      expect(preferred).toHaveLength(all.length)
      const without = all.filter((_, index) => index !== gone % Math.max(1, all.length))
      expect(rankedOffers(shopper, without.toReversed(), near)).toEqual(
        preferred.filter((each) => without.includes(each)),
      )
    })
  })

  it('favour popular, cheap and nearby listings', () => {
    const thing = (seller: string, item: number, priceMinor: number): Offer => ({
      seller,
      item: String(item),
      variation: null,
      title: '',
      currency: 'GBP',
      priceMinor,
      takesOffers: false,
      mark: hashText(`${seller} ${item}`),
    })
    const shop = (seller: string, priceMinor: number) =>
      Array.from({ length: 40 }, (_, index) => thing(seller, index, priceMinor))
    const first = (all: Offer[]) =>
      Array.from({ length: 400 }, (_, index) => rankedOffers(hashText(`o${index}`), all, near)[0]!)
    const byPrice = first([...shop('papier', 500), ...shop('kiosk', 90_000)])
    expect(byPrice.filter(({ priceMinor }) => priceMinor === 500).length).toBeGreaterThan(250)
    expect(
      first([...shop('lens', 500), ...shop('kiosk', 500)]).filter(({ seller }) => near(seller)).length,
    ).toBeGreaterThan(300)
    const often = Map.groupBy(first(shop('papier', 500)), ({ item }) => item)
    expect(Math.max(...[...often.values()].map(({ length }) => length))).toBeGreaterThan(30)
  })
})

it('a basket has one seller, one currency, different listings, and quantities that the API accepts', () => {
  expectForAll(offers, fc.nat(), fc.string(), (all, shopper, seed) => {
    const preferred = rankedOffers(shopper, all, near)
    const basket = fillBasket(createRandom(seed), preferred)
    if (!basket) {
      expect(all).toEqual([])
      return
    }
    expect(basket.takes[0].offer).toBe(preferred[0])
    for (const { offer: taken, quantity } of basket.takes) {
      expect([taken.seller, taken.currency]).toEqual([basket.seller, basket.currency])
      expect(quantity).toBeGreaterThan(0)
    }
    expect(new Set(basket.takes.map(({ offer: taken }) => taken.item)).size).toBe(basket.takes.length)
    for (const { unitPrice, shipping } of linesOf(basket))
      for (const amount of [unitPrice, ...(shipping ? [shipping] : [])])
        expect(parseDecimal(amount.value, amount.currency)).not.toBeNull()
  })
})

describe('the offers', () => {
  const listing = {
    item: '110000000001',
    state: 'ACTIVE',
    format: 'FIXED_PRICE',
    title: 'Shirt',
    pictures: [],
    price: { value: '9.50', currency: 'GBP' },
    sale: null,
    takesOffers: true,
    variations: [
      { values: ['Red', 'M'], sku: 'R-M', price: { value: '9.50', currency: 'GBP' }, sale: null },
      { values: ['Red', 'L'], sku: null, price: { value: '9.50', currency: 'GBP' }, sale: null },
    ],
  }

  it('are all orderable variations, without listings off sale or in auction', () => {
    expect(offersOf('lens', listing)).toMatchObject([
      { variation: ['Red', 'M'], title: 'Shirt (Red, M)', priceMinor: 950 },
      { variation: ['Red', 'L'], title: 'Shirt (Red, L)', priceMinor: 950 },
    ])
    expect(offersOf('lens', { ...listing, variations: [] })).toMatchObject([{ variation: null, title: 'Shirt' }])
    expect(offersOf('lens', { ...listing, state: 'OUT_OF_STOCK' })).toEqual([])
    expect(offersOf('lens', { ...listing, format: 'AUCTION' })).toEqual([])
  })

  it('cost what a sale asks while it is on', () => {
    const sale = { price: { value: '8.00', currency: 'GBP' }, isOn: true }
    const [red, other] = listing.variations
    const pricesOf = (isOn: boolean) =>
      offersOf('lens', { ...listing, sale: { ...sale, isOn }, variations: [{ ...red!, sale }, other!] })
    expect(pricesOf(true).map(({ priceMinor }) => priceMinor)).toEqual([800, 950])
    expect(pricesOf(false).map(({ priceMinor }) => priceMinor)).toEqual([950, 950])
    expect(offersOf('lens', { ...listing, sale, variations: [] })).toMatchObject([{ priceMinor: 800 }])
  })
})

it('a buyer is the same for the same number, and usually lives where sellers are', () => {
  const homes = homesOf([{ country: 'DE' }, { country: 'XX' }])
  expect(buyerOf('sim-1', 7, homes)).toEqual(buyerOf('sim-1', 7, homes))
  const all = Array.from({ length: 300 }, (_, index) => buyerOf('sim-1', index + 1, homes))
  expect(new Set(all.map(({ username }) => username)).size).toBe(all.length)
  expect(all.filter(({ country }) => country === 'DE').length).toBeGreaterThan(220)
  expect(homesOf([]).reduce((sum, [, share]) => sum + share, 0)).toBeGreaterThan(0)
})

it('an order’s number is read from its own id only', () => {
  expectForAll(
    fc.integer({ min: 1, max: 999_999_999 }),
    (number) => orderNumber('sim-1', orderId('sim-1', number)) === number,
  )
  for (const id of ['sim-1-', 'sim-1-01', 'sim-11-3', 'A-1001', 'sim-1-2x', 'sim-1--3'])
    expect(orderNumber('sim-1', id)).toBeNull()
})

it('the traffic of a day only grows, and includes no views without a listing', () => {
  const midnight = Date.parse('2026-11-23T00:00:00Z')
  expectForAll(
    fc.nat(86_399_999),
    fc.nat(86_399_999),
    fc.integer({ min: 1, max: 100_000 }),
    fc.nat(),
    (a, b, speed, mark) => {
      const of = (span: number) => trafficOf('sim-1', { item: '110000000001', mark }, { now: midnight + span, speed })
      const [early, late] = [of(Math.min(a, b)), of(Math.max(a, b))]
      for (const field of ['impressions', 'views', 'watchers'] as const)
        expect(late[field]).toBeGreaterThanOrEqual(early[field])
      expect(late.views).toBeLessThanOrEqual(late.impressions)
      expect(late.impressions).toBeLessThanOrEqual(10_000_000)
    },
  )
})
