import type { OrderEvent } from '#features/core/order/order-event.ts'

// Which columns an erasure keeps of rows about a buyer. All others are emptied: a column that is added is erased unless it is named here.

/** Text and JSON columns that stay, by table. Each says what tax law or the seller's books need, or how the order was handled. */
export const keptColumns = {
  buyers: [],
  addresses: ['country'],
  orders: [
    'order_number',
    'external_id',
    'external_status',
    'ship_to_country',
    'shipping_service',
    'currency',
    'payment_status',
    'fulfilment_status',
    'cancel_state',
    'ship_rule',
    // A hash, by which an order that is sent again is known: it brings nothing back.
    'pushed_as',
  ],
  cases: [
    'case_number',
    'kind',
    'state',
    'reason',
    'currency',
    'deadline',
    'answer_by',
    'refund_key',
    'carrier',
    'tracking_number',
  ],
  feedback: ['external_id', 'rating'],
} as const satisfies Record<string, readonly string[]>

/** Tables whose rows about a buyer are deleted. */
export const deletedTables = [
  'order_notes',
  'order_tags',
  'conversations',
  'message_pictures',
  'conversation_messages',
  'case_photos',
  'tracking_upload_rows',
  'api_answers',
  'undos',
] as const

/** Tables about orders that hold nothing of the buyer but what is kept: goods, money, dates, parcels, and who of the team did what. */
export const keptTables = [
  'line_items',
  'payments',
  'refunds',
  'refund_parts',
  'cancellations',
  'shipments',
  'shipment_lines',
  'pack_events',
  'print_runs',
  'printed_orders',
  'stock_movements',
  'changes',
  'events',
  'buyer_erasures',
] as const

/** What becomes of an entry of the timeline. Entries that hold words or addresses are removed; a new kind has to be decided here. */
const entries: Record<OrderEvent['kind'], 'keep' | 'remove'> = {
  PARCEL_SHIPPED: 'keep',
  PARCEL_TRACKED: 'keep',
  PARCEL_VOIDED: 'keep',
  PAYMENT_CHANGED: 'keep',
  SHIP_BY_SET: 'keep',
  MESSAGE_SENT: 'keep',
  MESSAGE_RECEIVED: 'keep',
  // It names the addresses by their keys.
  ADDRESS_CHANGED: 'keep',
  NOTE_WRITTEN: 'remove',
  TAGS_CHANGED: 'remove',
  CANCELLATION_REQUESTED: 'keep',
  ORDER_CANCELLED: 'keep',
  CANCELLATION_ACCEPTED: 'keep',
  CANCELLATION_DECLINED: 'keep',
  CANCELLATION_EXPIRED: 'keep',
  CANCELLATION_CLOSED: 'keep',
  REFUND_REQUESTED: 'keep',
  REFUND_MADE: 'keep',
  REFUND_REFUSED: 'keep',
  REFUND_RETRIED: 'keep',
  CASE_STEP: 'keep',
  BUYER_ERASED: 'keep',
}

/** Kinds of entries that stay in the timeline. */
export const keptEntries: readonly string[] = Object.entries(entries)
  .filter(([, fate]) => fate === 'keep')
  .map(([kind]) => kind)

/** Years for which invoices and credit notes are kept as they were issued, counted from the end of the year of issue. */
export const documentYears = 10

/** Until when a document is kept as it was issued. */
export const keptUntil = (issuedAt: Date) => new Date(Date.UTC(issuedAt.getUTCFullYear() + 1 + documentYears, 0, 1))
