import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { day, hour } from '#lib/duration.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import { nextDue, type ScheduleRule } from './schedule.ts'

const daily = (at: number): ScheduleRule => ({ rhythm: 'DAILY', weekday: null, monthDay: null, hour: at })

/** The next times after a moment. */
function timesOf(rule: ScheduleRule, after: string, zone: string, count: number): string[] {
  let at = new Date(after)
  return Array.from({ length: count }, () => (at = nextDue(rule, at, zone)).toISOString().slice(0, 16))
}

describe('the next time of a schedule', () => {
  it.each([
    // The clock goes from 01:00 to 02:00 on 29 March, and from 02:00 to 01:00 on 25 October.
    ['before and after spring', 7, '2026-03-27T12:00Z', ['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00']],
    [
      'of an hour that is skipped',
      1,
      '2026-03-27T12:00Z',
      ['2026-03-28T01:00', '2026-03-29T01:00', '2026-03-30T00:00'],
    ],
    ['before and after autumn', 7, '2026-10-23T12:00Z', ['2026-10-24T06:00', '2026-10-25T07:00', '2026-10-26T07:00']],
    [
      'of an hour that comes twice',
      1,
      '2026-10-23T12:00Z',
      ['2026-10-24T00:00', '2026-10-25T00:00', '2026-10-26T01:00'],
    ],
  ])('is at the shop’s hour %s', (_name, at, after, times) => {
    expect(timesOf(daily(at), after, 'Europe/London', 3)).toEqual(times)
  })

  it('is on the weekday, or on the day of the month, or on its last day', () => {
    const weekly: ScheduleRule = { rhythm: 'WEEKLY', weekday: 1, monthDay: null, hour: 6 }
    expect(timesOf(weekly, '2026-11-20T12:00Z', 'UTC', 2)).toEqual(['2026-11-23T06:00', '2026-11-30T06:00'])
    const monthly: ScheduleRule = { rhythm: 'MONTHLY', weekday: null, monthDay: 31, hour: 0 }
    expect(timesOf(monthly, '2026-01-30T12:00Z', 'UTC', 4)).toEqual([
      '2026-01-31T00:00',
      '2026-02-28T00:00',
      '2026-03-31T00:00',
      '2026-04-30T00:00',
    ])
  })

  it('is later than before, at its hour unless the clock skips it, and none is left out', () => {
    const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC')
    const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
    expectForAll(zones, moments, fc.integer({ min: 0, max: 23 }), (zone, after, at) => {
      const due = nextDue(daily(at), after, zone)
      const { time } = wallClockAt(due, zone)
      expect(due.getTime()).toBeGreaterThan(after.getTime())
      expect(due.getTime() - after.getTime()).toBeLessThanOrEqual(day + hour)
      expect([at, at + 1]).toContain(Number(time.slice(0, 2)))
    })
  })
})
