import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { day } from '#lib/duration.ts'
import { daysToCome, dropsOut, evaluationsAround, inMonths, windowOf } from './evaluation.ts'

const london = 'Europe/London'
const around = (now: string, zone = london) => {
  const { last, next } = evaluationsAround(new Date(now), zone, 20)
  return [last.toISOString(), next.toISOString()]
}

describe('evaluations', () => {
  it('happen on the set day of the month, from midnight in the shop’s zone', () => {
    expect(around('2026-11-19T23:59:59Z')).toEqual(['2026-10-19T23:00:00.000Z', '2026-11-20T00:00:00.000Z'])
    expect(around('2026-11-20T00:00:00Z')).toEqual(['2026-11-20T00:00:00.000Z', '2026-12-20T00:00:00.000Z'])
    // In this zone it is already the 20th.
    expect(around('2026-11-19T12:00:00Z', 'Pacific/Auckland')).toEqual([
      '2026-11-19T11:00:00.000Z',
      '2026-12-19T11:00:00.000Z',
    ])
  })

  it('use the full months before them', () => {
    const { from, before } = windowOf(new Date('2026-12-20T00:00Z'), london, 3)
    expect([from, before]).toEqual([new Date('2026-08-31T23:00Z'), new Date('2026-12-01T00:00Z')])
    expect(daysToCome({ from, before, months: 3 }, new Date('2026-11-22T10:40Z'), london)).toBe(8)
    expect(daysToCome({ from, before, months: 3 }, new Date('2026-11-30T23:00Z'), london)).toBe(0)
    expect(daysToCome({ from, before, months: 3 }, new Date('2026-12-05T10:00Z'), london)).toBe(0)
    expect([inMonths(365 * day), inMonths(92 * day), inMonths(day)]).toEqual([12, 3, 1])
  })

  it('count a sale until it drops out of the period', () => {
    expect(dropsOut(new Date('2026-09-02T12:00Z'), london, { months: 3, dayOfMonth: 20 })).toEqual(
      new Date('2027-01-20T00:00Z'),
    )
    const zones = fc.constantFrom(london, 'America/St_Johns', 'Pacific/Auckland', 'UTC')
    const times = fc.date({
      min: new Date('2020-01-01T00:00Z'),
      max: new Date('2030-01-01T00:00Z'),
      noInvalidDate: true,
    })
    expectForAll(
      times,
      zones,
      fc.constantFrom(1, 3, 12),
      fc.integer({ min: 1, max: 28 }),
      (soldAt, zone, months, on) => {
        const out = dropsOut(soldAt, zone, { months, dayOfMonth: on })
        const { last } = evaluationsAround(new Date(out.getTime() - 1), zone, on)
        const holds = (evaluation: Date) => {
          const { from, before } = windowOf(evaluation, zone, months)
          return soldAt >= from && soldAt < before
        }
        expect([holds(last), holds(out)]).toEqual([true, false])
      },
    )
  })
})
