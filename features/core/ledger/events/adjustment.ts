import { fundsEntry, type Entry } from '../entry.ts'

/** A correction of the seller's funds by the marketplace. */
export interface Adjustment {
  adjustmentId: string
  at: Date
  currency: string
  /** Positive if the seller gets it. */
  amountMinor: number
  /** The marketplace's words. */
  description: string
  order: { id: number; number: string } | null
}

export const postAdjustment = ({ adjustmentId, amountMinor, order, ...adjustment }: Adjustment): Entry =>
  fundsEntry({
    ...adjustment,
    key: `adjustment ${adjustmentId}`,
    kind: 'ADJUSTMENT',
    account: 'adjustments',
    grossMinor: amountMinor,
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
  })
