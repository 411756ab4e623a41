import type { Generated, GeneratedAlways } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface CostTables {
  cost_settings: SellerRow & {
    method: Generated<'AVERAGE' | 'FIFO'>
    packaging_minor: number | null
    packaging_currency: string | null
    packaging_since: Date | null
  }
  listing_packaging: SellerRow & {
    listing_id: number
    packaging_minor: number | null
    currency: string
    since: Date
  }
  sku_costs: NumberedRow & {
    sku: string
    cost_key: Generated<string>
    currency: string
    unit_cost_minor: number
    quantity: number | null
    since: Date
    source: 'TYPED' | 'FILE' | 'API' | 'PURCHASE'
    entered_by: string | null
    entered_at: Date
  }
  costed_skus: NumberedRow & {
    sku_number: Generated<string>
    sku: string
    currency: string
    unit_cost_minor: Generated<number>
    stock_units: Generated<number>
    stock_minor: Generated<number>
  }
  goods_costs: SellerRow & {
    shipment_id: number
    line_item_id: number
    order_id: number
    sku: string
    currency: string
    quantity: number
    shipped_at: Date
    cost_minor: number | null
    entry_id: number | null
    revision: Generated<number>
    part: Generated<number>
  }
  returned_goods: SellerRow & {
    case_id: number
    line_item_id: number
    order_id: number
    sku: string | null
    currency: string
    quantity: number
    returned_at: Date
    restocked_by: string
    cost_minor: number | null
    entry_id: number | null
    revision: Generated<number>
    undone_at: Date | null
    part: Generated<number>
  }
  goods_due: SellerRow & {
    order_id: number
    noted_at: Generated<Date>
  }
  stock_days: SellerRow & {
    sku: string
    day: string
    units: number | null
  }
  stock_due: SellerRow & {
    sku: string
    since: Date
    noted_at: Generated<Date>
  }
  stock_values: NumberedRow & {
    value_number: Generated<string>
    sku: string
    currency: string
    day: string
    until_day: string | null
    units: number
    value_minor: number
    received_minor: number
    sold_minor: number
    returned_minor: number
    counted_minor: number
    recosted_minor: number
    value_value: GeneratedAlways<number>
    revision: number
  }
  line_profits: SellerRow & {
    order_id: number
    line_item_id: number
    listing_id: number | null
    sku: string | null
    currency: string
    units: number
    is_complete: boolean
    revenue_minor: number
    profit_minor: number
    cost_minor: Generated<number>
  }
  order_profits: SellerRow & {
    order_id: number
    currency: string
    revenue_minor: number
    profit_minor: number
    margin_bps: number | null
    cost_minor: Generated<number>
    sold_at: Date | null
    total_minor: Generated<number>
  }
  listing_profits: SellerRow & {
    listing_id: number
    currency: string
    units: number
    revenue_minor: number
    profit_minor: number
    cost_minor: Generated<number>
  }
  profit_hours: SellerRow & {
    hour: Date
    currency: string
    orders: number
    gross_minor: number
    revenue_minor: number
    cost_minor: number
    profit_minor: number
  }
  sku_profits: SellerRow & {
    sku: string
    currency: string
    units: number
    revenue_minor: number
    cost_minor: number
    profit_minor: number
  }
}
