import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { isWorkingDay } from '#lib/business-calendar.ts'
import { day, minute } from '#lib/duration.ts'
import { dateAt, isoWeekday, wallClockAt } from '#lib/zoned-time.ts'
import { expectedOf, nextPayout, type BankCalendar } from './payout-dates.ts'

const { payout: rules } = testPolicyPack
const london: BankCalendar = {
  timeZone: 'Europe/London',
  workingDays: [1, 2, 3, 4, 5],
  holidays: ['2026-12-25', '2026-12-28', '2027-01-01'],
}
type Schedule = Parameters<typeof nextPayout>[0]
const next = (schedule: Schedule, after: string, calendar = london) => {
  const planned = nextPayout(schedule, new Date(after), { calendar, rules })
  return planned && [planned.at, planned.coversUntil, planned.expectedAt].map((at) => at.toISOString().slice(0, 16))
}

describe('the next payout', () => {
  it('is on Tuesday through the previous Sunday, and bank has it three business days later', () => {
    const tuesday = ['2026-11-24T00:00', '2026-11-23T00:00', '2026-11-27T23:59']
    expect(next('WEEKLY', '2026-11-22T18:00:00Z')).toEqual(tuesday)
    expect(next('WEEKLY', '2026-11-23T23:59:59Z')).toEqual(tuesday)
    expect(next('WEEKLY', '2026-11-24T00:00:00Z')?.[0]).toBe('2026-12-01T00:00')
  })
  it('is on each business day through the day before', () => {
    expect(next('DAILY', '2026-11-19T12:00:00Z')?.slice(0, 2)).toEqual(['2026-11-20T00:00', '2026-11-20T00:00'])
    expect(next('DAILY', '2026-11-20T12:00:00Z')?.slice(0, 2)).toEqual(['2026-11-23T00:00', '2026-11-23T00:00'])
    expect(next('DAILY', '2026-12-24T12:00:00Z')?.[0]).toBe('2026-12-29T00:00')
  })
  it('is every other Tuesday', () => {
    const first = next('BIWEEKLY', '2026-11-20T12:00:00Z')![0]!
    const second = next('BIWEEKLY', `${first}:00Z`)![0]!
    expect(Date.parse(second) - Date.parse(first)).toBe(14 * day)
  })
  it('is on the first Tuesday of the month', () => {
    expect(next('MONTHLY', '2026-11-02T12:00:00Z')?.slice(0, 2)).toEqual(['2026-11-03T00:00', '2026-11-02T00:00'])
    expect(next('MONTHLY', '2026-11-03T12:00:00Z')?.slice(0, 2)).toEqual(['2026-12-01T00:00', '2026-11-30T00:00'])
    expect(next('MONTHLY', '2026-08-31T22:00:00Z')?.[0]).toBe('2026-08-31T23:00')
  })
  it('moves from a bank holiday to the next business day and covers the same', () => {
    const calendar = { ...london, holidays: ['2026-12-29', '2026-12-30'] }
    expect(next('WEEKLY', '2026-12-23T12:00:00Z', calendar)).toEqual([
      '2026-12-31T00:00',
      '2026-12-28T00:00',
      '2027-01-05T23:59',
    ])
    // The moved payout is still ahead although its Tuesday is over.
    expect(next('WEEKLY', '2026-12-30T12:00:00Z', calendar)?.[0]).toBe('2026-12-31T00:00')
    expect(next('WEEKLY', '2026-12-31T00:00:00Z', calendar)?.[0]).toBe('2027-01-05T00:00')
  })
  it('is at midnight by the seller’s clock, also when clocks change', () => {
    const newYork = { ...london, timeZone: 'America/New_York', holidays: [] }
    expect(next('WEEKLY', '2026-10-30T12:00:00Z', newYork)?.slice(0, 2)).toEqual([
      '2026-11-03T05:00',
      '2026-11-02T05:00',
    ])
  })
  it('is none on demand', () => {
    expect(next('ON_DEMAND', '2026-11-20T12:00:00Z')).toBeNull()
    const expected = expectedOf(new Date('2026-11-20T12:00:00Z'), { calendar: london, rules })
    expect(expected.toISOString()).toBe('2026-11-25T23:59:59.000Z')
  })
})

const schedules = ['DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY'] as const
const longest = { DAILY: 8, WEEKLY: 14, BIWEEKLY: 21, MONTHLY: 42 }
const holidays = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 40 })
  .map((days) => days.map((each) => new Date(Date.UTC(2026, 0, 1) + each * day).toISOString().slice(0, 10)))
const moment = fc
  .integer({ min: 0, max: 400 * 24 * 60 })
  .map((minutes) => new Date(Date.UTC(2026, 0, 1) + minutes * minute))
const zone = fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe')

it('payouts by a schedule follow each other on business days; what they cover never overlaps or ends after they begin', () => {
  expectForAll(fc.constantFrom(...schedules), moment, zone, holidays, (schedule, after, timeZone, off) => {
    // Two weeks without a business day are no calendar of a bank.
    const calendar = { ...london, timeZone, holidays: off.filter((date) => isoWeekday(date) !== 4) }
    const plan = (from: Date) => nextPayout(schedule, from, { calendar, rules })!
    const first = plan(after)
    const second = plan(first.at)
    expect(first.at > after).toBe(true)
    expect(first.at.getTime() - after.getTime()).toBeLessThanOrEqual(longest[schedule] * day)
    expect(second.at > first.at).toBe(true)
    expect(second.coversUntil > first.coversUntil).toBe(true)
    expect(first.coversUntil <= first.at).toBe(true)
    expect(first.expectedAt > first.at).toBe(true)
    expect(isWorkingDay(dateAt(first.at, timeZone), calendar)).toBe(true)
    expect(wallClockAt(first.at, timeZone).time).toBe('00:00:00')
    // Nothing lies between: asked a moment before, the answer is the same.
    expect(plan(new Date(first.at.getTime() - 1))).toEqual(first)
  })
})
