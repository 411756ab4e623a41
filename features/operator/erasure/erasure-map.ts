import type { OrderEvent } from '#features/core/order/order-event.ts'

// Columns kept by an erasure. All others are cleared, so a new column is erased unless listed here.

/** Kept text and JSON columns by table: needed for tax law, bookkeeping or order handling. */
export const keptColumns = {
  buyers: [],
  addresses: ['country'],
  orders: [
    'order_number',
    'external_id',
    'external_status',
    'delivery',
    'ship_to_country',
    'shipping_service',
    'currency',
    'payment_status',
    'fulfilment_status',
    'cancel_state',
    'ship_rule',
    // Which orders one checkout placed.
    'order_group',
    // What it cost beside its items.
    'extras',
    // A hash that identifies resent orders; it cannot be reversed.
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
  disputes: ['dispute_number', 'external_id', 'reason', 'state', 'currency', 'respond_calendar', 'answered_by'],
  feedback: ['external_id', 'rating'],
  labels: [
    'label_key',
    'state',
    'wish',
    'currency',
    'format',
    'rate_id',
    'provider_label_id',
    'carrier',
    'service',
    'tracking_number',
    'batch',
    'tag',
    'member_id',
    'member_name',
  ],
  buyer_offers: ['offer_key', 'external_id', 'variation', 'sku', 'begun_by', 'state', 'currency'],
  buyer_offer_steps: ['step', 'actor', 'member_name', 'rule', 'state'],
} as const satisfies Record<string, readonly string[]>

export const deletedTables = [
  'order_notes',
  'order_tags',
  'interested_buyers',
  'conversations',
  'message_pictures',
  'conversation_messages',
  'case_photos',
  'dispute_evidence',
  'label_files',
  'tracking_rows',
  'file_run_parts',
  'upload_records',
  'listing_upload_rows',
  'api_answers',
  'undos',
] as const

/** Tables whose remaining columns hold no buyer data: items, money, dates, parcels and team actions. */
export const keptTables = [
  'line_items',
  'payments',
  'refunds',
  'refund_parts',
  'cancellations',
  'shipments',
  'label_lines',
  'label_charges',
  'shipment_lines',
  'pack_events',
  'print_runs',
  'printed_orders',
  'stock_movements',
  'ledger_entries',
  'ledger_postings',
  'transactions',
  'holds',
  'goods_costs',
  'returned_goods',
  'goods_due',
  'line_profits',
  'order_profits',
  'changes',
  'events',
  // What the seller shows to all buyers; those that name the buyer are deleted.
  'listing_questions',
  'buyer_erasures',
] as const

/** What happens to timeline entries. Entries with free text or addresses are removed; each new kind must be listed. */
const entries: Record<OrderEvent['kind'], 'keep' | 'remove'> = {
  PARCEL_SHIPPED: 'keep',
  PARCEL_TRACKED: 'keep',
  PARCEL_CORRECTED: 'keep',
  PARCEL_VOIDED: 'keep',
  LABEL_BOUGHT: 'keep',
  LABEL_VOIDED: 'keep',
  HANDED_OVER: 'keep',
  HAND_OVER_UNDONE: 'keep',
  LINES_ADDED: 'keep',
  PAYMENT_CHANGED: 'keep',
  SHIP_BY_SET: 'keep',
  MESSAGE_SENT: 'keep',
  MESSAGE_RECEIVED: 'keep',
  // Refers to addresses by id.
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

export const keptEntries: readonly string[] = Object.entries(entries)
  .filter(([, fate]) => fate === 'keep')
  .map(([kind]) => kind)

/** Years for which invoices and credit notes are kept, from the end of the year of issue. */
export const documentYears = 10

export const keptUntil = (issuedAt: Date) => new Date(Date.UTC(issuedAt.getUTCFullYear() + 1 + documentYears, 0, 1))
