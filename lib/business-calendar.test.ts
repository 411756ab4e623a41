import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { acceptanceDay, isWorkingDay, shipBy, shipByDay, type BusinessCalendar } from './business-calendar.ts'
import { addDays, dateAt, wallClockAt } from './zoned-time.ts'

const london: BusinessCalendar = {
  timeZone: 'Europe/London',
  handlingDays: 1,
  cutoffTime: '15:00',
  workingDays: [1, 2, 3, 4, 5],
}
const day = (paidAt: string, change: Partial<BusinessCalendar> = {}) =>
  shipByDay(new Date(paidAt), { ...london, ...change })

describe('shipBy', () => {
  it('counts from the day of payment until the cut-off, and from the next working day after it', () => {
    expect(day('2026-11-17T14:59:00Z')).toBe('2026-11-18')
    expect(day('2026-11-17T15:00:00Z')).toBe('2026-11-18')
    expect(day('2026-11-17T15:00:01Z')).toBe('2026-11-19')
  })

  it('skips days off', () => {
    expect(day('2026-11-20T10:00:00Z')).toBe('2026-11-23')
    expect(day('2026-11-20T16:00:00Z')).toBe('2026-11-24')
    expect(day('2026-11-21T10:00:00Z')).toBe('2026-11-24')
    expect(day('2026-11-20T10:00:00Z', { workingDays: [1, 2, 3, 4, 5, 6, 7] })).toBe('2026-11-21')
    expect(day('2026-12-24T10:00:00Z', { holidays: ['2026-12-25', '2026-12-28'] })).toBe('2026-12-29')
  })

  it('is the same day without handling time', () => {
    expect(day('2026-11-17T09:00:00Z', { handlingDays: 0 })).toBe('2026-11-17')
    expect(day('2026-11-17T16:00:00Z', { handlingDays: 0 })).toBe('2026-11-18')
  })

  it('applies the cut-off in the seller’s time zone, before and after a clock change', () => {
    // 14:30 UTC is before the 15:00 cut-off on Friday (winter time) and after it on Monday (summer time).
    expect(day('2026-03-27T14:30:00Z')).toBe('2026-03-30')
    expect(day('2026-03-30T14:30:00Z')).toBe('2026-04-01')
    expect(shipBy(new Date('2026-03-27T14:30:00Z'), london).toISOString()).toBe('2026-03-30T22:59:59.000Z')
    expect(shipBy(new Date('2026-10-23T12:00:00Z'), london).toISOString()).toBe('2026-10-26T23:59:59.000Z')
  })

  it('refuses a calendar without working days', () => {
    expect(() => day('2026-11-17T09:00:00Z', { workingDays: [] })).toThrow(RangeError)
  })
})

const calendar: fc.Arbitrary<BusinessCalendar> = fc.record({
  timeZone: fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tokyo', 'Asia/Beirut'),
  handlingDays: fc.integer({ min: 0, max: 30 }),
  cutoffTime: fc.constantFrom('00:00', '02:30', '15:00:00', '23:59:59'),
  workingDays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  holidays: fc.constant(['2026-03-29', '2026-10-25', '2026-03-30']),
})
// Moments around clock changes, to the second.
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'),
    fc.integer({ min: -172_800, max: 172_800 }),
  )
  .map(([date, seconds]) => new Date(Date.parse(`${date}T00:00Z`) + seconds * 1000))

/** Working days after `from` up to and including `to`. */
function workingDaysBetween(from: Date, to: Date, rules: BusinessCalendar): number {
  const last = dateAt(to, rules.timeZone)
  let count = 0
  for (let date = addDays(dateAt(from, rules.timeZone), 1); date <= last; date = addDays(date, 1))
    if (isWorkingDay(date, rules)) count += 1
  return count
}

describe('any calendar', () => {
  it('gives the last second of a working day, never before the payment', () => {
    expectForAll(moment, calendar, (paidAt, rules) => {
      const due = shipBy(paidAt, rules)
      const clock = wallClockAt(due, rules.timeZone)
      expect(clock.time).toBe('23:59:59')
      expect(isWorkingDay(clock.date, rules)).toBe(true)
      expect(due.getTime()).toBeGreaterThanOrEqual(paidAt.getTime())
    })
  })

  it('is never earlier for a later payment', () => {
    expectForAll(moment, moment, calendar, (one, other, rules) => {
      const [first, second] = one <= other ? [one, other] : [other, one]
      expect(shipBy(first, rules).getTime()).toBeLessThanOrEqual(shipBy(second, rules).getTime())
    })
  })

  it('contains exactly the handling days as working days', () => {
    expectForAll(moment, calendar, (paidAt, rules) => {
      const accepted = acceptanceDay(paidAt, rules)
      const due = shipBy(paidAt, rules)
      const counted = workingDaysBetween(paidAt, due, rules)
      const late = accepted === dateAt(paidAt, rules.timeZone) ? 0 : 1
      expect(counted).toBe(rules.handlingDays + late)
    })
  })
})
