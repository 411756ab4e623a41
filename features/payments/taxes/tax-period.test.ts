import { expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { daysOfPeriod, parsePeriod, periodOf, periodWords, shiftPeriod } from './tax-period.ts'

const texts = textsFor('en', 'Europe/London')

it.each([
  ['2026-10', 'October 2026', '2026-10-01', '2026-10-31', '2026-09'],
  ['2026-Q1', '1st quarter of 2026', '2026-01-01', '2026-03-31', '2025-Q4'],
  ['2028', '2028', '2028-01-01', '2028-12-31', '2027'],
])('reads %s, with its days and the period before', (key, name, first, last, before) => {
  const period = parsePeriod(key)
  if (!period) throw new Error(`${key} is a period`)
  expect([period.key, periodWords(period, texts)]).toEqual([key, name])
  expect(daysOfPeriod(period)).toEqual({ first, last })
  expect(shiftPeriod(period, -1).key).toBe(before)
  expect(shiftPeriod(shiftPeriod(period, -1), 1)).toEqual(period)
})

it.each(['2026-Q5', '2026-00', '20261', 'all', ''])('reads %j as none', (key) => {
  expect(parsePeriod(key)).toBeNull()
})

it('finds the quarter of a month', () => {
  expect(periodOf('quarter', '2026-11').key).toBe('2026-Q4')
})
