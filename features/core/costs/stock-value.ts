import { addDays, startOfDay } from '#lib/zoned-time.ts'
import { costsOfGoods, worthOf, type CostMethod, type MovedUnits, type UnitCost } from './unit-costs.ts'

/** Amounts by which the value of a SKU's stock changed in a day, in minor units of one currency. */
export interface StockFlows {
  /** Purchases, and what was there before anything counted it. */
  receivedMinor: number
  /** Below zero. */
  soldMinor: number
  returnedMinor: number
  /** Counted, corrected, lost or found, and cents of rounding. */
  countedMinor: number
  /** What a new cost made of the units that were there. */
  recostedMinor: number
}

/** The value of a SKU's stock at the end of a day of UTC, in which something of it changed. */
export interface StockDay extends StockFlows {
  day: string
  units: number
  valueMinor: number
}

interface Facts {
  method: CostMethod
  /** In the order of time; so are `moved`, which only matter if some costs are of purchases. */
  costs: readonly UnitCost[]
  moved: readonly MovedUnits[]
  /** Units on hand from the ends of these days on; null while nothing counts them: those that were bought are there. */
  onHand: readonly { day: string; units: number | null }[]
  /** Costs of goods that left (below zero) and came back, as the books have them. */
  posted: readonly { day: string; soldMinor: number; returnedMinor: number }[]
  /** What is known of the day before the first. */
  before: Pick<StockDay, 'units' | 'valueMinor'> | null
  /** The first day to work out; the empty text is the beginning. */
  from: string
}

const nothing = { units: 0, minor: 0, unitCostMinor: 0 }

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * Works out what stock was worth at the end of each day in which its units, costs or goods changed. The flows of a day
 * sum to the difference to the day before, whatever the rounding. Without costs it is worth nothing.
 */
export function stockByDay({ method, costs, moved, onHand, posted, before, from }: Facts): StockDay[] {
  const days = [
    ...new Set([...onHand, ...posted, ...costs.map(({ since }) => ({ day: dayOf(since) }))].map(({ day }) => day)),
  ]
    .filter((day) => day >= from)
    .toSorted()
  const [first] = days
  const times =
    first === undefined ? [] : [first, ...days.map((day) => addDays(day, 1))].map((day) => startOfDay(day, 'UTC'))
  const past = costsOfGoods(method, costs, moved, times)?.past ?? []
  const units = new Map(onHand.map((each) => [each.day, each.units]))
  const sums = new Map(posted.map((each) => [each.day, each]))
  let here = onHand.findLast(({ day }) => day < from)?.units ?? null
  let last = before ?? { units: 0, valueMinor: 0 }
  return days.map((day, index) => {
    // What was there before anything counted it must have been received.
    const isFirst = here === null
    here = units.has(day) ? (units.get(day) ?? null) : here
    const stock = past[index + 1] ?? nothing
    const stood = past[index] ?? nothing
    const now = { units: here ?? stock.units, valueMinor: worthOf(here ?? stock.units, stock) }
    const ofDay = costs.filter(({ since }) => dayOf(since) === day)
    const { soldMinor, returnedMinor } = sums.get(day) ?? { soldMinor: 0, returnedMinor: 0 }
    const boughtMinor = ofDay.reduce((sum, { quantity, unitCostMinor }) => sum + (quantity ?? 0) * unitCostMinor, 0)
    const fresh = ofDay.findLast(({ quantity }) => quantity === null)
    // Units that were never bought cost what the latest do.
    const unbought = Math.max(0, last.units - stood.units)
    const recostedMinor = fresh
      ? last.units * fresh.unitCostMinor - last.valueMinor
      : unbought * (stock.unitCostMinor - stood.unitCostMinor)
    const rest = now.valueMinor - last.valueMinor - boughtMinor - soldMinor - returnedMinor - recostedMinor
    const foundMinor = isFirst ? Math.max(0, rest) : 0
    const [receivedMinor, countedMinor] = [boughtMinor + foundMinor, rest - foundMinor]
    last = now
    return { day, ...now, receivedMinor, soldMinor, returnedMinor, countedMinor, recostedMinor }
  })
}
