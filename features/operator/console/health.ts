import { isOver } from '#features/shop/seller-level/seller-level.ts'
import type { HealthRules, StandardLimit } from '#features/core/policy-pack/policy-pack.ts'

/** Ways to underperform; each has orders as evidence. */
export const failures = ['late', 'cases', 'cancelled', 'unanswered'] as const
export type Failure = (typeof failures)[number]

/** Parses a failure; null if unknown. */
export const findFailure = (text: string | null): Failure | null => failures.find((failure) => failure === text) ?? null

/** Order counts of a seller. Failures are subsets of `due` (late), `asked` (unanswered) or `sold`. */
export type HealthFigures = Record<Failure, number> & {
  /** Paid orders. */
  sold: number
  /** Paid orders that should have been shipped by now. */
  due: number
  /** Orders with a buyer's message that should have been answered by now. */
  asked: number
}

/** A failure rate, and whether it is above its limit. */
export interface FailureRate {
  failure: Failure
  count: number
  of: number
  limit: StandardLimit
  isOver: boolean
}

const countedOf: Record<Failure, 'sold' | 'due' | 'asked'> = {
  late: 'due',
  cases: 'sold',
  cancelled: 'sold',
  unanswered: 'asked',
}

/** Each failure of a seller compared with its limit. */
export function failureRates(figures: HealthFigures, rules: HealthRules): FailureRate[] {
  return failures.map((failure) => {
    const [count, of, limit] = [figures[failure], figures[countedOf[failure]], rules[failure]]
    return { failure, count, of, limit, isOver: isOver(count, count, of, limit) }
  })
}

/** The failures that are above their limits. */
export const failingOf = (figures: HealthFigures, rules: HealthRules): Failure[] =>
  failureRates(figures, rules).flatMap(({ failure, isOver: fails }) => (fails ? [failure] : []))
