import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { day, hour } from './duration.ts'
import { dayAndHourParts, hourParts } from './hour-parts.ts'

describe('hourParts', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`)

  it('splits a period into whole hours and the rest', () => {
    expect(hourParts({ from: at('05:00'), before: at('09:00') })).toEqual([
      { from: at('05:00'), before: at('09:00'), whole: true },
    ])
    expect(hourParts({ from: at('05:30'), before: at('09:45') })).toEqual([
      { from: at('05:30'), before: at('06:00'), whole: false },
      { from: at('06:00'), before: at('09:00'), whole: true },
      { from: at('09:00'), before: at('09:45'), whole: false },
    ])
  })

  it('keeps a period without a whole hour, and nothing of an empty one', () => {
    expect(hourParts({ from: at('05:30'), before: at('06:30') })).toEqual([
      { from: at('05:30'), before: at('06:30'), whole: false },
    ])
    expect(hourParts({ from: at('05:30'), before: at('05:30') })).toEqual([])
  })
})

describe('dayAndHourParts', () => {
  const at = (time: string) => new Date(`2026-11-${time}Z`)

  it('splits a period into whole days, whole hours at its ends, and the rest', () => {
    expect(dayAndHourParts({ from: at('20T22:30'), before: at('23T01:15') })).toEqual([
      { from: at('20T22:30'), before: at('20T23:00'), unit: null },
      { from: at('20T23:00'), before: at('21T00:00'), unit: 'HOUR' },
      { from: at('21T00:00'), before: at('23T00:00'), unit: 'DAY' },
      { from: at('23T00:00'), before: at('23T01:00'), unit: 'HOUR' },
      { from: at('23T01:00'), before: at('23T01:15'), unit: null },
    ])
  })

  it('leaves no moment out and counts none twice', () => {
    const moment = fc.date({ min: at('18T00:00'), max: at('23T00:00'), noInvalidDate: true })
    expectForAll(moment, moment, (one, other) => {
      const [from, before] = one < other ? [one, other] : [other, one]
      const parts = dayAndHourParts({ from, before })
      const ends = [from, ...parts.map((part) => part.before)]
      expect(parts.map((part) => part.from)).toEqual(ends.slice(0, -1))
      if (parts.length > 0) expect(ends.at(-1)).toEqual(before)
      for (const { unit, ...part } of parts)
        if (unit) expect([part.from.getTime() % units[unit], part.before.getTime() % units[unit]]).toEqual([0, 0])
    })
  })
})

const units = { DAY: day, HOUR: hour }
