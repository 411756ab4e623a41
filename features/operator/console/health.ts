import { isOver } from '#features/shop/seller-level/seller-level.ts'
import type { HealthRules, StandardLimit } from '#features/core/policy-pack/policy-pack.ts'

/** How a seller can fail buyers; each has its orders as evidence. */
export const failures = ['late', 'cases', 'cancelled', 'unanswered'] as const
export type Failure = (typeof failures)[number]

/** Reads a failure from an address; null for anything else. */
export const findFailure = (text: string | null): Failure | null => failures.find((failure) => failure === text) ?? null

/** Counted orders of a seller. Those of a failure are some of `due` (late), of `asked` (unanswered) or of `sold`. */
export type HealthFigures = Record<Failure, number> & {
  /** Paid orders. */
  sold: number
  /** Paid orders that had to leave by now. */
  due: number
  /** Orders whose buyer wrote something that had to be answered by now. */
  asked: number
}

/** A failure with the orders that it is counted of, and whether it is above its limit. */
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

/** Each failure of a seller against its limit. */
export function failureRates(figures: HealthFigures, rules: HealthRules): FailureRate[] {
  return failures.map((failure) => {
    const [count, of, limit] = [figures[failure], figures[countedOf[failure]], rules[failure]]
    return { failure, count, of, limit, isOver: isOver(count, count, of, limit) }
  })
}

/** The failures that are above their limits. */
export const failingOf = (figures: HealthFigures, rules: HealthRules): Failure[] =>
  failureRates(figures, rules).flatMap(({ failure, isOver: fails }) => (fails ? [failure] : []))
