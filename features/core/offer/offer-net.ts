import { estimateFees, type FeePack } from '#features/core/fees/fee.ts'

/** What an offer costs the seller besides its price, in minor units of one currency. */
export interface OfferCosts {
  /** Null if the marketplace's fees do not cover the currency. */
  fees: FeePack | null
  /** Group of categories that the fees go by. */
  feeGroup: string
  /** Shipping that the buyer pays. */
  shippingMinor: number
  postageMinor: number
  /** Packaging of a unit. */
  packagingMinor: number
  /** Cost of a unit; null if unknown. */
  costMinor: number | null
}

export interface OfferNet {
  /** What is left of the sale; before the cost of goods where that is unknown. */
  leftMinor: number
  /** Share of price and shipping, from 0 to 1; null without a cost or revenue. */
  margin: number | null
}

/** What is left of units at a price after fees, cost, packaging and shipping; null if the fees are unknown. */
export function offerNet(
  { priceMinor, units }: { priceMinor: number; units: number },
  { fees, feeGroup, shippingMinor, postageMinor, packagingMinor, costMinor }: OfferCosts,
): OfferNet | null {
  if (!fees) return null
  const itemMinor = priceMinor * units
  const { leftMinor } = estimateFees(fees, feeGroup, {
    itemMinor,
    shippingMinor,
    postageMinor,
    costMinor: ((costMinor ?? 0) + packagingMinor) * units,
  })
  const revenue = itemMinor + shippingMinor
  return { leftMinor, margin: costMinor === null || revenue <= 0 ? null : leftMinor / revenue }
}
