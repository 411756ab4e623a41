import type { SellerStandards, StandardLimit } from '#features/core/policy-pack/policy-pack.ts'

/** The levels of a seller, best first. */
export const sellerLevels = ['TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD'] as const
export type SellerLevel = (typeof sellerLevels)[number]

/** Measures with a limit; each has its orders as evidence. */
export const faults = ['late', 'defects', 'cases', 'untracked'] as const
export type Fault = (typeof faults)[number]

/** The figures of an evaluation: orders sold in its window, and sales of the year before its end. */
export interface Counts {
  /** Paid orders. */
  orders: number
  late: number
  defects: number
  /** Distinct buyers of the defects. */
  defectBuyers: number
  /** Orders with a case decided for the buyer. */
  cases: number
  /** Orders due to ship by now; `untracked` are those without a tracking number in time or without a scan. */
  due: number
  untracked: number
  /** Paid orders of the year that were not cancelled. */
  yearOrders: number
  /** Their sales in minor units; null if the marketplace requires none in the shop's currency. */
  yearSales: { minor: number; required: number; currency: string } | null
  /** Days since registration. */
  days: number
}

/** The distance of a measure to its limit. */
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

/** Headroom below a limit. */
function headroomBelow(count: number, units: number, of: number, limit: StandardLimit): Headroom {
  const { maxBps, max } = limit
  const byRate = Math.floor((maxBps * of) / whole)
  const left = Math.max(byRate - count, max - units)
  if (!isOver(count, units, of, limit)) return { isMet: true, n: left, toGo: null }
  return { isMet: false, n: -left, toGo: maxBps > 0 ? Math.ceil((count * whole) / maxBps) - of : null }
}

/** Headroom above a minimum rate. */
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

/** All measures with the requirements of the best level (seller-hubs 2.1). Empty if the marketplace has no levels. */
export function measuresOf(counts: Counts, { levels }: SellerStandards): Measure[] {
  if (!levels) return []
  const { topRated } = levels
  const { orders: of, due, untracked, yearSales } = counts
  const below = (id: Exclude<Fault, 'untracked'>, count: number, units: number, limit: StandardLimit): Measure => ({
    id,
    count,
    of,
    units,
    limit,
    headroom: headroomBelow(count, units, of, limit),
  })
  const least = (id: 'orders' | 'days', count: number, required: number): Measure => ({
    id,
    count,
    required,
    headroom: atLeast(count, required),
  })
  const { trackingMinBps: minBps } = topRated
  return [
    below('late', counts.late, counts.late, topRated.late),
    below('defects', counts.defects, counts.defectBuyers, topRated.defects),
    below('cases', counts.cases, counts.cases, topRated.cases),
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
  ]
}

/**
 * The level of these counts (seller-hubs 2.1). Defects or cases alone lead below the standard; the best level requires
 * all measures. Null if the marketplace has no levels.
 */
export function levelOf(counts: Counts, standards: SellerStandards): SellerLevel | null {
  const { levels, defectMaxBps, defectMaxBuyers } = standards
  if (!levels) return null
  const { orders, defects, defectBuyers, cases } = counts
  if (
    isOver(defects, defectBuyers, orders, { maxBps: defectMaxBps, max: defectMaxBuyers }) ||
    isOver(cases, cases, orders, levels.cases)
  )
    return 'BELOW_STANDARD'
  return measuresOf(counts, standards).every(({ headroom }) => headroom.isMet) ? 'TOP_RATED' : 'ABOVE_STANDARD'
}

/** Assumptions about events before an evaluation. */
export interface Prospects {
  /** Orders expected before its window ends, at the recent pace. */
  expected: number
  /** Orders not shipped on time and not delivered by the promised date; they will count as late. */
  undelivered: number
}

/** Events that the seller can switch on. */
export const suppositions = ['expected', 'undelivered', 'cancel'] as const
export type Supposition = (typeof suppositions)[number]

/** The counts if the chosen events happened. */
export function supposing(
  counts: Counts,
  { expected, undelivered }: Prospects,
  chosen: readonly Supposition[],
): Counts {
  const more = { ...counts }
  if (chosen.includes('expected')) {
    more.orders += expected
    more.due += expected
    more.yearOrders += expected
  }
  if (chosen.includes('undelivered')) more.late += undelivered
  if (chosen.includes('cancel')) {
    more.defects += 1
    more.defectBuyers += 1
  }
  return more
}
