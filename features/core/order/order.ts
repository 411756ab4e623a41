import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'
import { brand } from '#lib/brand.ts'
import { isOneOf } from '#lib/is-one-of.ts'

export const paymentStatuses = ['PENDING', 'PAID', 'FAILED', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Whether an order is paid. Partial payments and refunds have their own rows. */
export const isPaid = ({ payment_status: status }: { payment_status: PaymentStatus }) =>
  status !== 'PENDING' && status !== 'FAILED'

export const fulfilmentStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'FULFILLED'] as const
export type FulfilmentStatus = (typeof fulfilmentStatuses)[number]

export const cancelStates = ['NONE_REQUESTED', 'IN_PROGRESS', 'CANCELED'] as const
export type CancelState = (typeof cancelStates)[number]

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

export interface OrderStates {
  payment: PaymentStatus
  fulfilment: FulfilmentStatus
  cancel: CancelState
  delivered: boolean
}

/** Status derived from the three machines; first match wins. Must agree with `order_status` in the database. */
export function orderStatus({ payment, fulfilment, cancel, delivered }: OrderStates): OrderStatus {
  if (cancel === 'CANCELED') return 'CANCELLED'
  if (cancel === 'IN_PROGRESS') return 'CANCELLATION_REQUESTED'
  if (payment === 'PENDING' || payment === 'FAILED') return 'AWAITING_PAYMENT'
  if (payment === 'FULLY_REFUNDED') return 'REFUNDED'
  if (fulfilment === 'NOT_STARTED') return 'AWAITING_SHIPMENT'
  if (fulfilment === 'IN_PROGRESS') return 'PARTLY_SHIPPED'
  return delivered ? 'DELIVERED' : 'SHIPPED'
}

/** Statuses with unshipped parcels; only these have a ship-by time to meet. */
export const unshippedStatuses = ['AWAITING_SHIPMENT', 'PARTLY_SHIPPED'] as const satisfies readonly OrderStatus[]

export function isUnshipped(status: OrderStatus): boolean {
  return isOneOf(unshippedStatuses, status)
}

export const dueStates = ['overdue', 'today', 'tomorrow', 'later'] as const
export type DueState = (typeof dueStates)[number]

export interface DueBounds {
  /** Anything earlier is overdue. */
  now: Date
  /** Start of tomorrow. */
  tomorrow: Date
  /** Start of the day after tomorrow. */
  dayAfter: Date
}

export function dueBounds(now: Date, zone: string): DueBounds {
  const today = dateAt(now, zone)
  return { now, tomorrow: startOfDay(addDays(today, 1), zone), dayAfter: startOfDay(addDays(today, 2), zone) }
}

export function dueState(shipBy: Date | null, bounds: DueBounds): DueState | null {
  if (!shipBy) return null
  if (shipBy < bounds.now) return 'overdue'
  if (shipBy < bounds.tomorrow) return 'today'
  return shipBy < bounds.dayAfter ? 'tomorrow' : 'later'
}

/** Ship-by times of a due state: `from` inclusive, `before` exclusive; null is unbounded. */
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

/** Tabs of the list: statuses, and due states of orders awaiting shipment. */
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

/** Filter of a tab; no statuses means all. */
export interface TabFilter {
  statuses: readonly OrderStatus[]
  due: DueState | null
}

/** Every order is in `all` and exactly one other tab; `overdue` and `due-today` are subsets of `awaiting-shipment`. */
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

/** Public order number: `12-34567-89012`. */
export type OrderNumber = string & { readonly __brand: 'OrderNumber' }

export function parseOrderNumber(text: string | null): OrderNumber | null {
  const trimmed = text?.trim() ?? ''
  return orderNumberPattern.test(trimmed) ? brand<OrderNumber>(trimmed) : null
}

/** Line id in files and APIs: digits of the order number plus the line's position. */
export const lineItemId = (order: string, place: number) => order.replaceAll('-', '') + String(place).padStart(3, '0')

/** Range of order dates from which unpaid orders can be cancelled now. */
export function cancellableSpan(
  now: Date,
  { sellerCancelWindow, unpaidCancelableAfter }: Pick<Deadlines, 'sellerCancelWindow' | 'unpaidCancelableAfter'>,
): { from: Date; before: Date } {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  return { from: ago(sellerCancelWindow), before: ago(unpaidCancelableAfter) }
}
