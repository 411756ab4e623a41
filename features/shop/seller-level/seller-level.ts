import type { SellerStandards, StandardLimit } from '#features/core/policy-pack/policy-pack.ts'

/** How a marketplace rates a shop, best first. */
export const sellerLevels = ['TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD'] as const
export type SellerLevel = (typeof sellerLevels)[number]

/** What can be had too much of; each has its orders as evidence. */
export const faults = ['late', 'defects', 'cases', 'untracked'] as const
export type Fault = (typeof faults)[number]

/** What an evaluation rests on: the orders that were sold in its window, counted, and the year before its end. */
export interface Counts {
  /** Paid orders. */
  orders: number
  late: number
  defects: number
  /** Different buyers of those. */
  defectBuyers: number
  /** Orders with a case that was decided for the buyer. */
  cases: number
  /** Orders that had to leave by now, and those of them without a number that was there in time and is known to its carrier. */
  due: number
  untracked: number
  /** Of the year: paid orders that were not cancelled, and what they came to, in the currency of the shop's standard. */
  yearOrders: number
  /** In minor units; null where the marketplace asks for no sales in a currency of the shop. */
  yearSales: { minor: number; wanted: number; currency: string } | null
  /** Days on the marketplace. */
  days: number
}

/** How far something is from where it would harm, or how far it is over. */
export interface Headroom {
  isMet: boolean
  /** How many more do no harm, or how many are too many. */
  n: number
  /** Further orders without a fault that bring the rate back, where they can. */
  toGo: number | null
}

/** One thing that is measured, as the best level asks for it. */
export type Measure =
  | {
      id: Exclude<Fault, 'untracked'>
      count: number
      of: number
      /** What is held against the limit's number: buyers, for defects. */
      units: number
      limit: StandardLimit
      headroom: Headroom
    }
  | { id: 'untracked'; count: number; of: number; minBps: number; headroom: Headroom }
  | { id: 'orders' | 'days'; count: number; wanted: number; headroom: Headroom }
  | { id: 'sales'; count: number; wanted: number; currency: string; headroom: Headroom }

const whole = 10_000

/** Whether something is over its limit: by rate and by number. At the limit it is not. */
export const isOver = (count: number, units: number, of: number, { maxBps, max }: StandardLimit): boolean =>
  count * whole > maxBps * of && units > max

/** How many more of something may come before it is over, or how many are too many. */
function headroomBelow(count: number, units: number, of: number, limit: StandardLimit): Headroom {
  const { maxBps, max } = limit
  const byRate = Math.floor((maxBps * of) / whole)
  const left = Math.max(byRate - count, max - units)
  if (!isOver(count, units, of, limit)) return { isMet: true, n: left, toGo: null }
  return { isMet: false, n: -left, toGo: maxBps > 0 ? Math.ceil((count * whole) / maxBps) - of : null }
}

/** How many more may leave without a known number, or how many are missing. */
function headroomAbove(good: number, of: number, minBps: number): Headroom {
  const left = good - Math.ceil((minBps * of) / whole)
  if (left >= 0) return { isMet: true, n: left, toGo: null }
  return {
    isMet: false,
    n: -left,
    toGo: minBps < whole ? Math.ceil((minBps * of - whole * good) / (whole - minBps)) : null,
  }
}

const atLeast = (count: number, wanted: number): Headroom => ({
  isMet: count >= wanted,
  n: Math.abs(count - wanted),
  toGo: null,
})

/** What the best level asks for, each with how the shop stands (seller-hubs 2.1). Empty where the marketplace has no levels. */
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
  const least = (id: 'orders' | 'days', count: number, wanted: number): Measure => ({
    id,
    count,
    wanted,
    headroom: atLeast(count, wanted),
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
            wanted: yearSales.wanted,
            currency: yearSales.currency,
            headroom: atLeast(yearSales.minor, yearSales.wanted),
          },
        ]
      : []),
    least('days', counts.days, topRated.days),
  ]
}

/**
 * The level that follows (seller-hubs 2.1): below the standard by defects or cases alone, the best where all that is asked for it is met.
 * Null where the marketplace has no levels.
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

/** What may still come before an evaluation. */
export interface Prospects {
  /** Orders that are expected before its window ends, at the pace of the last weeks. */
  expected: number
  /** Orders that did not leave in time and have not arrived by the day that was promised: they will be late. */
  undelivered: number
}

/** What one can suppose. */
export const suppositions = ['expected', 'undelivered', 'cancel'] as const
export type Supposition = (typeof suppositions)[number]

/** The counts, if what is supposed came about. */
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
