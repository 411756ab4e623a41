import { describe, expect, it } from 'vitest'
import { compareSales, currentSpans, previousSpans } from './sales-period.ts'
import { addSales, averageOrder, changeOf, type SalesRow } from './sales.ts'

const zone = 'Europe/London'
const comparison = compareSales(new Date('2026-11-20T10:30Z'), 7, zone)
const current = currentSpans(comparison)
const previous = previousSpans(comparison, zone)
const row = (
  period: SalesRow['period'],
  span: number,
  currency: string,
  orders: number,
  grossMinor: number | bigint,
): SalesRow => ({
  period,
  span,
  currency,
  orders,
  units: orders * 2,
  grossMinor,
})
const add = (rows: SalesRow[], currency = 'GBP') => addSales({ rows, current, previous, comparison, currency })

describe('addSales', () => {
  // Today a week ago is split at 10:30: span 6 counts for the comparison, span 7 only in the chart.
  const rows = [
    row('current', 0, 'GBP', 2, 3000),
    row('current', 6, 'GBP', 1, 1000),
    row('current', 6, 'JPY', 3, 9000),
    row('current', 2, 'EUR', 4, 100),
    row('previous', 6, 'GBP', 1, 2000),
    row('previous', 7, 'GBP', 5, 7000),
    row('previous', 1, 'USD', 1, 50),
  ]

  it('adds up by currency and never across currencies', () => {
    const { main, others } = add(rows)
    expect(main.current).toEqual({ currency: 'GBP', orders: 3, units: 6, grossMinor: 4000 })
    expect(main.previous).toEqual({ currency: 'GBP', orders: 1, units: 2, grossMinor: 2000 })
    expect(others.map(({ currency, current: sum }) => [currency, sum.grossMinor])).toEqual([
      ['EUR', 100],
      ['JPY', 9000],
    ])
  })

  it('adds up exactly beyond safe integers', () => {
    const great = [row('current', 0, 'GBP', 1, 2 ** 53 - 1), row('current', 6, 'GBP', 1, 2)]
    expect(add(great).main.current.grossMinor).toBe(2n ** 53n + 1n)
    expect(averageOrder(add(great).main.current)).toBe(2 ** 52)
  })

  it('shows the previous period completely in the chart', () => {
    const { steps } = add(rows)
    expect(steps.current.map((sum) => sum?.grossMinor)).toEqual([3000, 0, 0, 0, 0, 0, 1000])
    expect(steps.previous.map((sum) => sum.grossMinor)).toEqual([0, 0, 0, 0, 0, 0, 9000])
  })

  it('leaves the future empty', () => {
    const today = compareSales(new Date('2026-11-20T10:30Z'), 1, zone)
    const { steps } = addSales({
      rows: [],
      current: currentSpans(today),
      previous: previousSpans(today, zone),
      comparison: today,
      currency: 'GBP',
    })
    expect(steps.current.findIndex((sum) => sum === null)).toBe(11)
  })

  it('uses the currency with most orders if nothing was sold in the seller’s own', () => {
    expect(add(rows, 'CHF').main.currency).toBe('EUR')
    expect(add([], 'CHF').main).toMatchObject({ currency: 'CHF', current: { orders: 0 } })
    // Earlier sales, or sales outside the compared time, do not count.
    const before = [row('previous', 6, 'CHF', 9, 900), row('previous', 7, 'CHF', 1, 100)]
    expect(add([...rows, ...before], 'CHF').main.currency).toBe('EUR')
    expect(add([row('previous', 7, 'CHF', 1, 100), row('previous', 6, 'USD', 1, 50)], 'CHF').main.currency).toBe('USD')
    expect(add([...before, row('previous', 1, 'USD', 50, 50)], 'CHF').main.currency).toBe('CHF')
  })
})

describe('figures', () => {
  it('are compared with the previous period if it has sales', () => {
    expect(changeOf(118, 100)).toBeCloseTo(0.18)
    expect(changeOf(0, 50)).toBe(-1)
    expect(changeOf(5, 0)).toBeNull()
  })

  it('have no average without orders', () => {
    expect(averageOrder({ currency: 'GBP', orders: 3, units: 3, grossMinor: 1000 })).toBe(333)
    expect(averageOrder({ currency: 'GBP', orders: 2, units: 2, grossMinor: 1001 })).toBe(501)
    expect(averageOrder({ currency: 'GBP', orders: 0, units: 0, grossMinor: 0 })).toBeNull()
  })
})
