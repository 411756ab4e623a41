import type { Generated, JSONColumnType } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface LabelTables {
  label_settings: SellerRow & {
    name: string
    company: string | null
    line1: string
    line2: string | null
    city: string
    region: string | null
    postal_code: string | null
    country: string
    phone: string | null
    email: string | null
    eori: string | null
    format: Generated<'PDF_A6' | 'PDF_4X6' | 'PDF_A4' | 'ZPL'>
    ships_at: Generated<'TOLD' | 'SCAN'>
    daily_limit_minor: number | null
  }
  label_accounts: NumberedRow & {
    account_key: Generated<string>
    provider: 'EXAMPLE' | 'KARRIO' | 'SHIPPO'
    name: string
    url: string
    sealed_key: string | null
    sealed_webhook_secret: string | null
    added_at: Date
    checked_at: Date
    problem: string | null
    removed_at: Date | null
  }
  labels: NumberedRow & {
    label_key: string
    order_id: number
    case_id: number | null
    account_id: number
    state: 'WANTED' | 'BUYING' | 'BOUGHT' | 'FAILED' | 'VOIDING' | 'VOIDED'
    wish: string
    limit_minor: number
    currency: string
    format: 'PDF_A6' | 'PDF_4X6' | 'PDF_A4' | 'ZPL'
    grams: number
    size_mm: number[] | null
    insured_minor: number | null
    signature: Generated<boolean>
    customs: JSONColumnType<object> | null
    rate_id: string | null
    lost: JSONColumnType<LostPurchase[], string | undefined>
    provider_label_id: string | null
    carrier: string | null
    service: string | null
    tracking_number: string | null
    cost_minor: number | null
    ships: Generated<boolean>
    tag: string | null
    problem: string | null
    batch: string | null
    member_id: string | null
    member_name: string | null
    wanted_at: Date
    bought_at: Date | null
    voided_at: Date | null
    next_at: Date | null
    asked: Generated<number>
    tracked_at: Date | null
  }
  label_lines: SellerRow & {
    label_id: number
    line_item_id: number
    quantity: number
  }
  label_files: SellerRow & {
    label_id: number
    part: 'LABEL' | 'CUSTOMS'
    type: 'application/pdf' | 'application/zpl'
    content: Buffer
  }
  label_charges: SellerRow & {
    account_id: number
    charge_id: string
    provider_label_id: string
    kind: 'LABEL' | 'REFUND' | 'CORRECTION'
    charged_at: Date
    amount_minor: number
    currency: string
    description: string
  }
  customs_details: SellerRow & {
    sku: string
    hs_code: string | null
    origin_country: string | null
    description: string | null
    value_minor: number | null
    currency: string | null
  }
  shop_rules: SellerRow & {
    id: string
    position: number
    name: string
    is_on: boolean
    conditions: JSONColumnType<object>
    actions: JSONColumnType<object>
  }
}

/** A purchase by a rate whose answer never came. */
export interface LostPurchase {
  accountId: number
  rateId: string
}
