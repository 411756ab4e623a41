import type { HubDiscount, HubListing } from '../hub-types.ts'
import { minorOf } from '../store/offers.ts'

export interface DiscountedLine {
  listing: Pick<HubListing, 'item' | 'discounts'>
  costMinor: number
  quantity: number
}

/** What is taken off the lines of one seller's order, and what for. */
export interface OrderDiscounts {
  /** Of each line. */
  lines: number[]
  parts: { label: string; minor: number }[]
  /** Whether the code that was entered is good for something in the order. */
  takesCode: boolean
}

const share = (minor: number, percent: number) => Math.ceil((minor * percent) / 100)

/** Divides an amount in proportion to what lines cost, exactly. */
function divided(amount: number, costs: readonly number[]): number[] {
  const whole = costs.reduce((sum, cost) => sum + cost, 0)
  let [before, given] = [0, 0]
  return costs.map((cost) => {
    before += cost
    const upTo = whole === 0 ? 0 : Number((BigInt(Math.min(amount, whole)) * BigInt(before)) / BigInt(whole))
    const own = upTo - given
    given = upTo
    return own
  })
}

/** What a discount takes off lines that cost so much. */
function offOf(
  { kind, percent, amountOff, leastOrder, tiers }: HubDiscount,
  costs: number[],
  units: number[],
): number[] {
  if (kind === 'VOLUME')
    return costs.map((cost, nth) => {
      const tier = tiers.findLast((each) => (units[nth] ?? 0) >= each.units)
      return tier ? share(cost, tier.percent) : 0
    })
  const whole = costs.reduce((sum, cost) => sum + cost, 0)
  if (leastOrder && whole < minorOf(leastOrder)) return costs.map(() => 0)
  return percent === null
    ? divided(amountOff ? minorOf(amountOff) : 0, costs)
    : costs.map((cost) => share(cost, percent))
}

const kinds = ['VOLUME', 'ORDER', 'COUPON'] as const

/** The volume price of each line, then the discount of the order, then the code: each of what is left to pay. */
export function discountsOf(lines: readonly DiscountedLine[], code: string): OrderDiscounts {
  const off = lines.map(() => 0)
  const parts: OrderDiscounts['parts'] = []
  // Its variations count together.
  const units = lines.map(({ listing }) =>
    lines.reduce((sum, each) => sum + (each.listing.item === listing.item ? each.quantity : 0), 0),
  )
  const all = new Map(lines.flatMap(({ listing }) => listing.discounts.map((each) => [each.id, each] as const)))
  let takesCode = false
  for (const kind of kinds)
    for (const discount of all.values()) {
      if (discount.kind !== kind || (kind === 'COUPON' && discount.code !== code)) continue
      const covered = lines.map(({ listing }) => listing.discounts.some(({ id }) => id === discount.id))
      const costs = lines.map(({ costMinor }, nth) => (covered[nth] ? costMinor - (off[nth] ?? 0) : 0))
      const own = offOf(discount, costs, units)
      const minor = own.reduce((sum, each) => sum + each, 0)
      if (minor === 0) continue
      for (const [nth, each] of own.entries()) off[nth] = (off[nth] ?? 0) + each
      parts.push({ label: kind === 'COUPON' ? `Code ${code}` : 'Discount', minor })
      takesCode ||= kind === 'COUPON'
    }
  return { lines: off, parts, takesCode }
}
