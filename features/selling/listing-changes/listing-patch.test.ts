import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { changesOf, hasValues, patched, type ListingPatch, type PatchableListing } from './listing-patch.ts'
import { patchProblems, type PatchFacts } from './patch-problems.ts'
import { testListing } from './testing.ts'

const taxonomy = {
  name: 'test',
  asOf: '2026-01-01',
  leaves: [
    { path: 'Cameras', fees: 'all', aspects: [{ name: 'Brand', required: true }] },
    { path: 'Lenses', fees: 'all', aspects: [{ name: 'Mount', required: true }] },
  ],
}
const facts: PatchFacts = {
  taxonomy,
  limits: { priceMinor: 1_000_000, quantity: 1000 },
  policies: new Set(['RETURN r', 'RETURN s']),
  isSkuTaken: false,
  now: new Date('2026-11-20T12:00:00Z'),
}

const variation = (content: Parameters<typeof testListing>[0] = {}) =>
  testListing(content, {
    hasVariations: true,
    variation: { key: 'S', position: 1 },
    relatedSkus: new Set(['L']),
    state: 'SCHEDULED',
  })

const problems = (listing: PatchableListing, patch: ListingPatch, more: Partial<PatchFacts> = {}) =>
  patchProblems(listing, patch, { ...facts, ...more }).map(({ field, problem }) => `${field} ${problem}`)

describe('a patch', () => {
  it.each<[string, PatchableListing, ListingPatch, string[]]>([
    ['is fine', testListing(), { price: 500, title: 'New' }, []],
    ['a title that is too long', testListing(), { title: 'x'.repeat(81) }, ['title titleLong']],
    ['no title', testListing(), { title: '' }, ['title titleMissing']],
    ['no price', testListing(), { price: 0 }, ['price priceMissing']],
    ['a price above the limit', testListing(), { price: 1_000_001 }, ['price tooMuch']],
    ['a negative quantity', testListing(), { quantity: -1 }, ['quantity tooLittle', 'quantity quantityMissing']],
    ['sold out', testListing(), { quantity: 0 }, []],
    [
      'an auction of several',
      testListing({ format: 'AUCTION', quantity: 1 }),
      { quantity: 2 },
      ['quantity auctionQuantity'],
    ],
    [
      'a price below the lowest offer',
      testListing({ bestOffer: { minimumMinor: 5000, autoAcceptMinor: null } }),
      { price: 4000 },
      ['price minimumOffer'],
    ],
    [
      'a price not above the one from which offers are accepted',
      testListing({ bestOffer: { minimumMinor: null, autoAcceptMinor: 4000 } }),
      { price: 4000 },
      ['price autoAccept'],
    ],
    ['units that the shop counts', testListing({}, { isStockOfShop: true }), { quantity: 7 }, ['quantity stockOfShop']],
    ['a title after a sale', testListing({}, { quantitySold: 1 }), { title: 'New' }, ['title titleSold']],
    ['a draft', testListing({}, { state: 'DRAFT' }), { price: 5 }, ['price notHere']],
    ['an ended one', testListing({}, { state: 'ENDED' }), { price: 5 }, ['price notHere']],
    ['variations', testListing({}, { hasVariations: true }), { price: 5, title: 'New' }, ['price hasVariations']],
    ['a variation', variation(), { price: 5, sku: 'M', title: 'New' }, ['title ofWholeListing']],
    ['a variation that is sold out', variation({ quantity: 3 }), { quantity: 0 }, []],
    ['a variation with the SKU of another', variation(), { sku: 'L' }, ['sku skuTaken']],
    ['a cost without SKU', testListing({ sku: null }), { unitCost: 5 }, ['unitCost costWithoutSku']],
    ['a cost of what was bought', testListing({}, { isCostBought: true }), { unitCost: 5 }, ['unitCost costBought']],
    ['a cost of a kit', testListing({ parts: [{ sku: 'MUG', units: 2 }] }), { unitCost: 5 }, ['unitCost costOfKit']],
    ['a bin without SKU', testListing({ sku: null }), { bin: 'A1' }, ['bin binWithoutSku']],
    ['a long bin', testListing(), { bin: 'A'.repeat(21) }, ['bin binLong']],
    ['a policy that is gone', testListing(), { 'policy.RETURN': 'gone' }, ['policy.RETURN policyGone']],
    ['a policy of the seller', testListing(), { 'policy.RETURN': 's' }, []],
    [
      'a category that requires more',
      testListing({ category: 'Cameras' }),
      { category: 'Lenses' },
      ['category aspectMissing'],
    ],
    [
      'an aspect that is required',
      testListing({ category: 'Lenses', aspects: { Mount: ['M'] } }),
      { 'aspect.Mount': null },
      ['aspect.Mount aspectMissing'],
    ],
  ])('%s', (_name, listing, patch, expected) => expect(problems(listing, patch)).toEqual(expected))

  it('is not refused for what is wrong already', () => {
    const imported = testListing({ category: 'Lenses', handlingDays: null, condition: null })
    expect(problems(imported, { price: 500 })).toEqual([])
  })

  it('is refused for a SKU in use', () => {
    expect(problems(testListing(), { sku: 'X' }, { isSkuTaken: true })).toEqual(['sku skuTaken'])
  })

  it('is undone by its inverse', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 10_000 }))
    const fields: fc.Arbitrary<ListingPatch> = fc.record(
      {
        price: fc.integer({ min: 1, max: 10_000 }),
        title: fc.string({ maxLength: 80 }),
        sku: fc.option(fc.string({ minLength: 1 })),
        bestOffer: fc.boolean(),
        minimumOffer: amount,
        autoAccept: amount,
        weight: amount,
        bin: fc.option(fc.string({ minLength: 1 })),
        cost: amount,
        unitCost: amount,
        'policy.RETURN': fc.constantFrom('r', 's'),
      },
      { requiredKeys: [] },
    )
    const brands = fc.option(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }))
    const offer = fc.option(fc.record({ minimumMinor: amount, autoAcceptMinor: amount }))
    expectForAll(fields, brands, offer, (patch, brand, bestOffer) => {
      const given: ListingPatch = { ...patch, 'aspect.Brand': brand }
      const listing = testListing({ bestOffer, aspects: { Brand: ['Leica'], Mount: ['M'] } })
      const { before, after } = changesOf(listing, given)
      const changed = patched(listing, after)
      expect(hasValues(listing, before)).toBe(true)
      expect(hasValues(changed, after)).toBe(true)
      expect(changesOf(changed, after).after).toEqual({})
      expect(patched(changed, before)).toEqual(listing)
    })
  })
})
