import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface PurchaseTables {
  suppliers: SellerRow & {
    id: string
    name: string
    email: string | null
    currency: string
    lead_days: number
    note: string | null
    removed_at: Date | null
  }
  supplier_skus: SellerRow & {
    sku: string
    supplier_id: string
    code: string | null
    price_minor: number | null
    least_units: number
    pack_units: number
  }
  purchase_orders: NumberedRow & {
    po_number: string
    made_key: string
    supplier_id: string
    state: Generated<'DRAFT' | 'ORDERED' | 'PARTLY_RECEIVED' | 'RECEIVED' | 'CANCELLED'>
    currency: string
    rate_micros: number | null
    freight_minor: Generated<number>
    freight_by: Generated<'VALUE' | 'WEIGHT'>
    note: string | null
    expected_on: string | null
    made_by: string
    made_at: Date
    ordered_at: Date | null
    mailed_at: Date | null
    version: Generated<number>
  }
  purchase_lines: SellerRow & {
    purchase_id: number
    position: number
    sku: string
    title: string
    code: string | null
    ordered_units: number
    price_minor: number | null
    grams: number | null
    /** Written by triggers. */
    received_units: Generated<number>
  }
  purchase_receipts: SellerRow & {
    receipt_key: string
    purchase_id: number
    location_id: number | null
    received_by: string
    received_at: Date
    undoes: string | null
  }
  purchase_receipt_lines: SellerRow & {
    receipt_key: string
    purchase_id: number
    position: number
    units: number
  }
  sku_days: SellerRow & {
    sku: string
    day: string
    units: number
  }
  stock_gaps: NumberedRow & {
    sku: string
    begun_at: Date
    ended_at: Date | null
  }
  reorder_settings: SellerRow & {
    safety_days: number
    target_days: number
  }
  reorder_due: SellerRow & {
    sku: string
  }
  reorder_advice: SellerRow & {
    id: number
    stock_number: string
    sku: string
    supplier_id: string | null
    reckoned_on: string
    next_on: string | null
    facts: JSONColumnType<object>
    available: number
    coming: number
    cover_days: number | null
    suggested: number
    is_due: GeneratedAlways<boolean>
    stake_minor: number
    currency: string
    stake_value: GeneratedAlways<number>
  }
}
