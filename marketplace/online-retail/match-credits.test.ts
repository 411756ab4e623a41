import { describe, expect, it } from 'vitest'
import type { Invoice } from './invoice.ts'
import { matchCredits } from './match-credits.ts'

/** An invoice of one row of cups. */
const cups = (
  number: string,
  at: string,
  units: number,
  { priceMinor = 100, customer = 'ann' }: { priceMinor?: number; customer?: string | null } = {},
) =>
  ({
    number,
    at,
    customer,
    country: 'France',
    rows: [{ line: 2, code: 'CUP', title: 'Cup', units, priceMinor }],
  }) satisfies Invoice

const amounts = (sales: Invoice[], credit: Invoice) => {
  const { refunds, unmatched } = matchCredits(sales, [credit])
  return {
    refunds: Object.fromEntries([...refunds].map(([number, own]) => [number, own.map((each) => each.amountMinor)])),
    unmatched: unmatched.length,
  }
}

describe('matchCredits', () => {
  const sales = [cups('1', '2011-01-01', 5), cups('2', '2011-02-01', 2), cups('3', '2011-03-01', 9)]

  it('takes a credit from the latest sales before it', () => {
    expect(amounts(sales, cups('C', '2011-02-15', 4))).toEqual({ refunds: { 2: [200], 1: [200] }, unmatched: 0 })
  })

  it('prefers sales at the same price, then takes dearer ones, never cheaper ones', () => {
    const priced = [cups('1', '2011-01-01', 1), cups('2', '2011-02-01', 1, { priceMinor: 120 })]
    const cheaper = cups('3', '2011-03-01', 9, { priceMinor: 90 })
    expect(amounts([...priced, cheaper], cups('C', '2011-04-01', 1))).toEqual({ refunds: { 1: [100] }, unmatched: 0 })
    expect(amounts([...priced, cheaper], cups('C', '2011-04-01', 2))).toEqual({
      refunds: { 1: [100], 2: [100] },
      unmatched: 0,
    })
  })

  it('takes nothing if sales explain it in part only, and never twice', () => {
    expect(amounts(sales, cups('C', '2011-02-15', 8))).toEqual({ refunds: {}, unmatched: 1 })
    const twice = matchCredits(sales, [cups('C1', '2011-02-15', 7), cups('C2', '2011-02-16', 1)])
    expect(twice.unmatched).toHaveLength(1)
  })

  it('takes nothing from other customers, nor from unknown ones', () => {
    expect(amounts(sales, cups('C', '2011-04-01', 1, { customer: 'bob' })).unmatched).toBe(1)
    const nobody = cups('4', '2011-01-01', 5, { customer: null })
    expect(amounts([nobody], cups('C', '2011-04-01', 1, { customer: null })).unmatched).toBe(1)
  })
})
