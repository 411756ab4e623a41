import { amount, oneOf, optional, text, wallTime, wholeNumber, type ImportColumn } from '../import-fields.ts'
import type { ImportFile } from '../import-stage.ts'

const key = text(64)
const label = text(200)
const largestSmallint = 32_767

function column(name: string, to: string, type: ImportColumn['type'], read: ImportColumn['read']): ImportColumn {
  return { name, to, type, read }
}

/** Imported files in reading order. File and column names are Olist's. */
export const olistFiles: ImportFile[] = [
  {
    name: 'product_category_name_translation',
    table: 'olist_translations',
    columns: [
      column('product_category_name', 'category', 'text', label),
      column('product_category_name_english', 'english', 'text', label),
    ],
  },
  {
    name: 'olist_sellers_dataset',
    table: 'olist_sellers',
    columns: [
      column('seller_id', 'seller_id', 'text', key),
      column('seller_city', 'city', 'text', optional(label)),
      column('seller_state', 'state', 'text', optional(label)),
    ],
  },
  {
    name: 'olist_products_dataset',
    table: 'olist_products',
    columns: [
      column('product_id', 'product_id', 'text', key),
      column('product_category_name', 'category', 'text', optional(label)),
      column('product_weight_g', 'weight_grams', 'integer', optional(wholeNumber(0, 2_000_000_000))),
    ],
  },
  {
    name: 'olist_customers_dataset',
    table: 'olist_customers',
    columns: [
      column('customer_id', 'customer_id', 'text', key),
      column('customer_unique_id', 'person_id', 'text', key),
      column('customer_zip_code_prefix', 'zip', 'text', optional(label)),
      column('customer_city', 'city', 'text', label),
      column('customer_state', 'state', 'text', optional(label)),
    ],
  },
  {
    name: 'olist_orders_dataset',
    table: 'olist_orders',
    columns: [
      column('order_id', 'order_id', 'text', key),
      column('customer_id', 'customer_id', 'text', key),
      column(
        'order_status',
        'status',
        'text',
        oneOf('created', 'approved', 'processing', 'invoiced', 'shipped', 'delivered', 'unavailable', 'canceled'),
      ),
      column('order_purchase_timestamp', 'placed_at', 'timestamp', wallTime),
      column('order_approved_at', 'approved_at', 'timestamp', optional(wallTime)),
      column('order_delivered_carrier_date', 'carrier_at', 'timestamp', optional(wallTime)),
      column('order_delivered_customer_date', 'delivered_at', 'timestamp', optional(wallTime)),
      column('order_estimated_delivery_date', 'estimated_at', 'timestamp', optional(wallTime)),
    ],
  },
  {
    name: 'olist_order_items_dataset',
    table: 'olist_items',
    columns: [
      column('order_id', 'order_id', 'text', key),
      column('order_item_id', 'item', 'integer', wholeNumber(1, largestSmallint)),
      column('product_id', 'product_id', 'text', key),
      column('seller_id', 'seller_id', 'text', key),
      column('shipping_limit_date', 'ship_by', 'timestamp', optional(wallTime)),
      column('price', 'price', 'bigint', amount('BRL')),
      column('freight_value', 'freight', 'bigint', amount('BRL')),
    ],
  },
  {
    name: 'olist_order_payments_dataset',
    table: 'olist_payments',
    columns: [
      column('order_id', 'order_id', 'text', key),
      column('payment_sequential', 'position', 'integer', wholeNumber(1, largestSmallint)),
      column('payment_type', 'method', 'text', label),
      column('payment_installments', 'installments', 'integer', wholeNumber(0, largestSmallint)),
      column('payment_value', 'amount', 'bigint', amount('BRL')),
    ],
  },
  {
    name: 'olist_order_reviews_dataset',
    table: 'olist_reviews',
    columns: [
      column('review_id', 'review_id', 'text', key),
      column('order_id', 'order_id', 'text', key),
      column('review_score', 'score', 'integer', wholeNumber(1, 5)),
      column('review_comment_title', 'title', 'text', optional(text(500))),
      column('review_comment_message', 'comment', 'text', optional(text(500))),
      column('review_creation_date', 'created_at', 'timestamp', optional(wallTime)),
      column('review_answer_timestamp', 'answered_at', 'timestamp', optional(wallTime)),
    ],
  },
]
