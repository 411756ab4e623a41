import { addDays, dateAt, isoWeekday, type LocalDate } from '#lib/zoned-time.ts'

export type Rating = 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'

/** The part of feedback that counts. */
export interface FeedbackMark {
  buyer: string
  rating: Rating
  leftAt: Date
}

/** Votes: several marks of a buyer in one week count once. */
export type FeedbackVotes = ReturnType<typeof votesOf>

const pacific = 'America/Los_Angeles'

/** Monday of the week in Pacific time: `2026-11-16`. */
export function feedbackWeek(leftAt: Date): LocalDate {
  const day = dateAt(leftAt, pacific)
  return addDays(day, 1 - isoWeekday(day))
}

/**
 * Counts votes (seller-hubs 2.3): a buyer's marks of a week (Monday to Sunday, Pacific time) are one vote for the
 * majority; neutral marks and ties do not count. Must agree with `feedback_score` and `countVotes` in SQL.
 */
export function votesOf(marks: readonly FeedbackMark[]) {
  const weeks = new Map<string, number>()
  for (const { buyer, rating, leftAt } of marks) {
    const key = `${feedbackWeek(leftAt)} ${buyer}`
    weeks.set(key, (weeks.get(key) ?? 0) + value[rating])
  }
  const nets = [...weeks.values()]
  return { positive: nets.filter((net) => net > 0).length, negative: nets.filter((net) => net < 0).length }
}

const value: Record<Rating, number> = { POSITIVE: 1, NEUTRAL: 0, NEGATIVE: -1 }

/** Share of positive votes; null without votes. */
export function positiveShare({ positive, negative }: FeedbackVotes): number | null {
  return positive + negative === 0 ? null : positive / (positive + negative)
}

export function twelveMonthsBefore(now: Date): Date {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - 1)
  // One year before 29 February is 28 February.
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0)
  return before
}
