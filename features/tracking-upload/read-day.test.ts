import { describe, expect, it } from 'vitest'
import { readDay } from './read-day.ts'

const at = { zone: 'Europe/London', now: new Date('2026-11-23T10:00:00Z'), placedAt: null }
const dayOf = (text: string) => readDay(text, at)?.toISOString().slice(0, 10) ?? null

describe('the day on which a parcel left', () => {
  it.each([
    '2026-11-02',
    '2026-11-02 10:00:00 -0500',
    '2026-11-02T10:00:00Z',
    '2026/11/02',
    '2026/11/2 10:00',
    '02.11.2026',
    '2.11.26, 10:30',
    'Nov-02-26',
    'Nov-02-26 10:20:30 PST',
    '02-Nov-26',
    'Nov 2, 2026',
    '2 nov 2026',
  ])('is read from %s', (text) => expect(dayOf(text)).toBe('2026-11-02'))

  it.each([
    '03/04/2026',
    '2026/11-02',
    '2026-02-30',
    '31.06.2026',
    'Nov-31-25',
    '32-Nov-25',
    '12-Foo-26',
    '2026-11-24',
    'today',
    '',
  ])('is not guessed from %s', (text) => expect(dayOf(text)).toBeNull())

  it('is now where it is today', () => expect(readDay('23-Nov-26', at)).toEqual(at.now))

  it('is no day before the order, and on that day no time before it', () => {
    const order = { ...at, placedAt: new Date('2026-11-22T18:00:00Z') }
    expect(readDay('22.11.2024', order)).toBeNull()
    expect(readDay('21.11.2026', order)).toBeNull()
    expect(readDay('22.11.2026', order)).toEqual(order.placedAt)
    expect(readDay('22.11.2026', { ...at, placedAt: new Date('2026-11-22T09:00:00Z') })).toEqual(
      new Date('2026-11-22T12:00:00Z'),
    )
  })
})
