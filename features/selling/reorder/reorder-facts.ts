import { addDays, daysBetween, type LocalDate } from '#lib/zoned-time.ts'
import { horizonOf, salesWindows, type ReorderFacts } from './reorder-advice.ts'

export interface SalesHistory {
  /** Units by day of UTC, in order. */
  sales: readonly { day: LocalDate; units: number }[]
  /** Days from the first to the last on which none was available all day, in order; `to` null: up to now. */
  gaps: readonly { from: LocalDate; to: LocalDate | null }[]
  listedOn: LocalDate
}

export type ReorderTerms = Omit<ReorderFacts, 'sold' | 'lastYear'>

const year = 365
/** Days of sales that advice looks back. */
export const historyDays = 2 * year + 1

/** Counts sales and days on sale in the windows before `today`. */
export function countFacts(history: SalesHistory, terms: ReorderTerms, today: LocalDate): ReorderFacts {
  // Days ago by unit: yesterday is 1.
  const sales = history.sales.map(({ day, units }) => ({ ago: daysBetween(day, today), units }))
  const unitsIn = (from: number, to: number) =>
    sales.reduce((sum, { ago, units }) => (ago >= from && ago <= to ? sum + units : sum), 0)
  const away = spansAway(history, today)
  const windows = salesWindows.map((window) => {
    const units = unitsIn(1, window)
    const lost = away.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(from, window) - Math.max(to, 1) + 1), 0)
    // What nobody bought needs no days.
    return [window, { units, days: units === 0 ? 0 : Math.max(1, window - lost) }] as const
  })
  const before = salesWindows.map((window) => [window, unitsIn(year + 1, year + window)] as const)
  return {
    ...terms,
    sold: Object.fromEntries(windows) as ReorderFacts['sold'],
    lastYear: {
      ahead: unitsIn(year - horizonOf(terms) + 1, year),
      before: Object.fromEntries(before) as ReorderFacts['lastYear']['before'],
    },
  }
}

/** Spans off sale that do not overlap, as days ago: `from` is the first day, and so the larger number. */
function spansAway({ gaps, listedOn }: SalesHistory, today: LocalDate): { from: number; to: number }[] {
  const listed = daysBetween(listedOn, today)
  const before = { from: Number.POSITIVE_INFINITY, to: listed + 1 }
  return [
    before,
    ...gaps.flatMap(({ from, to }) => {
      const span = { from: Math.min(daysBetween(from, today), listed), to: to === null ? 0 : daysBetween(to, today) }
      return span.from >= span.to ? [span] : []
    }),
  ]
}

/** The first day after `today` on which the facts may differ although nothing happens; null: never. */
export function nextChange(history: SalesHistory, terms: ReorderTerms, today: LocalDate): LocalDate | null {
  const facts = countFacts(history, terms, today)
  const tomorrow = -1
  let next = Number.NEGATIVE_INFINITY
  /** A day or span moves over an edge between `edge - 1` and `edge` days ago. */
  const moves = (from: number, to: number, edge: number) => {
    const at = Math.min(tomorrow, from - edge)
    if (at >= to - edge) next = Math.max(next, at)
  }
  const horizon = horizonOf(terms)
  const edges = [
    1,
    ...salesWindows.map((window) => window + 1),
    year - horizon + 1,
    year + 1,
    ...salesWindows.map((window) => year + window + 1),
  ]
  for (const { day } of history.sales) {
    const ago = daysBetween(day, today)
    for (const edge of edges) moves(ago, ago, edge)
  }
  for (const window of salesWindows)
    if (facts.sold[window].units > 0)
      for (const { from, to } of spansAway(history, today))
        for (const edge of [1, window + 1]) moves(from, edge === 1 || to > 0 ? to : Number.NEGATIVE_INFINITY, edge)
  return next === Number.NEGATIVE_INFINITY ? null : addDays(today, -next)
}
