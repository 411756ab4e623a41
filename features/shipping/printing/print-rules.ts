import type { Delivery } from '#features/core/order/delivery.ts'
import type { OrderStatus } from '#features/core/order/order.ts'
import type { PrintDocument } from '#features/core/order/print-documents.ts'

export const leftOutReasons = [
  'unpaid',
  'cancel-requested',
  'cancelled',
  'refunded',
  'shipped',
  'no-parcel',
  'not-refunded',
  'not-invoiced',
] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** Unpaid and cancelled orders are not shipped. */
const notToSend: Partial<Record<OrderStatus, LeftOut>> = {
  AWAITING_PAYMENT: 'unpaid',
  CANCELLATION_REQUESTED: 'cancel-requested',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
}

/** Shipped orders are not picked again, but slips and labels can be reprinted. */
const leftOutOf: Record<PrintDocument, Partial<Record<OrderStatus, LeftOut>>> = {
  slip: notToSend,
  'pick-list': { ...notToSend, SHIPPED: 'shipped', DELIVERED: 'shipped' },
  label: notToSend,
  // Refunded orders were sales and are invoiced; orders with a pending cancellation may not be.
  invoice: { AWAITING_PAYMENT: 'unpaid', CANCELLATION_REQUESTED: 'cancel-requested', CANCELLED: 'cancelled' },
  // Any state.
  'credit-note': {},
}

/** Documents of orders by how they reach their buyers: nothing of a digital order is picked and packed. */
const withoutParcel: Record<Delivery, readonly PrintDocument[]> = {
  SHIP: [],
  COLLECT: ['label'],
  DIGITAL: ['slip', 'pick-list', 'label'],
}

/** Returns why a document is not printed for an order in this state; null if it is. */
export function whyLeftOut(document: PrintDocument, status: OrderStatus, delivery: Delivery = 'SHIP'): LeftOut | null {
  return withoutParcel[delivery].includes(document) ? 'no-parcel' : (leftOutOf[document][status] ?? null)
}

/** Maximum orders in one print run: about two and a half boxes of paper. */
export const maxPrinted = 5_000
