import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface OfferTables {
  buyer_offers: NumberedRow & {
    offer_key: Generated<string>
    external_id: string | null
    listing_id: number
    variation: string | null
    sku: string | null
    buyer_username: string
    begun_by: 'BUYER' | 'SELLER'
    state:
      | 'OPEN'
      | 'COUNTERED_BY_SELLER'
      | 'COUNTERED_BY_BUYER'
      | 'ACCEPTED'
      | 'DECLINED'
      | 'EXPIRED'
      | 'WITHDRAWN'
      | 'LISTING_ENDED'
      | 'PAID'
      | 'NOT_PAID'
    currency: string
    price_minor: number
    units: number
    message: string | null
    list_price_minor: number
    may_counter: Generated<boolean>
    made_at: Date
    changed_at: Date
    due_at: Date | null
    tell_at: Date | null
    told: JSONColumnType<ToldBefore> | null
    seen_at: Date | null
    order_id: number | null
    order_position: number | null
    version: Generated<number>
    turn: GeneratedAlways<'BUYER' | 'SELLER' | null>
    held_units: GeneratedAlways<number>
    price_value: GeneratedAlways<number>
  }
  buyer_offer_steps: SellerRow & {
    offer_id: number
    position: number
    step: 'make' | 'send' | 'accept' | 'decline' | 'counter' | 'withdraw' | 'expire' | 'end-listing' | 'pay' | 'not-pay'
    actor: 'BUYER' | 'SELLER' | 'HUB'
    member_name: string | null
    rule: JSONColumnType<OfferRuleFacts> | null
    state:
      | 'OPEN'
      | 'COUNTERED_BY_SELLER'
      | 'COUNTERED_BY_BUYER'
      | 'ACCEPTED'
      | 'DECLINED'
      | 'EXPIRED'
      | 'WITHDRAWN'
      | 'LISTING_ENDED'
      | 'PAID'
      | 'NOT_PAID'
    price_minor: number
    units: number
    message: string | null
    due_at: Date | null
    taken_at: Date
    tell_at: Date | null
  }
  interested_buyers: SellerRow & {
    listing_id: number
    buyer_username: string
    interest: 'WATCHING' | 'ASKED' | 'BASKET'
    since: Date
  }
  offer_rules: SellerRow & {
    least_margin_percent: number | null
    counters_at_mean: Generated<boolean>
    rests_while_away: Generated<boolean>
  }
}

/** Terms of an offer before the seller's last answer; times as text. Without a state: the seller has sent it since. */
export type ToldBefore = ToldOffer | { state?: never }

export interface ToldOffer {
  state: OfferTables['buyer_offers']['state']
  price_minor: number
  units: number
  message: string | null
  changed_at: string
  due_at: string | null
}

/** Which rule answered, and by which limit: a price, or cost plus the margin. */
export interface OfferRuleFacts {
  rule: 'auto-accept' | 'minimum' | 'mean'
  limitMinor: number
}
