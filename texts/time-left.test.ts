import { describe, expect, it } from 'vitest'
import { hour } from '#lib/duration.ts'
import { timeLeft } from './time-left.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20, 12) + hours * hour)
const now = at(0)

describe('timeLeft', () => {
  const left = (hours: number) => {
    const { late, unit, count } = timeLeft(at(hours), now, 'Europe/London')
    return `${late ? 'late ' : ''}${count} ${unit}`
  }
  it('says what is late by the clock and what is to come by the calendar', () => {
    expect([-0.001, -0.5, -3.9, -26, -24 * 70, -24 * 800].map(left)).toEqual([
      'late 1 minute',
      'late 30 minute',
      'late 3 hour',
      'late 1 day',
      'late 2 month',
      'late 2 year',
    ])
    expect([0, 0.99, 2.5, 11.9, 12, 36, 36.1, 24 * 90].map(left)).toEqual([
      '1 minute',
      '59 minute',
      '2 hour',
      '11 hour',
      '1 tomorrow',
      '2 day',
      '2 day',
      '2 month',
    ])
  })

  it('counts hours over midnight where there are few', () => {
    expect(timeLeft(at(14), at(11), 'Europe/London')).toEqual({ late: false, unit: 'hour', count: 3 })
  })
})
