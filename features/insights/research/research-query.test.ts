import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { priceBins } from './charts.server.ts'
import { readResearchQuery, researchParameters, spanOf } from './research-query.ts'

const by = { now: new Date('2026-11-20T12:00Z'), currency: 'GBP', grouping: ',' } as const
const read = (search: string) => readResearchQuery(new URLSearchParams(search), by)

describe('the address of a search', () => {
  it('has 90 days by default, today included', () => {
    expect(read('')).toMatchObject({ range: 90, days: { from: '2026-08-23', to: '2026-11-20' }, tab: 'sold' })
    expect(spanOf(read('dayRange=30'))).toEqual({ from: new Date('2026-10-22'), before: new Date('2026-11-21') })
    expect(read('dayRange=31').range).toBe(90)
  })

  it('takes own days that end today at the latest, and names those it cannot take', () => {
    expect(read('startDate=2026-11-01&endDate=2026-12-24')).toMatchObject({
      range: null,
      days: { from: '2026-11-01', to: '2026-11-20' },
    })
    for (const days of [
      'startDate=2026-11-21&endDate=2026-11-22',
      'startDate=2026-11-05&endDate=2026-11-04',
      'startDate=x',
    ])
      expect(read(days)).toMatchObject({ range: 90, refused: { days: true } })
  })

  it('takes prices as people type them, and names those that are none', () => {
    expect(read('minPrice=1,200&maxPrice=1300.5')).toMatchObject({ least: '1200', most: '1300.5', refused: {} })
    for (const prices of ['minPrice=cheap', 'minPrice=40&maxPrice=39', 'maxPrice=-1'])
      expect(read(prices)).toMatchObject({ least: null, most: null, refused: { price: true } })
  })

  it('compares at most four products', () => {
    expect(read('compare=1,2,2,3,4,5').compare).toEqual(['1', '2', '3', '4'])
  })

  it('says the same again', () => {
    const text = fc.constantFrom(
      '',
      'GOOD,NEW',
      'ACTIVE',
      'GB,DE',
      '40',
      '365',
      '2026-09-01',
      'nikon fm2, fe2',
      '50',
      'value',
    )
    const names = [
      'keywords',
      'tabName',
      'condition',
      'country',
      'minPrice',
      'maxPrice',
      'dayRange',
      'startDate',
      'endDate',
      'since',
      'offset',
      'sorting',
    ]
    expectForAll(fc.dictionary(fc.constantFrom(...names), text), (params) => {
      const query = readResearchQuery(new URLSearchParams(params), by)
      const again = readResearchQuery(new URLSearchParams(researchParameters(query)), by)
      expect({ ...again, refused: {} }).toEqual({ ...query, refused: {} })
    })
  })
})

describe('priceBins', () => {
  it('have round limits around all prices', () => {
    expect(priceBins(795, 1050)).toEqual({ first: 780, width: 20, count: 14 })
    expect(priceBins(500, 500)).toEqual({ first: 500, width: 1, count: 1 })
    const price = fc.integer({ min: 0, max: 10 ** 9 })
    expectForAll(price, price, (a, b) => {
      const [lowest, highest] = [Math.min(a, b), Math.max(a, b)]
      const { first, width, count } = priceBins(lowest, highest)
      expect(first).toBeLessThanOrEqual(lowest)
      expect(first + width * count).toBeGreaterThan(highest)
      expect(count).toBeLessThanOrEqual(16)
    })
  })
})
