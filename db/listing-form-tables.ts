import type { ColumnType, Generated } from 'kysely'

// The tables of 0011-listing-form.sql, as `schema.ts` has the others.

/** An axis of a listing's variations as it is stored. */
interface StoredAxis {
  name: string
  values: string[]
}

export interface ListingContentsTable {
  seller_id: number
  listing_id: number
  description: Generated<string>
  aspects: Generated<Record<string, string[]>>
  best_offer: Generated<boolean>
  minimum_offer_minor: number | null
  auto_accept_minor: number | null
  /** What the variations differ in; written as JSON text, for a list would become an array of PostgreSQL. */
  axes: ColumnType<StoredAxis[], string | undefined, string>
  weight_grams: number | null
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  handling_days: number | null
  cost_minor: number | null
  postage_minor: number | null
  form_key: string | null
}

export interface ListingDraftsTable {
  seller_id: number
  listing_id: number
  form_key: string
  mode: 'AddItem' | 'ReviseItem' | 'SellSimilarItem' | 'RelistItem'
  typed: Record<string, string>
  revision: Generated<number>
  base_version: number | null
  source_id: number | null
  saved_at: Date
}

export interface ListingPoliciesTable {
  seller_id: number
  listing_id: number
  kind: 'FULFILMENT' | 'PAYMENT' | 'RETURN'
  policy_id: string
}

export interface ListingVariationsTable {
  seller_id: number
  listing_id: number
  position: number
  axis_values: string[]
  sku: string | null
  price_minor: number
  quantity: number
}

export interface SellerPoliciesTable {
  seller_id: number
  id: Generated<string>
  kind: 'FULFILMENT' | 'PAYMENT' | 'RETURN'
  name: string
  price_minor: number | null
  days: number | null
  terms: Generated<string>
  created_at: Generated<Date>
  version: Generated<number>
}
