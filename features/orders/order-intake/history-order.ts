import type { NewRow } from '#db/schema.ts'
import type { PushedPayment } from './pushed-payment.ts'

export const historyStatuses = ['SHIPPED', 'DELIVERED', 'CANCELLED', 'REFUNDED'] as const
export type HistoryStatus = (typeof historyStatuses)[number]

/** Units of a line, by its position from 1. */
export interface HistoryUnits {
  line: number
  quantity: number
}

export interface HistoryParcel {
  carrier: string
  service: string | null
  trackingNumber: string | null
  shippedAt: Date | null
  deliveredAt: Date | null
  /** Null for all units that were not cancelled. */
  contents: readonly HistoryUnits[] | null
}

interface HistoryRefund {
  reason: NewRow<'refunds'>['reason']
  amountMinor: number
  refundedAt: Date
  /** Position of the refunded line; null for the whole order. */
  line: number | null
}

interface HistoryCancellation {
  initiator: NewRow<'cancellations'>['initiator']
  reason: NewRow<'cancellations'>['reason']
  at: Date
  /** Null for the whole order. */
  lines: readonly HistoryUnits[] | null
}

interface HistoryFeedback {
  /** Id in the marketplace. */
  id: string
  rating: NewRow<'feedback'>['rating']
  stars: number | null
  title: string | null
  comment: string | null
  leftAt: Date
  reply: string | null
  repliedAt: Date | null
}

/** Outcome of an order that was completed before it was imported. */
export interface OrderHistory {
  status: HistoryStatus
  shipBy: Date | null
  /** If empty, it was paid in full when placed, or never if it was cancelled. */
  payments: readonly PushedPayment[]
  parcels: readonly HistoryParcel[]
  refunds: readonly HistoryRefund[]
  cancellations: readonly HistoryCancellation[]
  feedback: HistoryFeedback | null
}
