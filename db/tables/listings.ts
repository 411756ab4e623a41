import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface ListingTables {
  products: {
    id: Generated<number>
    epid: string
    gtin: string | null
    external_id: string | null
    brand: string | null
    title: string
    category: string
    image_url: string | null
    weight_grams: number | null
    words_due: Generated<boolean>
  }
  listings: NumberedRow & {
    item_number: Generated<string>
    product_id: number | null
    title: string
    sku: string | null
    category: string
    condition: 'NEW' | 'LIKE_NEW' | 'VERY_GOOD' | 'GOOD' | 'ACCEPTABLE' | 'FOR_PARTS'
    format: Generated<'FIXED_PRICE' | 'AUCTION'>
    state: 'DRAFT' | 'SCHEDULED' | 'ACTIVE' | 'OUT_OF_STOCK' | 'ON_HOLD' | 'ENDED'
    end_reason: 'SOLD_OUT' | 'SELLER' | 'EXPIRED' | 'OUT_OF_STOCK' | 'POLICY' | null
    price_minor: number
    currency: string
    quantity_available: Generated<number>
    quantity_sold: Generated<number>
    watchers: Generated<number>
    views_30d: Generated<number>
    image_url: string | null
    starts_at: Date | null
    ends_at: Date | null
    ended_at: Date | null
    version: Generated<number>
    created_at: Generated<Date>
    category_id: string | null
    duration_days: number | null
    relisted_from: number | null
    last_sold_at: Date | null
    out_of_stock_since: Date | null
    on_hand: Generated<number>
    reserved: Generated<number>
    buffer: Generated<number>
    shares_stock: Generated<boolean>
    shop_counts: Generated<boolean>
    /** Whether it is made of other SKUs; written by triggers. */
    is_kit: Generated<boolean>
    tab: GeneratedAlways<'active' | 'drafts' | 'scheduled' | 'ended'>
    price_value: GeneratedAlways<number>
    closes_at: GeneratedAlways<Date | null>
    idle_since: GeneratedAlways<Date | null>
    /** What its product sells for; null if that was not counted, or the listing has become another's. */
    evidence_low_minor: number | null
    evidence_high_minor: number | null
    /** Written by a trigger. */
    price_place: Generated<'below' | 'at' | 'above' | 'none'>
  }
  listing_contents: SellerRow & {
    listing_id: number
    description: Generated<string>
    aspects: Generated<Record<string, string[]>>
    best_offer: Generated<boolean>
    minimum_offer_minor: number | null
    auto_accept_minor: number | null
    /** The variation axes. Written as JSON text: `pg` would write a list as a PostgreSQL array. */
    axes: ColumnType<StoredAxis[], string | undefined, string>
    weight_grams: number | null
    length_mm: number | null
    width_mm: number | null
    height_mm: number | null
    handling_days: number | null
    cost_minor: number | null
    postage_minor: number | null
    form_key: string | null
    /** Of a listing that has chosen none, or one that is gone, the shop's default counts. */
    package_id: string | null
  }
  listing_variations: SellerRow & {
    listing_id: number
    position: number
    axis_values: string[]
    sku: string | null
    price_minor: number
    quantity: number
    is_kit: Generated<boolean>
  }
  listing_drafts: SellerRow & {
    listing_id: number
    form_key: string
    mode: 'AddItem' | 'ReviseItem' | 'SellSimilarItem' | 'RelistItem'
    typed: Record<string, string>
    revision: Generated<number>
    base_version: number | null
    source_id: number | null
    saved_at: Date
  }
  listing_policies: SellerRow & {
    listing_id: number
    kind: 'FULFILMENT' | 'PAYMENT' | 'RETURN'
    policy_id: string
  }
  seller_policies: SellerRow & {
    id: Generated<string>
    kind: 'FULFILMENT' | 'PAYMENT' | 'RETURN'
    name: string
    /** Of the previous version. */
    price_minor: number | null
    shipping: ColumnType<StoredShipping, StoredShipping | undefined> | null
    days: number | null
    terms: Generated<string>
    created_at: Generated<Date>
    version: Generated<number>
  }
  policy_versions: SellerRow & {
    policy_id: string
    version: number
    name: string
    shipping: ColumnType<StoredShipping, StoredShipping | undefined> | null
    days: number | null
    terms: string
    since: Date
  }
  packages: SellerRow & {
    id: Generated<string>
    name: string
    length_mm: number | null
    width_mm: number | null
    height_mm: number | null
    empty_grams: Generated<number>
    is_default: Generated<boolean>
  }
  listing_traffic: SellerRow & {
    listing_id: number
    /** `pg` parses a date as midnight in the process's zone. */
    day: Date
    impressions: number
    views: number
    watchers: number
  }
  pictures: SellerRow & {
    hash: string
    /** Null for documents. */
    width: number | null
    height: number | null
    bytes: number
    used_at: Date
  }
  listing_pictures: SellerRow & {
    listing_id: number
    position: number
    hash: string
    alt: Generated<string>
  }
  picture_removals: SellerRow & {
    hash: string
    due_at: Date
  }
  away_exceptions: SellerRow & {
    listing_id: number
  }
  away_announcements: SellerRow & {
    told: Generated<'NONE' | 'STAY' | 'PAUSE' | 'MIXED'>
    telling: Generated<'NONE' | 'STAY' | 'PAUSE'>
    told_up_to: Generated<number>
  }
  /** Listings that a marketplace's shop pushed, by its own ids. */
  shop_listings: SellerRow & {
    external_id: string
    listing_id: number
    pushed_as: string
    image_urls: Generated<string[]>
    /** Null: nothing is to be fetched. */
    fetch_at: Date | null
    fetches: Generated<number>
    /** Reasons why it is still a draft. Written as JSON text: `pg` would write a list as a PostgreSQL array. */
    problems: ColumnType<ToldProblem[], string | undefined, string>
    as_of: Date | null
  }
  picture_fetches: SellerRow & {
    listing_id: number
    image_urls: string[]
    /** Null: nothing is to be fetched. */
    fetch_at: Date | null
    fetches: Generated<number>
    revision: number
    replaces: Generated<boolean>
  }
  shop_variations: SellerRow & {
    listing_id: number
    external_id: string
    axis_values: string[]
  }
  /** Maps the shop's categories to the hub's. */
  category_map: {
    shop_category: string
    category: string
  }
}

interface StoredAxis {
  name: string
  values: string[]
}

/** What a shipping rate asks, in minor units. Bands by weight go up to their grams, bands by value begin at their amount. */
type StoredRate =
  | { by: 'flat'; minor: number }
  | { by: 'weight'; bands: { upToGrams: number; minor: number }[] }
  | { by: 'value'; bands: { fromMinor: number; minor: number }[] }
  | { by: 'units'; minor: number; furtherMinor: number }
  | { by: 'carrier'; surchargeMinor: number }

/** Prices of shipping by zone; places as in `shipping-place.ts`. */
interface StoredShipping {
  zones: {
    places: string[]
    services: {
      carrier: string
      name: string
      days: [number, number] | null
      rate: StoredRate
      freeFromMinor: number | null
    }[]
  }[]
  excluded: string[]
  /** Null for the shop's. */
  handlingDays: number | null
  pickup: boolean
  /** Whether what is heavier than the last band goes in several parcels. */
  splits: boolean
}

/** A reason as the shop was told, with the broken rule. */
interface ToldProblem {
  pointer: string
  detail: string
  rule: string
  values?: Record<string, string | number>
}
