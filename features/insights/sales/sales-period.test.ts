import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareSales,
  currentSpans,
  previousSpans,
  readSalesPeriod,
  salesPeriods,
  type SalesSpan,
} from './sales-period.ts'
import { hour as anHour } from '#lib/duration.ts'

const london = 'Europe/London'
const hours = ({ from, before }: { from: Date; before: Date }) => (before.getTime() - from.getTime()) / anHour

it('readSalesPeriod accepts the available periods and falls back to 31 days', () => {
  expect(['1', '7', '31', '90', '30', '', 'x', null].map(readSalesPeriod)).toEqual([1, 7, 31, 90, 31, 31, 31, 31])
})

describe('compareSales', () => {
  it('ends today and compares with as many days before', () => {
    const { current, previous } = compareSales(new Date('2026-11-20T10:00Z'), 31, london)
    expect(current.map(({ date }) => date).filter((_, index) => index % 15 === 0)).toEqual([
      '2026-10-21',
      '2026-11-05',
      '2026-11-20',
    ])
    expect([previous[0]?.date, previous.at(-1)?.date, previous.length]).toEqual(['2026-09-20', '2026-10-20', 31])
  })

  it('gives the days on which clocks change 23 and 25 hours', () => {
    const spring = compareSales(new Date('2026-03-30T10:00Z'), 7, london).current
    expect(spring.find(({ date }) => date === '2026-03-29')).toMatchObject({
      from: new Date('2026-03-29T00:00Z'),
      before: new Date('2026-03-29T23:00Z'),
    })
    const autumn = compareSales(new Date('2026-10-26T10:00Z'), 7, london).current
    expect(autumn.map(hours)).toEqual([24, 24, 24, 24, 24, 25, 24])
  })

  it('divides today into hours of the clock, also skipped or repeated ones', () => {
    const spring = compareSales(new Date('2026-03-29T10:00Z'), 1, london)
    expect(spring.current.map(hours).slice(0, 4)).toEqual([1, 0, 1, 1])
    const autumn = compareSales(new Date('2026-10-25T10:00Z'), 1, london)
    expect(autumn.current.map(hours).slice(0, 4)).toEqual([1, 2, 1, 1])
    expect(autumn.current.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  })
})

describe('periods', () => {
  it('compare only up to the same time of day', () => {
    const comparison = compareSales(new Date('2026-11-20T10:30Z'), 1, london)
    expect(currentSpans(comparison).at(-1)).toMatchObject({ step: 10, before: new Date('2026-11-20T10:30Z') })
    const before = previousSpans(comparison, london)
    expect(before).toHaveLength(25)
    expect(before.filter(({ step }) => step === 10)).toEqual([
      { step: 10, from: new Date('2026-11-19T10:00Z'), before: new Date('2026-11-19T10:30Z'), compared: true },
      { step: 10, from: new Date('2026-11-19T10:30Z'), before: new Date('2026-11-19T11:00Z'), compared: false },
    ])
  })

  it('cover both periods without gap or overlap, in any zone and on any day', () => {
    const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
    const zones = fc.constantFrom(
      london,
      'America/Santiago',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Cairo',
      'UTC',
    )
    fc.assert(
      fc.property(moments, zones, fc.constantFrom(...salesPeriods), (now, zone, days) => {
        const comparison = compareSales(now, days, zone)
        const current = currentSpans(comparison)
        const before = previousSpans(comparison, zone)
        expect(gaps(current)).toEqual([])
        expect(gaps(before)).toEqual([])
        expect(current.at(-1)?.before).toEqual(now)
        expect(before[0]?.from).toEqual(comparison.previous[0]?.from)
        expect(before.at(-1)?.before).toEqual(comparison.current[0]?.from)
        const compared = before.map((span) => span.compared)
        expect(compared).toEqual(compared.toSorted((a, b) => Number(b) - Number(a)))
      }),
      { numRuns: 60 },
    )
  })
})

/** Spans that are empty, or do not start where the previous one ended. */
function gaps(spans: SalesSpan[]): SalesSpan[] {
  return spans.filter(
    (span, index) =>
      span.from > span.before || (index > 0 && span.from.getTime() !== spans[index - 1]!.before.getTime()),
  )
}
