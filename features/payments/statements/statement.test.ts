import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { addMonths, daysOfMonth, momentsOf, monthsBetween, parseMonth } from './statement-months.ts'
import { groupMinor, statementsOf, type MonthSum } from './statement.ts'

const sum = (month: string, account: MonthSum['account'], minor: number, currency = 'GBP'): MonthSum => ({
  month,
  account,
  currency,
  minor,
})

/** A sale of 59.40 with fees of 7.66, of which 40.00 are paid out, and a refund of 10.00 in the next month. */
const sums = [
  sum('2026-09', 'funds:processing', 5_174),
  sum('2026-09', 'revenue:item', -5_000),
  sum('2026-09', 'revenue:shipping', -940),
  sum('2026-09', 'fees:fvf_variable', 726),
  sum('2026-09', 'fees:fvf_fixed', 40),
  sum('2026-09', 'funds:available', -4_000),
  sum('2026-09', 'payout_clearing', 4_000),
  sum('2026-10', 'payout_clearing', -4_000),
  sum('2026-10', 'bank', 4_000),
  sum('2026-10', 'refunds', 1_000),
  sum('2026-10', 'funds:hold', -1_000),
  // A refund that the seller paid from other money.
  sum('2026-10', 'refunds', 300),
  sum('2026-10', 'funds:available', -300),
  sum('2026-10', 'funds:available', 300),
  sum('2026-10', 'buyer_clearing', -300),
]

describe('statements', () => {
  it('begin with the balance before, and end with what the lines make of it', () => {
    const [september, october] = statementsOf(['2026-09', '2026-10'], sums, new Map([['GBP', 100]]))
    expect(september).toMatchObject({ openingMinor: 100, closingMinor: 1_274, unexplainedMinor: 0 })
    expect(september?.lines.map(({ account, minor }) => [account, minor])).toEqual([
      ['revenue:item', 5_000],
      ['revenue:shipping', 940],
      ['fees:fvf_variable', -726],
      ['fees:fvf_fixed', -40],
      ['payout_clearing', -4_000],
    ])
    expect(october).toMatchObject({ openingMinor: 1_274, closingMinor: 274, unexplainedMinor: 0 })
    expect(october?.lines).toEqual([
      { group: 'refunds', account: 'refunds', minor: -1_300 },
      { group: 'own', account: 'buyer_clearing', minor: 300 },
    ])
  })

  it('add up groups, and say what the lines do not explain', () => {
    const [september] = statementsOf(['2026-09'], [...sums, sum('2026-09', 'funds:available', 5)], new Map())
    expect(september && groupMinor(september, ['sales', 'fees'])).toBe(5_174)
    expect(september?.unexplainedMinor).toBe(5)
  })

  it('begin in each currency with its first movement', () => {
    const months = ['2026-09', '2026-10', '2026-11']
    const statements = statementsOf(months, [sum('2026-10', 'adjustments', -300, 'EUR')], new Map([['EUR', 0]]))
    expect(statements.map(({ month, currency }) => `${currency} ${month}`)).toEqual(['EUR 2026-10', 'EUR 2026-11'])
  })

  it('follow one another without a gap, whatever was posted', () => {
    const months = ['2026-01', '2026-02', '2026-03']
    const posted = fc.record({
      month: fc.constantFrom(...months),
      account: fc.constantFrom<MonthSum['account']>('revenue:item', 'refunds', 'labels', 'bank', 'fees:other'),
      currency: fc.constantFrom('GBP', 'JPY'),
      minor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    })
    expectForAll(fc.array(posted), fc.integer(), (reasons, opening) => {
      const all = reasons.flatMap((one) => [one, sum(one.month, 'funds:available', -one.minor, one.currency)])
      const statements = statementsOf(months, all, new Map([['GBP', opening]]))
      for (const [index, { currency, openingMinor, unexplainedMinor }] of statements.entries()) {
        const before = statements[index - 1]
        expect(unexplainedMinor).toBe(0)
        if (before?.currency === currency) expect(openingMinor).toBe(before.closingMinor)
      }
    })
  })
})

describe('months', () => {
  it('are read from an address', () => {
    expect(['2026-10', '2026-13', '26-10', ''].map(parseMonth)).toEqual(['2026-10', null, null, null])
  })

  it('begin and end at midnight of the shop, whatever its offset', () => {
    expect(daysOfMonth('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
    expect(momentsOf(daysOfMonth('2026-10'), 'Asia/Kolkata')).toEqual({
      from: new Date('2026-09-30T18:30:00Z'),
      before: new Date('2026-10-31T18:30:00Z'),
    })
  })

  it('are counted over the turn of the year', () => {
    expect(monthsBetween('2025-11', addMonths('2025-11', 3))).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  })
})
