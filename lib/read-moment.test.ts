import { expect, it } from 'vitest'
import { isDay, readMoment } from './read-moment.ts'

it('accepts only days of the calendar', () => {
  for (const day of ['2026-02-28', '2028-02-29', '1999-12-31', '2026-06-30']) expect(isDay(day), day).toBe(true)
  const none = ['2026-02-29', '2026-02-30', '2026-06-31', '2026-13-01', '2026-1-1', '0999-01-01', '3000-01-01', '']
  for (const text of [...none, '2026-11-20T10:00', ' 2026-11-20']) expect(isDay(text), text).toBe(false)
})

it('reads a moment in a time zone, and rejects days and hours that do not exist', () => {
  expect(readMoment('2026-07-01', '08:30', 'Europe/Berlin')).toEqual(new Date('2026-07-01T06:30:00Z'))
  for (const [day, time] of [
    ['2026-02-30', '08:30'],
    ['2026-07-01', '24:00'],
    ['2026-07-01', '8:30'],
    ['', '08:30'],
  ] as const)
    expect(readMoment(day, time, 'Europe/Berlin')).toBeNull()
})
