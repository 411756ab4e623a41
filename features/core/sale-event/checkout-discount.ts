import type { Row } from '#db/schema.ts'
import { discounted } from '#features/core/offer/offer.ts'
import type { SaleSpan } from './sale-event.ts'

// Discounts at the checkout: volume prices, discounts of orders, and coupon codes. Pure; amounts are minor units.

export type SaleKind = Row<'sale_events'>['kind']
export const saleKinds = ['PRICE', 'VOLUME', 'ORDER', 'COUPON'] as const satisfies readonly SaleKind[]

export const mostTiers = 3

/** Of a coupon, in capitals. */
export const isCouponCode = (text: string): boolean => /^[A-Z0-9]{4,15}$/.test(text)

/** A discount from so many units of one listing on. */
export interface VolumeTier {
  units: number
  percent: number
}

/** Whether each step is for more units and a larger discount than the one before. */
export const areRising = (tiers: readonly VolumeTier[]): boolean =>
  tiers.every(({ units, percent }, nth) => {
    const before = tiers[nth - 1]
    return before === undefined ? units >= 2 : units > before.units && percent > before.percent
  })

export interface CheckoutDiscount {
  kind: Exclude<SaleKind, 'PRICE'>
  tiers: readonly VolumeTier[]
  percent: number | null
  /** Off the whole order. */
  amountMinor: number | null
  /** What its items must cost together; null without a bound. */
  leastMinor: number | null
}

type Terms = Pick<
  Row<'sale_events'>,
  'kind' | 'tier_units' | 'tier_percents' | 'percent' | 'price_minor' | 'least_minor'
>

export const tiersOf = ({ tier_units: units, tier_percents: percents }: Pick<Terms, 'tier_units' | 'tier_percents'>) =>
  (units ?? []).map((each, nth): VolumeTier => ({ units: each, percent: percents?.[nth] ?? 0 }))

/** The discount of a stored sale; null if it sets prices. */
export function discountOfSale(sale: Terms): CheckoutDiscount | null {
  if (sale.kind === 'PRICE') return null
  return {
    kind: sale.kind,
    tiers: tiersOf(sale),
    percent: sale.kind === 'VOLUME' ? null : sale.percent,
    amountMinor: sale.price_minor,
    leastMinor: sale.least_minor,
  }
}

export interface DiscountLine {
  unitMinor: number
  quantity: number
}

const less = (minor: number, percent: number) => minor - discounted(minor, percent)

/**
 * What a discount takes off each line of an order, of those that it covers. Percentages are of each line, rounded up to
 * the buyer's gain; an amount is divided in proportion and exactly. Never more than a line costs.
 */
export function discountsOf(lines: readonly DiscountLine[], discount: CheckoutDiscount): number[] {
  const costs = lines.map(({ unitMinor, quantity }) => unitMinor * quantity)
  if (discount.kind === 'VOLUME')
    return lines.map(({ quantity }, nth) => {
      const tier = discount.tiers.findLast(({ units }) => quantity >= units)
      return tier ? less(costs[nth] ?? 0, tier.percent) : 0
    })
  const whole = costs.reduce((sum, cost) => sum + cost, 0)
  if (whole < (discount.leastMinor ?? 0) || whole === 0) return lines.map(() => 0)
  const { percent } = discount
  if (percent !== null) return costs.map((cost) => less(cost, percent))
  const amount = Math.min(whole, discount.amountMinor ?? 0)
  let [before, given] = [0, 0]
  return costs.map((cost) => {
    before += cost
    // Beyond exact numbers.
    const upTo = Number((BigInt(amount) * BigInt(before)) / BigInt(whole))
    const own = upTo - given
    given = upTo
    return own
  })
}

/** The lowest price of a unit that a discount can make: with the units of its last step, or of the least order. */
export function lowestWith(unitMinor: number, discount: CheckoutDiscount): number {
  const last = discount.tiers.at(-1)
  const enough = Math.max(1, last?.units ?? 1, unitMinor > 0 ? Math.ceil((discount.leastMinor ?? 0) / unitMinor) : 1)
  const [off = 0] = discountsOf([{ unitMinor, quantity: enough }], discount)
  return Math.floor((unitMinor * enough - off) / enough)
}

/** Another discount that a listing has, and when. */
export interface GivenDiscount extends SaleSpan {
  name: string
  code: string | null
  discount: CheckoutDiscount
}
