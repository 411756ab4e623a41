import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import { minute } from '#lib/duration.ts'
import { zoneClock, type WrittenTime } from './export-file.ts'

/** As PostgreSQL writes it in UTC. */
const written = (at: Date) =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '+00') as unknown as WrittenTime

it('zoneClock shows the zone’s time, also on days with a clock change', () => {
  const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  const changes = fc
    .tuple(fc.constantFrom('2026-03-29T00:00Z', '2026-10-25T00:00Z', '2026-04-04T14:00Z'), fc.nat(36 * 60))
    .map(([day, minutes]) => new Date(Date.parse(day) + minutes * minute))
  const zones = fc.constantFrom('Europe/London', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Tokyo', 'UTC')
  expectForAll(zones, fc.array(fc.oneof(moments, changes), { minLength: 1, maxLength: 20 }), (zone, times) => {
    const clock = zoneClock(zone)
    for (const at of times) {
      const { date, time } = wallClockAt(at, zone)
      expect(clock(written(at))).toBe(`${date} ${time}`)
    }
  })
})
