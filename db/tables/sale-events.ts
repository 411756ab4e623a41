import type { Generated } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface SaleEventTables {
  listing_prices: SellerRow & {
    listing_id: number
    /** Its values, one a line. */
    variation: string
    since: Date
    price_minor: number
  }
  sale_events: NumberedRow & {
    sale_key: string
    name: string
    kind: Generated<'PRICE' | 'VOLUME' | 'ORDER' | 'COUPON'>
    tier_units: number[] | null
    tier_percents: number[] | null
    code: string | null
    least_minor: number | null
    most_uses: number | null
    most_per_buyer: number | null
    state: Generated<'DRAFT' | 'SCHEDULED' | 'RUNNING' | 'PAUSED' | 'ENDED'>
    currency: string
    percent: number | null
    price_minor: number | null
    ending: Generated<'NONE' | 'WHOLE' | '95' | '99'>
    starts_at: Date
    ends_at: Date
    time_zone: string
    was_days: number | null
    was_known_days: number | null
    made_by: string
    made_at: Date
    started_at: Date | null
    ended_at: Date | null
    version: Generated<number>
  }
  sale_listings: SellerRow & {
    sale_id: number
    listing_id: number
  }
  sale_prices: SellerRow & {
    sale_id: number
    listing_id: number
    variation: string
    price_minor: number
    was_minor: number | null
    starts_at: Date
    ends_at: Date
  }
  coupon_uses: SellerRow & {
    sale_id: number
    order_id: number
  }
}
