import { describe, expect, it } from 'vitest'
import { addMonths, comparedDays, comparePeriods, periodDays } from './report-period.ts'
import { readReportQuery, reportHref } from './report-query.ts'

const today = '2026-11-20'
const query = (search: string) => readReportQuery(new URLSearchParams(search), today)

it.each([
  ['7d', '2026-11-14'],
  ['31d', '2026-10-21'],
  ['90d', '2026-08-23'],
  ['week', '2026-11-16'],
  ['month', '2026-11-01'],
  ['quarter', '2026-10-01'],
  ['year', '2026-01-01'],
] as const)('periodDays ends today: %s', (period, from) => {
  expect(periodDays(period, today)).toEqual({ from, to: today })
})

describe('comparedDays', () => {
  it('are the same days of the calendar period before, or as many days directly before', () => {
    const before = (period: Parameters<typeof periodDays>[0]) =>
      comparedDays(periodDays(period, today), period, 'before')
    expect(before('month')).toEqual({ from: '2026-10-01', to: '2026-10-20' })
    expect(before('quarter')).toEqual({ from: '2026-07-01', to: '2026-08-20' })
    expect(before('year')).toEqual({ from: '2025-01-01', to: '2025-11-20' })
    expect(before('week')).toEqual({ from: '2026-11-09', to: '2026-11-13' })
    expect(before('7d')).toEqual({ from: '2026-11-07', to: '2026-11-13' })
    expect(comparedDays({ from: '2026-03-01', to: '2026-03-03' }, null, 'before')).toEqual({
      from: '2026-02-26',
      to: '2026-02-28',
    })
    expect(comparedDays(periodDays('7d', today), '7d', 'year')).toEqual({ from: '2025-11-14', to: '2025-11-20' })
  })

  it('end with a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28')
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
  })
})

describe('comparePeriods', () => {
  const now = new Date('2026-11-20T10:30:00Z')
  const compared = (search: string) => comparePeriods(query(search), { now, zone: 'Europe/London' })

  it('has days, of which the last is compared up to the same time', () => {
    const { unit, current, previous, spans, until, isSoFar } = compared('period=7d')
    expect([unit, current.length, previous.length, isSoFar]).toEqual(['day', 7, 7, true])
    expect(until).toEqual(new Date('2026-11-13T10:30:00Z'))
    expect(spans.current.at(-1)?.before).toEqual(now)
    expect(spans.previous.filter((span) => !span.compared)).toEqual([
      { step: 6, from: until, before: new Date('2026-11-14T00:00:00Z'), compared: false },
    ])
  })

  it('has months where there are many days, and compares days that are over as a whole', () => {
    const { unit, current, until, isSoFar, spans } = compared('from=2026-01-15&to=2026-10-31')
    expect([unit, current.length, isSoFar]).toEqual(['month', 10, false])
    expect(current.map(({ date }) => date).slice(0, 3)).toEqual(['2026-01-15', '2026-02-01', '2026-03-01'])
    expect(until).toEqual(new Date('2026-01-15T00:00:00Z'))
    expect(spans.previous.every((span) => span.compared)).toBe(true)
  })
})

describe('the query', () => {
  it('has the last 31 days if nothing else is asked for', () => {
    expect(query('period=never&by=colour&compare=x&currency=pounds')).toMatchObject({
      period: '31d',
      comparison: 'before',
      by: 'day',
      currency: null,
      refused: null,
    })
  })

  it('refuses days that are none and says what was typed', () => {
    for (const [from, to] of [
      ['2026-11-21', '2026-11-30'],
      ['2026-11-05', '2026-11-01'],
      ['2026-02-30', '2026-11-01'],
      ['', '2026-11-01'],
    ])
      expect(query(`from=${from}&to=${to}`)).toMatchObject({ period: '31d', refused: { from, to } })
  })

  it('ends today and goes back three years at most', () => {
    expect(query('from=2026-11-01&to=2027-01-01').days).toEqual({ from: '2026-11-01', to: today })
    expect(query('from=2001-01-01&to=2026-11-20').days).toEqual({ from: '2023-11-21', to: today })
  })

  it('is kept in links, without defaults', () => {
    expect(reportHref(query(''))).toBe('/sh/performance/sales')
    const href = reportHref(query('from=2026-11-01&to=2026-11-02&compare=year&currency=EUR'), { by: 'country' })
    expect(href).toBe('/sh/performance/sales?from=2026-11-01&to=2026-11-02&compare=year&by=country&currency=EUR')
    expect(reportHref(query(href.split('?')[1]!))).toBe(href)
  })
})
