import { isUnshipped, type OrderStatus } from './order.ts'

/** How an order reaches its buyer: in parcels, collected at the seller's, or as something to download. */
export const deliveries = ['SHIP', 'COLLECT', 'DIGITAL'] as const
export type Delivery = (typeof deliveries)[number]

/** Country of orders whose country nobody knows, as CLDR names it ("Unknown Region"). */
export const unknownCountry = 'ZZ'

interface Whereabouts {
  delivery: Delivery
  shipTo: { country: string } | null
  billTo: { country: string } | null
}

/** Country that a sale counts for: where it goes; where it is collected; or else where the buyer pays. */
export function countryOfSale({ delivery, shipTo, billTo }: Whereabouts, sellerCountry: string): string {
  if (delivery === 'COLLECT') return sellerCountry
  return shipTo?.country ?? billTo?.country ?? unknownCountry
}

type OrderStep = 'ship' | 'hand-over'

/** What an order awaits from its seller; null if nothing. Digital orders are delivered once they are paid. */
export function awaitedStep({ status, delivery }: { status: OrderStatus; delivery: Delivery }): OrderStep | null {
  if (!isUnshipped(status) || delivery === 'DIGITAL') return null
  return delivery === 'SHIP' ? 'ship' : 'hand-over'
}

export const awaitsShipment = (order: Parameters<typeof awaitedStep>[0]) => awaitedStep(order) === 'ship'
