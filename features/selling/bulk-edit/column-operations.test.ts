import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import type { PatchableListing, PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { testListing } from '#features/selling/listing-changes/testing.ts'
import { kindsOf, readOperation, roundAmount, roundings, type ColumnOperation } from './column-operations.ts'
import { rowPatch, type Cells } from './row-patch.ts'
import { plainFields } from './column-fields.ts'

const listing = testListing({ title: 'Leica M3 body', priceMinor: 127_500, aspects: { Brand: ['Leica'] } })
const names = new Map([['price', 'price'] as const, ['cost', 'cost'] as const])
const choices = { condition: [{ value: 'GOOD', label: 'Good' }] }

function changed(operations: readonly ColumnOperation[], of: PatchableListing = listing, cells: Cells | null = null) {
  const read = operations.map((operation) => readOperation(operation, { grouping: ',', names, seesMoney: true }))
  return rowPatch(of, cells, {
    operations: read.flatMap((each) => (each.ok ? [each.operation] : [])),
    grouping: ',',
    choices,
  })
}

const operation = (field: PatchField, kind: ColumnOperation['kind'], text: string, more = {}): ColumnOperation => ({
  field,
  kind,
  text,
  ...more,
})

describe('an operation', () => {
  it.each([
    [operation('price', 'formula', 'price * 0.95', { rounding: '.99' }), { price: 121_099 }],
    [operation('price', 'formula', '+5'), { price: 128_000 }],
    [operation('title', 'append', ', UK stock'), { title: 'Leica M3 body, UK stock' }],
    [operation('title', 'prepend', 'Classic '), { title: 'Classic Leica M3 body' }],
    [operation('title', 'replace', '', { find: ' body' }), { title: 'Leica M3' }],
    [operation('title', 'replace', '$&', { find: 'M3' }), { title: 'Leica $& body' }],
    [operation('title', 'set', '  New   title '), { title: 'New title' }],
    [operation('sku', 'clear', ''), { sku: null }],
    [operation('aspect.Brand', 'set', 'Leica; Leitz'), { 'aspect.Brand': ['Leica', 'Leitz'] }],
    [operation('aspect.Brand', 'clear', ''), { 'aspect.Brand': null }],
    [operation('condition', 'set', 'GOOD'), { condition: 'GOOD' }],
    [operation('length', 'formula', '12.5'), { length: 125 }],
    [operation('unitCost', 'formula', 'price / 2'), { unitCost: 63_750 }],
    [operation('title', 'replace', 'x', { find: 'not there' }), {}],
    [operation('unitCost', 'formula', 'cost * 2'), {}],
  ])('%j', (given, after) => expect(changed([given]).after).toEqual(after))

  it('follows the one before it on the same column', () => {
    const twice = [operation('price', 'formula', '+ 5'), operation('price', 'formula', '* 2')]
    expect(changed(twice).after).toEqual({ price: 256_000 })
    expect(changed(twice).before).toEqual({ price: 127_500 })
  })

  it('stops where the text is too long, however often it grows', () => {
    const grow = ['title', 'description'].flatMap((field) =>
      Array.from({ length: 20 }, () => operation(field as PatchField, 'replace', 'a'.repeat(50_000), { find: 'a' })),
    )
    const description = 'a'.repeat(50_000)
    const { after } = changed(grow, testListing({ title: 'A camera', description }))
    expect(after.title).toHaveLength(7_000)
    expect(after.description).toHaveLength(100_002)
  })

  it('gives way to a typed cell', () => {
    const typed = changed([operation('price', 'formula', '+5')], listing, { price: { value: 100 } })
    expect(typed.after).toEqual({ price: 100 })
    const wrong = changed([operation('price', 'formula', '+5')], listing, {
      price: { text: 'ten', problem: 'notMoney' },
    })
    expect(wrong).toMatchObject({ after: {}, problems: [{ field: 'price', problem: 'notMoney' }] })
  })

  it('is one that its column offers', () => {
    for (const field of plainFields)
      for (const kind of ['formula', 'set', 'clear', 'replace', 'append', 'prepend'] as const) {
        const reading = { grouping: ',' as const, names, seesMoney: true }
        const read = readOperation(operation(field, kind, '1', { find: 'a' }), reading)
        expect(read.ok, `${field} ${kind}`).toBe(kindsOf(field).includes(kind))
      }
  })

  it('turns best offer on with a limit, and clears the limits with best offer', () => {
    expect(changed([operation('minimumOffer', 'formula', '900')]).after).toEqual({
      bestOffer: true,
      minimumOffer: 90_000,
    })
    const offered = testListing({ bestOffer: { minimumMinor: 100, autoAcceptMinor: 200 } })
    const off = rowPatch(offered, { bestOffer: { value: false } }, { operations: [], grouping: ',', choices })
    expect(off.after).toEqual({ bestOffer: false, minimumOffer: null, autoAccept: null })
    expect(off.before).toEqual({ bestOffer: true, minimumOffer: 100, autoAccept: 200 })
  })
})

describe('rounding', () => {
  it.each([
    [121_125, '.99', 100, 121_099],
    [53_675, '.99', 100, 53_699],
    [30, '.99', 100, 99],
    [1_234, '.00', 100, 1_200],
    [1_030, '0.50', 100, 1_050],
    [1_024, '0.05', 100, 1_025],
    [-500, '.99', 100, -500],
    [1_234, '.99', 1, 1_199],
    [12_345, '.99', 1_000, 11_990],
  ] as const)('%i to %s with %i minor units is %i', (minor, rounding, unit, to) =>
    expect(roundAmount(minor, rounding, unit)).toBe(to),
  )

  it('is idempotent and moves by less than a unit', () => {
    expectForAll(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constantFrom(...roundings), (minor, rounding) => {
      const rounded = roundAmount(minor, rounding, 100)
      expect(roundAmount(rounded, rounding, 100)).toBe(rounded)
      expect(Math.abs(rounded - minor)).toBeLessThan(100)
    })
  })
})
