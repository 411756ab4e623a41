import { maxMinor } from '#lib/money.ts'
import { estimateFees, scheduleOf, type FeePack, type SaleFigures } from './fee.ts'

/** Prices at which a sale makes no loss; null if there is none. */
export interface BreakEven {
  priceMinor: number | null
  /** The lowest price from which on no price makes a loss: fees may rise in steps. */
  safeMinor: number | null
}

/**
 * Finds the item price that covers fees, cost and postage. Within a tier of the percentage fee and a step of the fixed
 * fee, a higher price always leaves as much or more, so each such range is halved.
 */
export function breakEven(pack: FeePack, group: string, sale: Omit<SaleFigures, 'itemMinor'>): BreakEven {
  const leftAt = (itemMinor: number) => estimateFees(pack, group, { ...sale, itemMinor }).leftMinor
  const besides = sale.shippingMinor + (sale.taxMinor ?? 0)
  const edges = [
    ...scheduleOf(pack, group).tiers.map(({ upTo }) => upTo),
    ...pack.fees.perOrder.map(({ orderTotalMax }) => orderTotalMax),
  ].flatMap((edge) => (edge === undefined ? [] : edge - besides))
  const ends = [...new Set([...edges.filter((edge) => edge >= 0 && edge < maxMinor), maxMinor])].toSorted(
    (a, b) => a - b,
  )
  let priceMinor: number | null = null
  let safeMinor: number | null = null
  for (const [index, end] of ends.entries()) {
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1
    const first = leftAt(end) < 0 ? null : firstWithout(leftAt, start, end)
    priceMinor ??= first
    if (first === null || first > start || safeMinor === null) safeMinor = first
  }
  return { priceMinor, safeMinor }
}

/** The lowest price of a range that makes no loss; its last one makes none. */
function firstWithout(leftAt: (price: number) => number, start: number, end: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (leftAt(middle) < 0) low = middle + 1
    else high = middle
  }
  return low
}
