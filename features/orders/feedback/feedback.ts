import { addDays, dateAt, isoWeekday, type LocalDate } from '#lib/zoned-time.ts'

/** What a buyer said of an order, as kinds that are counted. */
export type Rating = 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'

/** A feedback as far as it counts. */
export interface FeedbackMark {
  buyer: string
  rating: Rating
  leftAt: Date
}

/** Votes of buyers: several marks of one buyer in one week are one vote. */
export interface FeedbackVotes {
  positive: number
  negative: number
}

const pacific = 'America/Los_Angeles'

/** The Monday of the week, Pacific time, in which something was left: `2026-11-16`. */
export function feedbackWeek(leftAt: Date): LocalDate {
  const day = dateAt(leftAt, pacific)
  return addDays(day, 1 - isoWeekday(day))
}

/**
 * Counts the votes of marks (seller-hubs 2.3): a buyer's marks of one week, Monday to Sunday, Pacific time, are one vote,
 * for whichever kind is more; neutrals and ties are none. `feedback_score` and `countVotes` say the same in SQL.
 */
export function votesOf(marks: readonly FeedbackMark[]): FeedbackVotes {
  const weeks = new Map<string, number>()
  for (const { buyer, rating, leftAt } of marks) {
    const key = `${feedbackWeek(leftAt)} ${buyer}`
    weeks.set(key, (weeks.get(key) ?? 0) + value[rating])
  }
  const nets = [...weeks.values()]
  return { positive: nets.filter((net) => net > 0).length, negative: nets.filter((net) => net < 0).length }
}

const value: Record<Rating, number> = { POSITIVE: 1, NEUTRAL: 0, NEGATIVE: -1 }

/** The share of positives among positives and negatives; null where there is neither: no votes are not 100 %. */
export function positiveShare({ positive, negative }: FeedbackVotes): number | null {
  return positive + negative === 0 ? null : positive / (positive + negative)
}

/** The start of the twelve months that the share is counted over. */
export function twelveMonthsBefore(now: Date): Date {
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - 1)
  // A year before 29 February is 28 February.
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0)
  return before
}
