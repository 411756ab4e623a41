import type { Generated } from 'kysely'

export interface SaleEventTables {
  listing_prices: {
    seller_id: number
    listing_id: number
    /** Its values, one a line. */
    variation: string
    since: Date
    price_minor: number
  }
  sale_events: {
    seller_id: number
    id: Generated<number>
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
  sale_listings: {
    seller_id: number
    sale_id: number
    listing_id: number
  }
  sale_prices: {
    seller_id: number
    sale_id: number
    listing_id: number
    variation: string
    price_minor: number
    was_minor: number | null
    starts_at: Date
    ends_at: Date
  }
  coupon_uses: {
    seller_id: number
    sale_id: number
    order_id: number
  }
}
