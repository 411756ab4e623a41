import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { conditionChanges } from '#lib/frame-messages.ts'
import { refilterQuery } from '#lib/query.ts'
import { assessEvidence, minSales, pricingChange, sellThrough, type EvidenceRow } from './product-summary.ts'
import { pricingOf, summaryQuery } from './pricing-query.ts'

const row: EvidenceRow = {
  sales: 42,
  ownSales: 12,
  low: 2000,
  typical: 2450,
  high: 2900,
  average: 2511,
  shipping: 395,
}

describe('assessEvidence', () => {
  it('gives a price from five sales on, with its reliability', () => {
    expect(assessEvidence(row, 'GBP')).toMatchObject({
      strength: 'good',
      sales: 42,
      ownSales: 12,
      figures: { typical: { minor: 2450, currency: 'GBP' }, shipping: { minor: 395, currency: 'GBP' } },
    })
    expect(assessEvidence({ ...row, sales: 19 }, 'GBP').strength).toBe('fair')
  })

  it('gives no price from too few sales', () => {
    expect(assessEvidence({ ...row, sales: 4, ownSales: 4 }, 'GBP')).toEqual({
      strength: 'little',
      sales: 4,
      ownSales: 4,
      figures: null,
    })
    expect(assessEvidence(undefined, 'GBP')).toEqual({ strength: 'none', sales: 0, ownSales: 0, figures: null })
  })

  it('has figures exactly if there are enough sales in one currency', () => {
    expectForAll(fc.nat(100), fc.constantFrom('GBP', 'JPY'), (sales, currency) => {
      const { figures } = assessEvidence({ ...row, sales }, currency)
      expect(figures !== null).toBe(sales >= minSales)
      for (const amount of Object.values(figures ?? {})) expect(amount.currency).toBe(currency)
    })
  })
})

it('sellThrough is the share of listings on offer that sold', () => {
  expect(sellThrough({ offered: 8, sold: 2 })).toBe(0.25)
  expect(sellThrough({ offered: 0, sold: 0 })).toBeNull()
})

describe('pricingChange', () => {
  const shown = { epid: '12', condition: 'NEW', format: 'FIXED_PRICE' }

  it.each([
    ['nothing', shown, null],
    ['blanks', { ...shown, condition: ' NEW ', gtin: '' }, null],
    ['the condition', { ...shown, condition: 'GOOD' }, { fieldChanged: 'condition', condition: 'GOOD' }],
    ['the format', { ...shown, format: 'AUCTION' }, { fieldChanged: 'format', format: 'AUCTION' }],
    ['the variation', { ...shown, variation: 'blue' }, { fieldChanged: 'variation', variation: 'blue' }],
    [
      'more variations than a frame takes',
      { ...shown, variation: 'red,'.repeat(300) },
      { fieldChanged: 'variation', variation: 'red,'.repeat(50) },
    ],
    [
      'the product',
      { ...shown, epid: null, gtin: '4006381333931' },
      { fieldChanged: 'product', epid: '', gtin: '4006381333931' },
    ],
    [
      'the product with its condition',
      { ...shown, epid: '13', condition: 'GOOD' },
      { fieldChanged: 'product', epid: '13', condition: 'GOOD' },
    ],
  ] as const)('%s', (_, wanted, expected) => expect(pricingChange(shown, wanted)).toEqual(expected))

  it('changes the summary to exactly what is requested', () => {
    const fields = fc.record({
      epid: fc.option(fc.constantFrom('1', '2')),
      gtin: fc.option(fc.constantFrom('4006381333931')),
      title: fc.option(fc.constantFrom('Leica M3', 'Rollei 35')),
      condition: fc.option(fc.constantFrom('NEW', 'GOOD')),
      format: fc.option(fc.constantFrom('AUCTION')),
      variation: fc.option(fc.constantFrom('blue')),
    })
    const query = (given: Record<string, string | null>) =>
      new URLSearchParams(Object.entries(given).flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
    expectForAll(fields, fields, (before, after) => {
      const data = pricingChange(before, after)
      const reached = data ? refilterQuery(query(before), conditionChanges(data)!) : query(before).toString()
      const sorted = (text: string) => [...new URLSearchParams(text)].map(String).toSorted()
      expect(sorted(reached)).toEqual(sorted(query(after).toString()))
    })
  })
})

it('a summary’s query contains the given values and is read back', () => {
  expect(summaryQuery({ epid: ' 42 ', condition: 'NEW', title: '', gtin: null })).toBe('epid=42&condition=NEW')
  const fields = { listingId: '110000000001', title: 'Größe & Maß', condition: 'GOOD' }
  expect(pricingOf(`?${summaryQuery(fields)}&src=x`)).toEqual({ ...pricingOf(''), ...fields })
  expect(pricingChange(pricingOf(summaryQuery(fields)), fields)).toBeNull()
})
