import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { promisedMoment } from './promised-day.ts'
import { addDays, dateAt } from './zoned-time.ts'

describe('a promised day', () => {
  it.each([
    ['2018-02-10', 'America/Sao_Paulo', '2018-02-11T01:59:59.999Z'],
    // The clocks go back at midnight: the day has 25 hours.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-18T02:59:59.999Z'],
    ['2026-11-25', 'Europe/London', '2026-11-25T23:59:59.999Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['2026-11-25', 'Asia/Tokyo', '2026-11-25T14:59:59.999Z'],
  ])('%s in %s lasts until its end', (day, zone, end) => {
    expect(promisedMoment(day, 'to', zone).toISOString()).toBe(end)
  })

  it('begins at its first moment, and ends one millisecond before the next day, in every zone', () => {
    const zones = fc.constantFrom(
      'America/Sao_Paulo',
      'Europe/London',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kathmandu',
    )
    const days = fc.date({ min: new Date('2001-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    expectForAll(zones, days, (zone, at) => {
      const day = at.toISOString().slice(0, 10)
      const end = promisedMoment(day, 'to', zone)
      expect([dateAt(promisedMoment(day, 'from', zone), zone), dateAt(end, zone)]).toEqual([day, day])
      expect(dateAt(new Date(end.getTime() + 1), zone)).toBe(addDays(day, 1))
    })
  })

  it('leaves a moment unchanged', () => {
    const at = new Date('2026-11-25T00:00:00Z')
    expect(promisedMoment(at, 'to', 'Asia/Tokyo')).toBe(at)
  })
})
