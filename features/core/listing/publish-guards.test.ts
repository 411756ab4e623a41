import { noCustoms } from '#features/core/listing/customs-details.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { fieldId } from './field-id.ts'
import { codePointLength, lowestPrice, totalQuantity, type ListingContent } from './listing-content.ts'
import { publishProblems } from './publish-guards.ts'

const facts = { requiredAspects: ['Brand', 'Mount'], hasOtherPicture: false, now: new Date('2026-11-20T12:00:00Z') }
const whole: ListingContent = {
  title: 'Leica M3',
  sku: 'CAM-1',
  epid: null,
  category: 'Cameras & Photography > Film Cameras',
  condition: 'GOOD',
  format: 'FIXED_PRICE',
  pictures: ['1'],
  description: '',
  aspects: { Brand: ['Leica'], Mount: ['M'] },
  currency: 'GBP',
  priceMinor: 124_900,
  quantity: 1,
  bestOffer: null,
  axes: [],
  variations: [],
  parcel: { weightGrams: null, lengthMm: null, widthMm: null, heightMm: null, packageId: null },
  customs: noCustoms,
  handlingDays: 1,
  policies: { FULFILMENT: 'f', PAYMENT: 'p', RETURN: 'r' },
  startsAt: null,
  costMinor: null,
  postageMinor: null,
}
const empty: ListingContent = {
  ...whole,
  title: '',
  sku: null,
  category: null,
  condition: null,
  pictures: [],
  aspects: {},
  priceMinor: null,
  quantity: null,
  handlingDays: null,
  policies: { FULFILMENT: null, PAYMENT: null, RETURN: null },
}
const problems = (change: Partial<ListingContent>) =>
  publishProblems({ ...whole, ...change }, facts).map(({ field, problem }) => `${field}: ${problem}`)

describe('the guards of publishing', () => {
  it('accept a complete listing', () => expect(problems({})).toEqual([]))
  it('use the product’s picture if the listing has none', () =>
    expect(publishProblems({ ...whole, pictures: [] }, { ...facts, hasOtherPicture: true })).toEqual([]))
  it('report everything missing at once, each with its field', () =>
    expect(publishProblems(empty, facts).map(({ fieldId: id, problem }) => `${id}: ${problem}`)).toEqual([
      'title: titleMissing',
      'condition: conditionMissing',
      'category: categoryMissing',
      'pictures: pictureMissing',
      'price: priceMissing',
      'quantity: quantityMissing',
      'policy-FULFILMENT: policyMissing',
      'policy-PAYMENT: policyMissing',
      'policy-RETURN: policyMissing',
      'handling: handlingMissing',
    ]))
  it.each([
    [{ title: '🎞'.repeat(80) }, []],
    [{ title: '🎞'.repeat(81) }, ['title: titleLong']],
    [{ sku: '🎞'.repeat(50) }, []],
    [{ sku: 'x'.repeat(51) }, ['sku: skuLong']],
    [{ sku: 'a\u0007' }, ['sku: skuCharacters']],
    [{ priceMinor: 0 }, ['price: priceMissing']],
    [{ quantity: 0 }, ['quantity: quantityMissing']],
    [{ format: 'AUCTION', quantity: 2 }, ['quantity: auctionQuantity']],
    [{ aspects: { Brand: ['Leica'] } }, ['aspect.Mount: aspectMissing']],
    [{ pictures: Array.from({ length: 25 }, String) }, ['pictures: picturesMany']],
    [{ startsAt: facts.now }, ['startDate: startPast']],
    [{ startsAt: new Date(facts.now.getTime() + 1) }, []],
    [{ bestOffer: { minimumMinor: 100, autoAcceptMinor: 200 } }, []],
    [{ bestOffer: { minimumMinor: 200, autoAcceptMinor: 200 } }, ['minimumOffer: offerOrder']],
    [{ bestOffer: { minimumMinor: null, autoAcceptMinor: 124_900 } }, ['autoAccept: autoAccept']],
    [{ bestOffer: { minimumMinor: 0, autoAcceptMinor: null } }, ['minimumOffer: minimumOffer']],
  ] satisfies [Partial<ListingContent>, string[]][])('%j', (change, expected) =>
    expect(problems(change)).toEqual(expected),
  )

  it('check the variations instead of price and quantity', () => {
    const axes = [{ name: 'Size', values: ['S', 'M'] }]
    const row = (values: string[], change = {}) => ({ values, sku: null, priceMinor: 500, quantity: 1, ...change })
    const offered = { axes, priceMinor: null, quantity: null }
    expect(problems({ ...offered, variations: [row(['S']), row(['M'], { quantity: 0 })] })).toEqual([])
    expect(
      problems({
        ...offered,
        variations: [row(['S'], { sku: 'CAM-1', priceMinor: 0 }), row(['M'], { quantity: null })],
      }),
    ).toEqual(['row.0.sku: skuTwice', 'row.0.price: rowPrice', 'row.1.quantity: rowQuantity'])
    expect(problems({ ...offered, variations: [row(['S'], { quantity: 0 })] })).toEqual(['row.0.quantity: rowsSoldOut'])
    expect(problems({ ...offered, format: 'AUCTION', variations: [row(['S'])] })).toEqual(['format: auctionVariations'])
    expect(problems({ ...offered, axes: [{ name: '', values: ['S'] }], variations: [row(['S'])] })).toEqual([
      'axis1.name: axisNameMissing',
    ])
    expect(
      problems({ ...offered, axes: [...axes, { name: 'size', values: ['x'] }], variations: [row(['S', 'x'])] }),
    ).toEqual(['axis2.name: axisTwice'])
  })
  it('refuse one SKU for two variations', () => {
    const row = (value: string, sku: string | null) => ({ values: [value], sku, priceMinor: 500, quantity: 1 })
    const withSkus = (...skus: (string | null)[]) =>
      problems({
        axes: [{ name: 'Size', values: ['S', 'M'] }],
        variations: [row('S', skus[0]!), row('M', skus[1]!)],
        priceMinor: null,
        quantity: null,
      })
    expect(withSkus('VAR-1', 'VAR-1')).toEqual(['row.1.sku: skuTwice'])
    expect(withSkus('VAR-1', 'VAR-2')).toEqual([])
    expect(withSkus(null, null)).toEqual([])
  })
  it('reject best-offer limits in the wrong order', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 200 }), { nil: null })
    expectForAll(fc.integer({ min: 1, max: 200 }), limit, limit, (priceMinor, minimumMinor, autoAcceptMinor) => {
      const steps = [0, minimumMinor, autoAcceptMinor, priceMinor].filter((step) => step !== null)
      const rising = steps.every((step, index) => index === 0 || step > steps[index - 1]!)
      expect(problems({ priceMinor, bestOffer: { minimumMinor, autoAcceptMinor } }).length === 0).toBe(rising)
    })
  })
})

describe('content', () => {
  it('counts characters, not code units', () => expect(codePointLength('a🎞é')).toBe(3))
  it('with variations has the lowest price and the total quantity', () => {
    const variations = [
      { values: ['S'], sku: null, priceMinor: 700, quantity: 2 },
      { values: ['M'], sku: null, priceMinor: 500, quantity: null },
    ]
    const content = { ...whole, axes: [{ name: 'Size', values: ['S', 'M'] }], variations }
    expect([lowestPrice(content), totalQuantity(content), lowestPrice(whole), totalQuantity(whole)]).toEqual([
      500, 2, 124_900, 1,
    ])
  })
  it('gives each field its own id', () => {
    const names = ['aspect.Größe', 'aspect.Grosse', 'aspect.Gr_f6_dfe', 'aspect.サイズ', 'row.0.sku']
    const ids = names.map(fieldId)
    expect(new Set(ids).size).toBe(names.length)
    for (const id of ids) expect(id).toMatch(/^[\w-]+$/)
  })
})
