import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'

/**
 * How a seller stands by what the marketplace calls defects (seller-hubs 2.1), over the time that the standard looks back: orders cancelled
 * for being out of stock, and those of which it decided a case for the buyer. An order is one at most.
 */
export interface Defects {
  /** Since when it looks back. */
  since: Date
  orders: number
  defects: number
  /** Different buyers of those. */
  buyers: number
  /** Whether the buyer of the order in question is one of them already. */
  hasBuyer: boolean
}

/** How the seller would stand with one defect more: by rate and buyers, and whether the standard would be missed. */
export function withOneMore({ since, orders, defects, buyers, hasBuyer }: Defects, standards: SellerStandards) {
  const more = { since, defects: defects + 1, buyers: buyers + (hasBuyer ? 0 : 1), orders: Math.max(1, orders) }
  const isMissed =
    more.defects * 10_000 > standards.defectMaxBps * more.orders && more.buyers > standards.defectMaxBuyers
  return { ...more, isMissed }
}
