import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { addNames, netMinor, taxKinds, type CountrySum, type NamedSum } from './tax-sums.ts'

const sum = (change: Partial<CountrySum> = {}): CountrySum => ({
  country: 'DE',
  kind: 'SELLER',
  currency: 'EUR',
  collectedMinor: 1_900,
  returnedMinor: 0,
  ...change,
})
const named = (change: Partial<NamedSum> = {}): NamedSum => ({
  ...sum(),
  name: 'VAT',
  rate: '19',
  taxableMinor: 10_000,
  ...change,
})

describe('the taxes of a country', () => {
  it('that were all returned stay, as they were collected', () => {
    const all = sum({ returnedMinor: -1_900 })
    expect(addNames([all], [])).toEqual([{ ...all, tax: null, taxableMinor: null }])
    const nothing = sum({ collectedMinor: 0 })
    expect(addNames([nothing], [])).toEqual([{ ...nothing, tax: null, taxableMinor: null }])
  })
  it('that were collected without a name stay beside a name that nets to the same', () => {
    const [first, rest] = addNames([sum({ returnedMinor: -500 })], [named({ collectedMinor: 1_400 })])
    expect(first).toMatchObject({ tax: { name: 'VAT' }, collectedMinor: 1_400, returnedMinor: 0 })
    // What is left nets to nothing, and was collected and returned.
    expect(rest).toMatchObject({ tax: null, collectedMinor: 500, returnedMinor: -500 })
  })
  it('are those of their names alone where nothing is left', () => {
    expect(addNames([sum()], [named()])).toEqual([{ ...sum(), tax: { name: 'VAT', rate: '19' }, taxableMinor: 10_000 }])
  })
  it('that have no name stand beside the sales that the lines say', () => {
    const unnamed = named({ name: '', rate: null, collectedMinor: 500, taxableMinor: 2_500 })
    const taxes = addNames([sum()], [named({ collectedMinor: 1_400 }), unnamed])
    expect(taxes).toMatchObject([
      { tax: { name: 'VAT' }, taxableMinor: 10_000 },
      { tax: null, collectedMinor: 500, taxableMinor: 2_500 },
    ])
  })
  it('are beside the sales of their name and rate, less refunds', () => {
    const back = named({ collectedMinor: 0, returnedMinor: -190, taxableMinor: -1_000 })
    const reduced = named({ rate: '7', collectedMinor: 70, taxableMinor: 1_000 })
    const taxes = addNames([sum({ collectedMinor: 1_970, returnedMinor: -190 })], [named(), back, reduced])
    expect(taxes.map(({ tax, taxableMinor }) => [tax?.rate, taxableMinor])).toEqual([
      ['19', 9_000],
      ['7', 1_000],
    ])
  })
  it('that prices contain are in no posting, and follow their country', () => {
    const contained = named({ kind: 'INCLUDED', collectedMinor: 300 })
    expect(addNames([sum()], [contained]).map(({ kind, tax }) => [kind, tax?.name ?? null])).toEqual([
      ['SELLER', null],
      ['INCLUDED', 'VAT'],
    ])
  })
})

const minor = fc.integer({ min: 0, max: 500 })
const anySum = fc.record({
  country: fc.constantFrom('DE', 'AT', null),
  kind: fc.constantFrom(...taxKinds),
  currency: fc.constantFrom('EUR', 'GBP'),
  collectedMinor: minor,
  returnedMinor: minor.map((n) => 0 - n),
})
const keyOf = ({ country, kind, currency }: CountrySum) => `${country} ${kind} ${currency}`
const totals = (sums: readonly CountrySum[]) => {
  const by = new Map<string, [number, number]>()
  for (const each of sums) {
    const [collected, returned] = by.get(keyOf(each)) ?? [0, 0]
    by.set(keyOf(each), [collected + each.collectedMinor, returned + each.returnedMinor])
  }
  return by
}

it('each country and kind adds up to what was posted, or contained, and none of them vanishes', () => {
  expectForAll(
    fc.uniqueArray(
      anySum.filter(({ kind }) => kind !== 'INCLUDED'),
      { selector: keyOf, maxLength: 6 },
    ),
    fc.array(
      anySum.chain((of) =>
        fc.record({
          ...pure(of),
          name: fc.constantFrom('VAT', 'GST', ''),
          rate: fc.constant(null),
          taxableMinor: minor,
        }),
      ),
      { maxLength: 8 },
    ),
    (posted, told) => {
      const taxes = addNames(posted, told)
      const expected = totals([...posted, ...told.filter(({ kind }) => kind === 'INCLUDED')])
      expect(totals(taxes)).toEqual(expected)
      expect(taxes.reduce((all, tax) => all + netMinor(tax), 0)).toBe(
        [...expected.values()].reduce((all, [collected, returned]) => all + collected + returned, 0),
      )
    },
  )
})

/** Arbitraries of fixed values. */
function pure(of: CountrySum) {
  return {
    country: fc.constant(of.country),
    kind: fc.constant(of.kind),
    currency: fc.constant(of.currency),
    collectedMinor: fc.constant(of.collectedMinor),
    returnedMinor: fc.constant(of.returnedMinor),
  }
}
