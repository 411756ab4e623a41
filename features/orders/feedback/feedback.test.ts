import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { feedbackWeek, positiveShare, twelveMonthsBefore, votesOf, type FeedbackMark, type Rating } from './feedback.ts'

const mark = (buyer: string, rating: Rating, leftAt: string): FeedbackMark => ({
  buyer,
  rating,
  leftAt: new Date(leftAt),
})

describe('votesOf', () => {
  it('counts a buyer once a week, Monday to Sunday, Pacific time', () => {
    // Sunday, 15 November ends in Los Angeles on Monday at 08:00 UTC.
    const sunday = mark('ana', 'POSITIVE', '2026-11-16T07:59Z')
    const monday = mark('ana', 'POSITIVE', '2026-11-16T08:00Z')
    expect([sunday, monday].map(({ leftAt }) => feedbackWeek(leftAt))).toEqual(['2026-11-09', '2026-11-16'])
    expect(votesOf([sunday, monday])).toEqual({ positive: 2, negative: 0 })
    expect(votesOf([monday, mark('ana', 'POSITIVE', '2026-11-22T20:00Z')])).toEqual({ positive: 1, negative: 0 })
  })

  it('uses the majority; neutrals and ties are no vote', () => {
    const week = (ratings: Rating[]) => votesOf(ratings.map((rating) => mark('ana', rating, '2026-11-18T12:00Z')))
    expect(week(['POSITIVE', 'NEGATIVE', 'NEGATIVE'])).toEqual({ positive: 0, negative: 1 })
    expect(week(['POSITIVE', 'NEGATIVE'])).toEqual({ positive: 0, negative: 0 })
    expect(week(['NEUTRAL', 'POSITIVE'])).toEqual({ positive: 1, negative: 0 })
  })

  it('never counts more votes than buyers and weeks, whatever the order of the marks', () => {
    const marks = fc.array(
      fc.record({
        buyer: fc.constantFrom('ana', 'ben', 'cleo'),
        rating: fc.constantFrom<Rating>('POSITIVE', 'NEUTRAL', 'NEGATIVE'),
        leftAt: fc.date({ min: new Date('2026-10-20'), max: new Date('2026-11-20'), noInvalidDate: true }),
      }),
    )
    expectForAll(marks, (list) => {
      const votes = votesOf(list)
      const most = new Set(list.map(({ buyer, leftAt }) => `${buyer} ${feedbackWeek(leftAt)}`)).size
      expect(votes.positive + votes.negative).toBeLessThanOrEqual(most)
      expect(votesOf(list.toReversed())).toEqual(votes)
    })
  })
})

it('positiveShare is 97.1 % in the official example, and nothing without votes', () => {
  expect(positiveShare({ positive: 33, negative: 1 })).toBeCloseTo(0.971, 3)
  expect(positiveShare({ positive: 0, negative: 2 })).toBe(0)
  expect(positiveShare({ positive: 0, negative: 0 })).toBeNull()
})

it('twelveMonthsBefore is the same day a year earlier, or the last of February', () => {
  expect(twelveMonthsBefore(new Date('2026-11-20T10:00Z'))).toEqual(new Date('2025-11-20T10:00Z'))
  expect(twelveMonthsBefore(new Date('2028-02-29T10:00Z'))).toEqual(new Date('2027-02-28T10:00Z'))
})
