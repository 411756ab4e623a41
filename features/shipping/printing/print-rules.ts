import type { OrderStatus } from '#features/core/order/order.ts'
import type { PrintDocument } from '#features/core/order/print-documents.ts'

/** Why an order is left out of what is printed. */
export const leftOutReasons = [
  'unpaid',
  'cancel-requested',
  'cancelled',
  'refunded',
  'shipped',
  'not-refunded',
  'not-invoiced',
] as const
/** Why an order is not among those that are printed. */
export type LeftOut = (typeof leftOutReasons)[number]

/** Nothing is sent that is not paid for, or that nobody wants any more. */
const notToSend: Partial<Record<OrderStatus, LeftOut>> = {
  AWAITING_PAYMENT: 'unpaid',
  CANCELLATION_REQUESTED: 'cancel-requested',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
}

/** What has left is not fetched from its bin again; its slip and label may be printed once more. */
const leftOutOf: Record<PrintDocument, Partial<Record<OrderStatus, LeftOut>>> = {
  slip: notToSend,
  'pick-list': { ...notToSend, SHIPPED: 'shipped', DELIVERED: 'shipped' },
  label: notToSend,
  // What was paid back was sold and is invoiced; who asked to cancel may not buy after all.
  invoice: { AWAITING_PAYMENT: 'unpaid', CANCELLATION_REQUESTED: 'cancel-requested', CANCELLED: 'cancelled' },
  // Whatever became of the order.
  'credit-note': {},
}

/** Why a document is not printed for an order in this status; null where it is. */
export function whyLeftOut(document: PrintDocument, status: OrderStatus): LeftOut | null {
  return leftOutOf[document][status] ?? null
}

/** Orders printed in one go at most: two and a half boxes of paper. */
export const mostPrinted = 5_000
