import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'

/**
 * A seller's defects (seller-hubs 2.1) in the evaluation period: orders cancelled because of stock, or with a case
 * decided for the buyer. Each order counts at most once.
 */
export interface Defects {
  /** Start of the period. */
  since: Date
  orders: number
  defects: number
  /** Distinct buyers of defects. */
  buyers: number
  /** Whether the buyer of the order in question is already counted. */
  hasBuyer: boolean
}

/** Rate and buyers with one more defect, and whether the standard would be missed. */
export function withOneMore({ since, orders, defects, buyers, hasBuyer }: Defects, standards: SellerStandards) {
  const more = { since, defects: defects + 1, buyers: buyers + (hasBuyer ? 0 : 1), orders: Math.max(1, orders) }
  const isMissed =
    more.defects * 10_000 > standards.defectMaxBps * more.orders && more.buyers > standards.defectMaxBuyers
  return { ...more, isMissed }
}
