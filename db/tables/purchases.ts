import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface PurchaseTables {
  suppliers: {
    seller_id: number
    id: string
    name: string
    email: string | null
    currency: string
    lead_days: number
    note: string | null
    removed_at: Date | null
  }
  supplier_skus: {
    seller_id: number
    sku: string
    supplier_id: string
    code: string | null
    price_minor: number | null
    least_units: number
    pack_units: number
  }
  purchase_orders: {
    seller_id: number
    id: Generated<number>
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
  purchase_lines: {
    seller_id: number
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
  purchase_receipts: {
    seller_id: number
    receipt_key: string
    purchase_id: number
    location_id: number | null
    received_by: string
    received_at: Date
    undoes: string | null
  }
  purchase_receipt_lines: {
    seller_id: number
    receipt_key: string
    purchase_id: number
    position: number
    units: number
  }
  sku_days: {
    seller_id: number
    sku: string
    day: string
    units: number
  }
  stock_gaps: {
    seller_id: number
    id: Generated<number>
    sku: string
    begun_at: Date
    ended_at: Date | null
  }
  reorder_settings: {
    seller_id: number
    safety_days: number
    target_days: number
  }
  reorder_due: {
    seller_id: number
    sku: string
  }
  reorder_advice: {
    seller_id: number
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
