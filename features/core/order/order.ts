import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'

export const paymentStatuses = ['PENDING', 'PAID', 'FAILED', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Whether an order is paid; what was paid in part, or went back again, is told by its payments and refunds. */
export const isPaid = ({ payment_status: status }: { payment_status: PaymentStatus }) =>
  status !== 'PENDING' && status !== 'FAILED'

export const fulfilmentStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'FULFILLED'] as const
export type FulfilmentStatus = (typeof fulfilmentStatuses)[number]

export const cancelStates = ['NONE_REQUESTED', 'IN_PROGRESS', 'CANCELED'] as const
export type CancelState = (typeof cancelStates)[number]

/** The one status of an order that a person sees. */
export const orderStatuses = [
  'AWAITING_PAYMENT',
  'AWAITING_SHIPMENT',
  'PARTLY_SHIPPED',
  'SHIPPED',
  'DELIVERED',
  'CANCELLATION_REQUESTED',
  'CANCELLED',
  'REFUNDED',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where the three machines of an order stand (seller-hubs 5.3). */
export interface OrderStates {
  payment: PaymentStatus
  fulfilment: FulfilmentStatus
  cancel: CancelState
  /** Whether all parcels have arrived. */
  delivered: boolean
}

/** The status that follows from the three machines: first match wins. The database's `order_status` says the same. */
export function orderStatus({ payment, fulfilment, cancel, delivered }: OrderStates): OrderStatus {
  if (cancel === 'CANCELED') return 'CANCELLED'
  if (cancel === 'IN_PROGRESS') return 'CANCELLATION_REQUESTED'
  if (payment === 'PENDING' || payment === 'FAILED') return 'AWAITING_PAYMENT'
  if (payment === 'FULLY_REFUNDED') return 'REFUNDED'
  if (fulfilment === 'NOT_STARTED') return 'AWAITING_SHIPMENT'
  if (fulfilment === 'IN_PROGRESS') return 'PARTLY_SHIPPED'
  return delivered ? 'DELIVERED' : 'SHIPPED'
}

/** The statuses in which the seller still owes a parcel: only then is there a ship-by time to keep. */
export const unshippedStatuses = ['AWAITING_SHIPMENT', 'PARTLY_SHIPPED'] as const satisfies readonly OrderStatus[]

/** Whether the seller still owes a parcel. */
export function isUnshipped(status: OrderStatus): boolean {
  return (unshippedStatuses as readonly OrderStatus[]).includes(status)
}

/** How soon a parcel must leave. */
export const dueStates = ['overdue', 'today', 'tomorrow', 'later'] as const
export type DueState = (typeof dueStates)[number]

/** The moments between the due states, by the seller's days. */
export interface DueBounds {
  /** Earlier is overdue. */
  now: Date
  /** Start of tomorrow. */
  tomorrow: Date
  /** Start of the day after tomorrow. */
  dayAfter: Date
}

/** The moments that divide what is due, in the seller's zone. */
export function dueBounds(now: Date, zone: string): DueBounds {
  const today = dateAt(now, zone)
  return { now, tomorrow: startOfDay(addDays(today, 1), zone), dayAfter: startOfDay(addDays(today, 2), zone) }
}

/** How soon an order must be handed over; null where it has no ship-by time. */
export function dueState(shipBy: Date | null, bounds: DueBounds): DueState | null {
  if (!shipBy) return null
  if (shipBy < bounds.now) return 'overdue'
  if (shipBy < bounds.tomorrow) return 'today'
  return shipBy < bounds.dayAfter ? 'tomorrow' : 'later'
}

/** The span of ship-by times of a due state: `from` included, `before` not; null is open. */
export function dueSpan(due: DueState, bounds: DueBounds): { from: Date | null; before: Date | null } {
  switch (due) {
    case 'overdue':
      return { from: null, before: bounds.now }
    case 'today':
      return { from: bounds.now, before: bounds.tomorrow }
    case 'tomorrow':
      return { from: bounds.tomorrow, before: bounds.dayAfter }
    case 'later':
      return { from: bounds.dayAfter, before: null }
  }
}

/** A tab of the list: a status, or a due state of what awaits shipment. */
export const orderTabs = [
  'all',
  'awaiting-payment',
  'awaiting-shipment',
  'overdue',
  'due-today',
  'shipped',
  'delivered',
  'cancellation-requested',
  'cancelled',
  'refunded',
] as const
export type OrderTab = (typeof orderTabs)[number]

/** What a tab shows: no statuses means all. */
export interface TabFilter {
  statuses: readonly OrderStatus[]
  due: DueState | null
}

/** Every order is in `all` and in exactly one other tab; `overdue` and `due-today` are parts of `awaiting-shipment`. */
export const tabFilters: Record<OrderTab, TabFilter> = {
  all: { statuses: [], due: null },
  'awaiting-payment': { statuses: ['AWAITING_PAYMENT'], due: null },
  'awaiting-shipment': { statuses: unshippedStatuses, due: null },
  overdue: { statuses: unshippedStatuses, due: 'overdue' },
  'due-today': { statuses: unshippedStatuses, due: 'today' },
  shipped: { statuses: ['SHIPPED'], due: null },
  delivered: { statuses: ['DELIVERED'], due: null },
  'cancellation-requested': { statuses: ['CANCELLATION_REQUESTED'], due: null },
  cancelled: { statuses: ['CANCELLED'], due: null },
  refunded: { statuses: ['REFUNDED'], due: null },
}

const orderNumberPattern = /^\d{2}-\d{5}-\d{5}$/

/** An order's number as buyers and sellers know it: `12-34567-89012`. */
export type OrderNumber = string & { readonly __brand: 'OrderNumber' }

/** Reads an order number; null for anything else. */
export function parseOrderNumber(text: string | null): OrderNumber | null {
  const trimmed = text?.trim() ?? ''
  return orderNumberPattern.test(trimmed) ? (trimmed as OrderNumber) : null
}

/** The id of a line as files and tools have it: the digits of its order's number and its place there. */
export const lineItemId = (order: string, place: number) => order.replaceAll('-', '') + String(place).padStart(3, '0')

/** When those orders were placed that may be cancelled now where nobody has paid: by their age to the moment. */
export function cancellableSpan(
  now: Date,
  { sellerCancelWindow, unpaidCancelableAfter }: Pick<Deadlines, 'sellerCancelWindow' | 'unpaidCancelableAfter'>,
): { from: Date; before: Date } {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  return { from: ago(sellerCancelWindow), before: ago(unpaidCancelableAfter) }
}
