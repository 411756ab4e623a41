import type { Generated, GeneratedAlways } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

/** Derived rows, maintained by triggers (decision 3) or by a job for which triggers record the work. */
export interface SumTables {
  order_counts: SellerRow & {
    status: string
    currency: string
    orders: number
    units: number
    total_minor: number
  }
  seller_orders: SellerRow & {
    orders: number
  }
  listing_counts: SellerRow & {
    state: string
    category: string
    currency: string
    listings: number
    units: number
    value_minor: number
  }
  offer_counts: SellerRow & {
    state: string
    begun_by: string
    currency: string
    offers: number
    value_minor: number
  }
  /** Rows of one kind add up (decision 98). */
  stock_item_counts: NumberedRow & {
    is_low: boolean
    is_out: boolean
    idle_from: Date
    items: number
  }
  transaction_counts: SellerRow & {
    state: string
    kind: string
    currency: string
    transactions: number
    net_minor: number
  }
  transaction_days: SellerRow & {
    day: Date
    kind: string
    currency: string
    transactions: number
    net_minor: number
  }
  sales_hours: SellerRow & {
    hour: Date
    currency: string
    orders: number
    units: number
    gross_minor: number
    /** Shipping and tax included in the gross; the rest is items. */
    shipping_minor: Generated<number>
    tax_minor: Generated<number>
  }
  /** Sales of a UTC day by part (decision 103). */
  sold_days: SellerRow & {
    part: 'category' | 'listing' | 'country' | 'buyers'
    currency: string
    day: Date
    key: string
    title: string | null
    orders: number
    units: number
    gross_minor: number
    known_minor: number
    revenue_minor: number
    cost_minor: number
    profit_minor: number
  }
  sold_days_due: NumberedRow & {
    day: Date
    noted_at: Generated<Date>
  }
  feedback_weeks: SellerRow & {
    /** A Monday; `pg` parses a date as midnight in the process's zone. */
    week: Date
    positive: Generated<number>
    negative: Generated<number>
  }
  order_search: SellerRow & {
    order_id: number
    terms: string
    personal: string
    version: Generated<number>
  }
  listing_search: SellerRow & {
    listing_id: number
    tab: string
    terms: string
    version: Generated<number>
  }
  conversation_search: SellerRow & {
    conversation_id: number
    terms: string
  }
  seller_health: SellerRow & {
    counted_at: Date
    sold: number
    due: number
    asked: number
    late: number
    cases: number
    cancelled: number
    unanswered: number
    failing: string[]
    failures: GeneratedAlways<number>
    harmed: GeneratedAlways<number>
    level: 'TOP_RATED' | 'ABOVE_STANDARD' | 'BELOW_STANDARD' | null
    next_level: 'TOP_RATED' | 'ABOVE_STANDARD' | 'BELOW_STANDARD' | null
  }
  /** Copies for a cluster's coordinator; empty on a single server. */
  market_lines: {
    product_id: number
    currency: string
    condition: string
    format: string
    country: string
    seller_id: number
    id: number
    listing_id: number
    day: Date
    quantity: number
    price_minor: number
    shipping_minor: number
    counts: boolean
    is_late: boolean
  }
  market_lots: {
    product_id: number
    currency: string
    condition: string
    format: string
    country: string
    first_day: Date
    last_day: Date
    is_shown: boolean
    sales: number
    units: number
    sellers: string[]
    price_sum: number
    revenue_minor: number
    free: number
    prices: string[]
    shippings: string[]
  }
  market_due: {
    product_id: number
    currency: string
    condition: string
    format: string
    country: string
    id: GeneratedAlways<number>
    day: Date
  }
  market_bound: {
    id: Generated<boolean>
    sales: number
    sellers: number
  }
  listing_evidence: SellerRow & {
    listing_id: number
    sales: number
    own_sales: number
    typical_minor: number
    /** Null until the next count, as is its time. */
    average_minor: number | null
    counted_at: Date | null
  }
  product_listing_copies: SellerRow & {
    id: number
    product_id: number
    currency: string
    condition: string
    state: string
    price_minor: number
  }
}
