import type { SellerStandards, StandardLimit } from '#features/core/policy-pack/policy-pack.ts'

/** The levels of a seller, best first. */
export const sellerLevels = ['TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD'] as const
export type SellerLevel = (typeof sellerLevels)[number]

/** Measures with a limit; each has its orders as evidence. */
export const faults = ['late', 'defects', 'cases', 'untracked', 'unanswered'] as const
export type Fault = (typeof faults)[number]

export interface FaultCounts {
  orders: number
  late: number
  defects: number
  defectBuyers: number
  /** Orders with a case decided for the buyer. */
  cases: number
  /** Orders due to ship by now; `untracked` are those without a tracking number in time or without a scan. */
  due: number
  untracked: number
  /** Orders with a buyer's message that had to be answered by now; `unanswered` are those with one answered late or not yet. */
  asked: number
  unanswered: number
  days: number
}

/** The figures of an evaluation, with sales of the year before the end of its window. */
export interface Counts extends FaultCounts {
  /** Paid orders of the year that were not cancelled. */
  yearOrders: number
  /** Their sales in minor units; null if the marketplace requires none in the shop's currency. */
  yearSales: { minor: number; required: number; currency: string } | null
}

export interface Headroom {
  isMet: boolean
  /** Number of further ones allowed, or of those too many. */
  n: number
  /** Further orders without faults after which the rate is met again; null if no number would. */
  toGo: number | null
}

/** A measure with the requirement of the best level. */
export type Measure =
  | {
      id: Exclude<Fault, 'untracked'>
      count: number
      of: number
      /** The count compared with the limit's number: distinct buyers, for defects. */
      units: number
      limit: StandardLimit
      headroom: Headroom
    }
  | { id: 'untracked'; count: number; of: number; minBps: number; headroom: Headroom }
  | { id: 'orders' | 'days'; count: number; required: number; headroom: Headroom }
  | { id: 'sales'; count: number; required: number; currency: string; headroom: Headroom }

const whole = 10_000

/** Whether a count exceeds both the rate and the number of its limit. */
export const isOver = (count: number, units: number, of: number, { maxBps, max }: StandardLimit): boolean =>
  count * whole > maxBps * of && units > max

function headroomBelow(count: number, units: number, of: number, limit: StandardLimit): Headroom {
  const { maxBps, max } = limit
  const byRate = Math.floor((maxBps * of) / whole)
  const left = Math.max(byRate - count, max - units)
  if (!isOver(count, units, of, limit)) return { isMet: true, n: left, toGo: null }
  return { isMet: false, n: -left, toGo: maxBps > 0 ? Math.ceil((count * whole) / maxBps) - of : null }
}

function headroomAbove(good: number, of: number, minBps: number): Headroom {
  const left = good - Math.ceil((minBps * of) / whole)
  if (left >= 0) return { isMet: true, n: left, toGo: null }
  return {
    isMet: false,
    n: -left,
    toGo: minBps < whole ? Math.ceil((minBps * of - whole * good) / (whole - minBps)) : null,
  }
}

const atLeast = (count: number, required: number): Headroom => ({
  isMet: count >= required,
  n: Math.abs(count - required),
  toGo: null,
})

/** Measures about which the marketplace is told once a shop is over their limit. */
export const watched = ['late', 'defects', 'cases', 'unanswered'] as const
export type Watched = (typeof watched)[number]

export interface WatchedRate {
  id: Watched
  count: number
  of: number
  limit: StandardLimit
  isOver: boolean
}

export const basisOfFault = (fault: Fault, { orders, due, asked }: FaultCounts): number =>
  fault === 'untracked' ? due : fault === 'unanswered' ? asked : orders

export type WatchedCounts = Pick<FaultCounts, Watched | 'orders' | 'asked' | 'defectBuyers'>

/** What a measure is counted of, and the units that its limit compares: distinct buyers, for defects. */
function basisOf(id: Watched, counts: WatchedCounts): { count: number; of: number; units: number } {
  const count = counts[id]
  return {
    count,
    of: id === 'unanswered' ? counts.asked : counts.orders,
    units: id === 'defects' ? counts.defectBuyers : count,
  }
}

/** Limits of the watched measures: those of the levels, else the operator's. */
export function watchedLimits({ levels, ...standards }: SellerStandards): Record<Watched, StandardLimit> {
  return {
    late: levels?.topRated.late ?? standards.withoutLevels.late,
    defects: { maxBps: standards.defectMaxBps, max: standards.defectMaxBuyers },
    cases: levels?.cases ?? standards.withoutLevels.cases,
    unanswered: standards.unanswered,
  }
}

export function watchedRates(counts: WatchedCounts, standards: SellerStandards): WatchedRate[] {
  const limits = watchedLimits(standards)
  return watched.map((id) => {
    const { count, of, units } = basisOf(id, counts)
    return { id, count, of, limit: limits[id], isOver: isOver(count, units, of, limits[id]) }
  })
}

/**
 * All measures with the requirements of the best level (seller-hubs 2.1); messages have the operator's limit. Only the
 * watched ones if the marketplace has no levels.
 */
export function measuresOf(counts: Counts, standards: SellerStandards): Measure[] {
  const limits = watchedLimits(standards)
  const below = (id: Watched, limit = limits[id]): Measure => {
    const { count, of, units } = basisOf(id, counts)
    return { id, count, of, units, limit, headroom: headroomBelow(count, units, of, limit) }
  }
  if (!standards.levels) return watched.map((id) => below(id))
  const { topRated } = standards.levels
  const { due, untracked, yearSales } = counts
  const least = (id: 'orders' | 'days', count: number, required: number): Measure => ({
    id,
    count,
    required,
    headroom: atLeast(count, required),
  })
  const { trackingMinBps: minBps } = topRated
  return [
    below('late', topRated.late),
    below('defects', topRated.defects),
    below('cases', topRated.cases),
    { id: 'untracked', count: untracked, of: due, minBps, headroom: headroomAbove(due - untracked, due, minBps) },
    least('orders', counts.yearOrders, topRated.orders),
    ...(yearSales
      ? [
          {
            id: 'sales' as const,
            count: yearSales.minor,
            required: yearSales.required,
            currency: yearSales.currency,
            headroom: atLeast(yearSales.minor, yearSales.required),
          },
        ]
      : []),
    least('days', counts.days, topRated.days),
    below('unanswered'),
  ]
}

export const isOfLevel = ({ id }: Pick<Measure, 'id'>): boolean => id !== 'unanswered'

/**
 * The level of these counts (seller-hubs 2.1). Defects or cases alone lead below the standard; the best level requires
 * all measures. Null if the marketplace has no levels.
 */
export function levelOf(counts: Counts, standards: SellerStandards): SellerLevel | null {
  if (!standards.levels) return null
  const belowStandard: readonly Watched[] = ['defects', 'cases']
  if (watchedRates(counts, standards).some(({ id, isOver: isMissed }) => isMissed && belowStandard.includes(id)))
    return 'BELOW_STANDARD'
  return measuresOf(counts, standards).every((measure) => !isOfLevel(measure) || measure.headroom.isMet)
    ? 'TOP_RATED'
    : 'ABOVE_STANDARD'
}

export interface OrderStanding {
  isDefect: boolean
  /** Whether its buyer has a defect already. */
  hasBuyer: boolean
}

/** The counts once this order, too, is a defect: cancelled as out of stock, or with a case decided for the buyer. */
export function withDefect<C extends FaultCounts>(counts: C, { isDefect, hasBuyer }: OrderStanding): C {
  if (isDefect) return counts
  return { ...counts, defects: counts.defects + 1, defectBuyers: counts.defectBuyers + (hasBuyer ? 0 : 1) }
}

/** Assumptions about events before an evaluation. */
export interface Prospects {
  /** Orders expected before its window ends, at the recent pace. */
  expected: number
  /** Orders not shipped on time and not delivered by the promised date; they will count as late. */
  undelivered: number
}

export const suppositions = ['expected', 'undelivered', 'cancel'] as const
export type Supposition = (typeof suppositions)[number]

export function supposing(
  counts: Counts,
  { expected, undelivered }: Prospects,
  chosen: readonly Supposition[],
): Counts {
  const more = chosen.includes('cancel') ? withDefect(counts, { isDefect: false, hasBuyer: false }) : { ...counts }
  if (chosen.includes('expected')) {
    more.orders += expected
    more.due += expected
    more.yearOrders += expected
  }
  if (chosen.includes('undelivered')) more.late += undelivered
  return more
}
