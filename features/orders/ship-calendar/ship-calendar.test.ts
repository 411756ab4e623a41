import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { addDays, dateAt, wallClockAt } from '#lib/zoned-time.ts'
import { holidayRegions, publicHolidays } from './holidays.server.ts'
import {
  businessCalendar,
  compareCalendars,
  deadline,
  maxDaysOff,
  readDaysOff,
  writeDaysOff,
  type ShipCalendar,
} from './ship-calendar.ts'
import { isWorkingDay } from '#lib/business-calendar.ts'
import { busyFor } from '#lib/testing.ts'

const london: ShipCalendar = {
  timeZone: 'Europe/London',
  handlingDays: 1,
  cutoffTime: '15:00:00',
  workingDays: [1, 2, 3, 4, 5],
  holidayRegion: 'GB-ENG',
  holidays: (await publicHolidays('GB-ENG', [2026, 2027], 'en')).map(({ day }) => day),
  daysOff: ['2026-12-29'],
  daysAway: [],
}
const now = new Date('2026-11-20T10:00:00Z')

describe('holidays', () => {
  it('are full public holidays of the country and its regions', async () => {
    const days = async (region: string) => (await publicHolidays(region, [2026], 'en')).map(({ day }) => day)
    expect(await days('GB-ENG')).toEqual(
      expect.arrayContaining(['2026-04-03', '2026-08-31', '2026-12-25', '2026-12-28']),
    )
    expect(await days('GB-SCT')).toContain('2026-11-30')
    expect(await days('GB-ENG')).not.toContain('2026-11-30')
    // Corpus Christi is a holiday in Bavaria but not in Berlin; Christmas Eve is none, although banks close early.
    expect([(await days('DE-BY')).includes('2026-06-04'), (await days('DE-BE')).includes('2026-06-04')]).toEqual([
      true,
      false,
    ])
    expect(await days('DE-BY')).not.toContain('2026-12-24')
    // Chuseok and Tết last several days; the Feast of the Sacrifice begins the evening before and ends at noon.
    expect(await days('KR')).toEqual(expect.arrayContaining(['2026-09-24', '2026-09-25', '2026-09-26']))
    expect(await days('VN')).toEqual(
      expect.arrayContaining(['16', '17', '18', '19', '20'].map((day) => `2026-02-${day}`)),
    )
    expect((await days('TR')).filter((day) => day > '2026-05-20' && day < '2026-06-05')).toEqual(
      ['27', '28', '29', '30'].map((day) => `2026-05-${day}`),
    )
    expect((await publicHolidays('DE', [2026], 'de'))[0]).toEqual({ day: '2026-01-01', name: 'Neujahr' })
  })

  it('are offered with the seller’s own country first', async () => {
    const regions = await holidayRegions('DE', 'en')
    expect(regions[0]).toEqual({ id: 'DE', name: 'Germany' })
    expect(regions.slice(1, 17).every(({ id }) => /^DE-[A-Z]{2}$/.test(id))).toBe(true)
    expect(regions.map(({ id }) => id)).toContain('JP')
  })
})

describe('a deadline', () => {
  it('skips holidays and days off', () => {
    // Christmas Day is a Friday, Boxing Day is observed on Monday, Tuesday is a day off.
    expect(dateAt(deadline(new Date('2026-12-24T10:00Z'), london, 1), 'Europe/London')).toBe('2026-12-30')
    expect(dateAt(deadline(new Date('2026-12-24T15:30Z'), london, 1), 'Europe/London')).toBe('2026-12-31')
  })

  it('of a payment within a time away is after it, and of one before stays or moves behind it', () => {
    const away = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 89 })).map(([after, length]) => {
      const from = addDays('2026-01-01', after)
      return Array.from({ length: length + 1 }, (_, nth) => addDays(from, nth))
    })
    expectForAll(
      away,
      fc.integer({ min: -10, max: 100 }),
      fc.integer({ min: 0, max: 86_399 }),
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom('Europe/London', 'America/Santiago', 'Asia/Tokyo'),
      (daysAway, offset, seconds, days, timeZone) => {
        const paidAt = new Date(Date.parse(`${addDays(daysAway[0]!, offset)}T00:00Z`) + seconds * 1000)
        const due = (calendar: ShipCalendar) => dateAt(deadline(paidAt, calendar, days), timeZone)
        const [usual, moved] = [due({ ...london, timeZone }), due({ ...london, timeZone, daysAway })]
        expect(daysAway).not.toContain(moved)
        expect(moved >= usual).toBe(true)
        if (daysAway.includes(dateAt(paidAt, timeZone))) expect(moved > daysAway.at(-1)!).toBe(true)
        if (usual < daysAway[0]!) expect(moved).toBe(usual)
      },
    )
  })

  it('is the last second of a working day, whatever the clock', () => {
    const day = fc
      .tuple(fc.constantFrom('2026-03-29', '2026-10-25', '2026-12-24', '2026-05-01'), fc.integer({ min: -5, max: 5 }))
      .map(([date, days]) => addDays(date, days))
    expectForAll(
      day,
      fc.integer({ min: 0, max: 86_399 }),
      fc.integer({ min: 0, max: 30 }),
      fc.array(day, { maxLength: 5 }),
      fc.constantFrom('Europe/London', 'Europe/Berlin', 'America/Santiago', 'Asia/Tokyo'),
      (date, seconds, days, daysOff, timeZone) => {
        const calendar = { ...london, daysOff, timeZone }
        const paidAt = new Date(Date.parse(`${date}T00:00Z`) + seconds * 1000)
        const clock = wallClockAt(deadline(paidAt, calendar, days), timeZone)
        expect(clock.time).toBe('23:59:59')
        expect(isWorkingDay(clock.date, businessCalendar(calendar))).toBe(true)
        // A longer handling time is never due earlier.
        expect(deadline(paidAt, calendar, days + 1) > deadline(paidAt, calendar, days)).toBe(true)
      },
    )
  })
})

describe('compareCalendars', () => {
  const order = (number: string, paidAt: string | null, ownDays: number | null = null, promisedBy = london) => ({
    number,
    paidAt: paidAt === null ? null : new Date(paidAt),
    shipBy: paidAt === null ? null : deadline(new Date(paidAt), promisedBy, ownDays ?? promisedBy.handlingDays),
    ownDays,
    takesShops: ownDays === null,
  })
  it('keeps promised times, and shows those not promised yet', () => {
    const after = { ...london, handlingDays: 2, daysOff: [...london.daysOff, '2026-11-23'] }
    const orders = [
      order('promised', '2026-11-19T10:00Z'),
      order('of its own time', '2026-11-16T10:00Z', 3),
      order('unpaid', null),
      order('unpaid, of its own time', null, 5),
    ]
    expect(compareCalendars(orders, { before: london, after, now })).toEqual({
      kept: [{ number: 'promised', before: '2026-11-20', after: '2026-11-24' }],
      same: 1,
      moved: [
        { number: 'unpaid', before: '2026-11-23', after: '2026-11-25' },
        { number: 'unpaid, of its own time', before: '2026-11-27', after: '2026-11-30' },
      ],
      unmoved: 0,
    })
    expect(compareCalendars(orders, { before: london, after: london, now })).toEqual({
      kept: [],
      same: 2,
      moved: [],
      unmoved: 2,
    })
  })

  it('changes nothing for a listing whose own time equals the shop’s, and others by the shop’s rule', () => {
    const after = { ...london, handlingDays: 3 }
    const orders = [
      order('its own day', null, 1),
      { ...order('of both, the shop’s longer now', null, 2), takesShops: true },
    ]
    expect(compareCalendars(orders, { before: london, after, now })).toMatchObject({
      moved: [{ number: 'of both, the shop’s longer now', before: '2026-11-24', after: '2026-11-25' }],
      unmoved: 1,
    })
  })

  it('shows the promised day, also under earlier rules', () => {
    const former = { ...london, handlingDays: 5 }
    const orders = [order('promised long ago', '2026-11-19T10:00Z', null, former)]
    const compared = (handlingDays: number) =>
      compareCalendars(orders, { before: london, after: { ...london, handlingDays }, now })
    expect(compared(2).kept).toEqual([{ number: 'promised long ago', before: '2026-11-26', after: '2026-11-23' }])
    expect(compared(5)).toMatchObject({ kept: [], same: 1 })
  })
})

describe('days off', () => {
  it('are read as days or ranges, one per line, each once and in order', () => {
    expect(readDaysOff('2026-12-29 to 2026-12-31\n\n 2026-12-24 \n2026-12-30')).toEqual({
      days: ['2026-12-24', '2026-12-29', '2026-12-30', '2026-12-31'],
      problems: [],
    })
  })

  it('report which line is wrong, and why', () => {
    expect(readDaysOff('24.12.2026\n2026-02-30\n2026-12-31 to 2026-12-24\n2026-01-01 to 2027-01-02').problems).toEqual([
      { line: 1, problem: 'not-a-day' },
      { line: 2, problem: 'not-a-day' },
      { line: 3, problem: 'ends-before' },
      { line: 4, problem: 'too-many' },
    ])
    expect(readDaysOff('2026-01-01 to 2027-01-01')).toMatchObject({ problems: [] })
    expect(readDaysOff('2026-01-01 to 2027-01-01').days).toHaveLength(maxDaysOff)
  })

  it('are fast to read with a hundred thousand spaces', async () => {
    const read = () => readDaysOff(`2026-12-24${' '.repeat(100_000)}2026-12-31`).problems
    expect(read()).toEqual([{ line: 1, problem: 'not-a-day' }])
    expect(await busyFor(read)).toBeLessThan(1_000)
  })

  it('are written in the format that is read', () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 40 })
      .map((offsets) => offsets.toSorted((a, b) => a - b).map((offset) => addDays('2026-01-01', offset)))
    expectForAll(days, (given) => {
      expect(readDaysOff(writeDaysOff(given)).days).toEqual(given)
    })
    expect(writeDaysOff(['2026-12-24', '2026-12-29', '2026-12-30'])).toBe('2026-12-24\n2026-12-29 to 2026-12-30')
  })
})
