import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { addDays, dateAt, daysBetween, endOfDay, isoWeekday, momentOf, startOfDay, wallClockAt } from './zoned-time.ts'
import { hour } from './duration.ts'

const zone = fc.constantFrom(
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
)
const seconds = fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2037, 0, 1) / 1000 })
const date = fc.integer({ min: 11_000, max: 24_000 }).map((days) => addDays('1970-01-01', days))

function hoursOf(day: string): number {
  return (endOfDay(day, 'Europe/London').getTime() + 1000 - startOfDay(day, 'Europe/London').getTime()) / hour
}

describe('wallClockAt', () => {
  it('reads the clock of a zone', () => {
    expect(wallClockAt(new Date('2026-07-01T22:30:05Z'), 'Europe/Berlin')).toEqual({
      date: '2026-07-02',
      time: '00:30:05',
    })
    expect(dateAt(new Date('2026-01-01T03:00:00Z'), 'America/New_York')).toBe('2025-12-31')
    expect(wallClockAt(new Date('2026-01-01T00:00:00Z'), 'Europe/London').time).toBe('00:00:00')
  })

  it('gives the calendar day, also on days with a clock change', () => {
    const changes = [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25), Date.UTC(2011, 11, 30), Date.UTC(2026, 2, 8)]
    const nearChange = fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -90_000, max: 180_000 }))
      .map(([ms, more]) => ms / 1000 + more)
    expectForAll(fc.oneof(seconds, nearChange), zone, (second, name) => {
      const at = new Date(second * 1000)
      const { date: onWall, time } = wallClockAt(at, name)
      const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
      expect(`${onWall} ${time}`).toBe(calendar.format(at))
    })
  })

  it('refuses a zone that does not exist', () => {
    expect(() => wallClockAt(new Date(), 'Europe/Atlantis')).toThrow(RangeError)
  })
})

describe('momentOf', () => {
  it('moves a time skipped in spring by the skipped hour', () => {
    expect(momentOf('2026-03-29', '01:30', 'Europe/London').toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(momentOf('2026-03-29', '00:59', 'Europe/London').toISOString()).toBe('2026-03-29T00:59:00.000Z')
    expect(momentOf('2026-03-29', '02:00', 'Europe/London').toISOString()).toBe('2026-03-29T01:00:00.000Z')
  })

  it('uses the first of a time repeated in autumn', () => {
    expect(momentOf('2026-10-25', '01:30', 'Europe/London').toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(momentOf('2026-10-25', '02:00', 'Europe/London').toISOString()).toBe('2026-10-25T02:00:00.000Z')
  })

  it('is the inverse of wallClockAt, except in a repeated hour', () => {
    expectForAll(seconds, zone, (second, name) => {
      const at = new Date(second * 1000)
      const clock = wallClockAt(at, name)
      const back = momentOf(clock.date, clock.time, name)
      expect(back.getTime()).toBeLessThanOrEqual(at.getTime())
      expect(wallClockAt(back, name)).toEqual(clock)
    })
  })

  it('rejects invalid times', () => {
    expect(() => momentOf('2026-02-30x', '10:00', 'UTC')).toThrow(RangeError)
    expect(() => momentOf('2026-02-03', '25:00', 'UTC')).toThrow(RangeError)
  })
})

describe('a day in a zone', () => {
  it('may have 23, 24 or 25 hours', () => {
    expect([hoursOf('2026-03-29'), hoursOf('2026-03-30'), hoursOf('2026-10-25')]).toEqual([23, 24, 25])
  })

  it('starts after a skipped midnight', () => {
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z')
    expect(wallClockAt(startOfDay('2018-11-04', 'America/Sao_Paulo'), 'America/Sao_Paulo').time).toBe('01:00:00')
  })

  it('starts on that day; a second earlier is the day before', () => {
    expectForAll(date, zone, (day, name) => {
      // Samoa skipped 30 December 2011 when it crossed the date line.
      fc.pre(name !== 'Pacific/Apia' || (day !== '2011-12-30' && day !== '2011-12-31'))
      const start = startOfDay(day, name)
      expect(dateAt(start, name)).toBe(day)
      expect(dateAt(new Date(start.getTime() - 1000), name)).toBe(addDays(day, -1))
      expect(dateAt(endOfDay(day, name), name)).toBe(day)
    })
  })
})

describe('dates', () => {
  it('count across months and leap years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(isoWeekday('2026-11-20')).toBe(5)
    expect(isoWeekday('2026-11-22')).toBe(7)
  })

  it('add and subtract as inverses', () => {
    expectForAll(date, fc.integer({ min: -2000, max: 2000 }), (day, days) => {
      expect(daysBetween(day, addDays(day, days))).toBe(days)
    })
  })
})
