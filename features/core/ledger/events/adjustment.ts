import { nonZero, type Entry } from '../entry.ts'

/** A correction of the seller's funds by the marketplace. */
export interface Adjustment {
  /** The marketplace's id of it. */
  adjustmentId: string
  at: Date
  currency: string
  /** Positive if the seller gets it. */
  amountMinor: number
  /** The marketplace's words. */
  description: string
  order: { id: number; number: string } | null
}

export function postAdjustment({ adjustmentId, at, currency, amountMinor, description, order }: Adjustment): Entry {
  return {
    key: `adjustment ${adjustmentId}`,
    kind: 'ADJUSTMENT',
    at,
    currency,
    orderId: order?.id ?? null,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero([
      { account: 'funds:available', amountMinor },
      { account: 'adjustments', amountMinor: -amountMinor },
    ]),
    transaction: {
      kind: 'ADJUSTMENT',
      orderNumber: order?.number ?? null,
      description,
      grossMinor: amountMinor,
      feesMinor: 0,
      state: 'AVAILABLE',
      availableAt: at,
      holdId: null,
    },
  }
}
