import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountOf } from './offer.ts'
import { sendRefusal, sentPriceMinor, type ListingToOffer } from './send-offers.ts'

const lens: ListingToOffer = {
  state: 'ACTIVE',
  format: 'FIXED_PRICE',
  priceMinor: 5_000,
  available: 3,
  variations: [],
}
const limits = { leastDiscount: 5 }
const terms = { price: { priceMinor: 4_500 }, units: 1, hours: null }

describe('sending offers', () => {
  it.each<
    [refusal: string | null, listing: Partial<ListingToOffer>, terms: Partial<Parameters<typeof sendRefusal>[1]>]
  >([
    [null, {}, {}],
    ['takes-no-offers', { format: 'AUCTION' }, {}],
    ['takes-no-offers', { variations: ['Red'] }, {}],
    ['not-on-sale', { state: 'OUT_OF_STOCK' }, {}],
    ['not-on-sale', { state: 'ENDED' }, {}],
    ['not-less', {}, { price: { priceMinor: 5_000 } }],
    ['not-less', {}, { price: { priceMinor: 0 } }],
    ['not-less', {}, { price: { discountPercent: 100 } }],
    ['too-little-discount', {}, { price: { priceMinor: 4_751 } }],
    [null, {}, { price: { priceMinor: 4_750 } }],
    ['too-little-discount', {}, { price: { discountPercent: 4.9 } }],
    [null, {}, { price: { discountPercent: 5 } }],
    ['not-enough-stock', {}, { units: 4 }],
    [null, {}, { units: 3 }],
    ['wrong-hours', {}, { hours: 0 }],
    ['wrong-hours', {}, { hours: 721 }],
    [null, {}, { hours: 720 }],
  ])('%s: %j, %j', (refusal, listing, changed) => {
    expect(sendRefusal({ ...lens, ...listing }, { ...terms, ...changed }, limits)).toBe(refusal)
  })

  it('never offers less than the least discount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.oneof(
          fc.record({ discountPercent: fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10) }),
          fc.record({ priceMinor: fc.integer({ min: -10, max: 110_000 }) }),
        ),
        (priceMinor, price) => {
          if (sendRefusal({ ...lens, priceMinor }, { ...terms, price }, limits) !== null) return
          const offered = sentPriceMinor(priceMinor, price)
          expect(offered).toBeGreaterThan(0)
          expect(discountOf(priceMinor, offered)).toBeGreaterThanOrEqual(5)
        },
      ),
    )
  })
})
