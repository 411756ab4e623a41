import type { Shipping } from './shipping.ts'
import { quote } from './shipping-quote.ts'

export interface HomeParcel {
  shipping: Shipping | null
  grams: number | null
  emptyGrams: number
  /** The item's price. */
  priceMinor: number
  country: string
}

/** What shipping one unit within the seller's country costs at least; null if the policy has no price there. */
export function homePrice({ shipping, country, ...unit }: HomeParcel): number | null {
  const answer = shipping && quote(shipping, [{ quantity: 1, ...unit }], { country })
  return answer && 'services' in answer ? (answer.services[0]?.priceMinor ?? null) : null
}
