// What to order again, from sales, stock and the supplier's terms. Whole numbers only, so that each step can be shown and checked.

export const salesWindows = [30, 90, 365] as const
export type SalesWindow = (typeof salesWindows)[number]

/** Sales of the days before today. */
export interface WindowSales {
  /** Units sold less those that came back into stock. */
  units: number
  /** Days on sale: without those of which none was available all day, or that were before the first listing. */
  days: number
}

export interface ReorderFacts {
  sold: Record<SalesWindow, WindowSales>
  /** Units sold a year ago in as many days as the order is for, and in the 30, 90 and 365 days before these. */
  lastYear: { ahead: number; before: Record<SalesWindow, number> }
  leadDays: number
  safetyDays: number
  /** Days that an order should last. */
  targetDays: number
  /** Least quantity of the supplier, and the pack size whose multiples it sells. */
  least: number
  pack: number
  /** Price of a unit, in minor units. */
  priceMinor: number
}

/** What is there, and what is ordered or in drafts. */
export interface StockFacts {
  available: number
  coming: number
}

export interface ReorderAdvice {
  /** Sales that the rate is taken from; null without any. */
  window: SalesWindow | null
  /** Percent of the rate: last year's season compared with the days before it. */
  seasonPercent: number
  /** Whole days that what is available lasts; null without sales. */
  coverDays: number | null
  /** Units that are sold until the order is used up. */
  needed: number
  /** Units to order: needed and not there or coming, at least the least quantity, in whole packs; 0 if it can wait. */
  suggested: number
  /** Sales that would be missed from when stock ends to when an order of today arrives, with the safety days. */
  stakeMinor: number
}

/** Fewer units are chance: a longer window is taken, or no season is seen. */
const leastSold = 8
const [lowestSeason, highestSeason] = [50, 300]
/** Longer covers say nothing more. */
const mostDays = 9_999

/** Days that an order of today is for. */
export const horizonOf = ({
  leadDays,
  safetyDays,
  targetDays,
}: Pick<ReorderFacts, 'leadDays' | 'safetyDays' | 'targetDays'>) => leadDays + safetyDays + targetDays

export function adviseReorder(facts: ReorderFacts, { available, coming }: StockFacts): ReorderAdvice {
  const window = windowOf(facts)
  if (window === null) return { window, seasonPercent: 100, coverDays: null, needed: 0, suggested: 0, stakeMinor: 0 }
  const seasonPercent = seasonOf(facts, window)
  const { units, days } = facts.sold[window]
  // A day's sales are `sales / parts`.
  const [sales, parts] = [units * seasonPercent, days * 100]
  const lastsFor = (stock: number) => Math.min(mostDays, Math.floor((stock * parts) / sales))
  const needed = Math.ceil((sales * horizonOf(facts)) / parts)
  const missing = needed - available - coming
  const waitsFor = lastsFor(available + coming) - facts.leadDays - facts.safetyDays
  const suggested = waitsFor > 0 || missing <= 0 ? 0 : inPacks(Math.max(missing, facts.least), facts.pack)
  const bare = Math.max(0, facts.leadDays + facts.safetyDays - lastsFor(available + coming))
  return {
    window,
    seasonPercent,
    coverDays: lastsFor(available),
    needed,
    suggested,
    stakeMinor: suggested === 0 ? 0 : Math.round((sales * bare * facts.priceMinor) / parts),
  }
}

/** The shortest window with enough sales, else the longest with any. */
function windowOf({ sold }: ReorderFacts): SalesWindow | null {
  const isSold = (least: number) => (window: SalesWindow) => sold[window].units >= least && sold[window].days > 0
  return salesWindows.find(isSold(leastSold)) ?? salesWindows.findLast(isSold(1)) ?? null
}

function seasonOf(facts: ReorderFacts, window: SalesWindow): number {
  const { ahead, before } = facts.lastYear
  const horizon = horizonOf(facts)
  if (ahead < leastSold || before[window] < leastSold || horizon === 0) return 100
  const percent = Math.round((100 * ahead * window) / (before[window] * horizon))
  return Math.min(highestSeason, Math.max(lowestSeason, percent))
}

const inPacks = (units: number, pack: number) => Math.ceil(units / pack) * pack
