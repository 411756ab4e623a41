import type { Generated, GeneratedAlways } from 'kysely'

export interface CostTables {
  cost_settings: CostSettingsTable
  listing_packaging: ListingPackagingTable
  sku_costs: SkuCostsTable
  costed_skus: CostedSkusTable
  goods_costs: GoodsCostsTable
  returned_goods: ReturnedGoodsTable
  goods_due: GoodsDueTable
  stock_days: StockDaysTable
  stock_due: StockDueTable
  stock_values: StockValuesTable
  line_profits: LineProfitsTable
  order_profits: OrderProfitsTable
  listing_profits: ListingProfitsTable
  profit_hours: ProfitHoursTable
  sku_profits: SkuProfitsTable
}

interface CostSettingsTable {
  seller_id: number
  method: Generated<'AVERAGE' | 'FIFO'>
  packaging_minor: number | null
  packaging_currency: string | null
  packaging_since: Date | null
}

interface ListingPackagingTable {
  seller_id: number
  listing_id: number
  packaging_minor: number | null
  currency: string
  since: Date
}

interface SkuCostsTable {
  seller_id: number
  id: Generated<number>
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

interface CostedSkusTable {
  seller_id: number
  id: Generated<number>
  sku_number: Generated<string>
  sku: string
  currency: string
  unit_cost_minor: Generated<number>
  stock_units: Generated<number>
  stock_minor: Generated<number>
}

interface GoodsCostsTable {
  seller_id: number
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

interface ReturnedGoodsTable {
  seller_id: number
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

interface GoodsDueTable {
  seller_id: number
  order_id: number
  noted_at: Generated<Date>
}

interface StockDaysTable {
  seller_id: number
  sku: string
  day: string
  units: number | null
}

interface StockDueTable {
  seller_id: number
  sku: string
  since: Date
  noted_at: Generated<Date>
}

interface StockValuesTable {
  seller_id: number
  id: Generated<number>
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

interface LineProfitsTable {
  seller_id: number
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

interface OrderProfitsTable {
  seller_id: number
  order_id: number
  currency: string
  revenue_minor: number
  profit_minor: number
  margin_bps: number | null
  cost_minor: Generated<number>
  sold_at: Date | null
  total_minor: Generated<number>
}

interface ListingProfitsTable {
  seller_id: number
  listing_id: number
  currency: string
  units: number
  revenue_minor: number
  profit_minor: number
  cost_minor: Generated<number>
}

interface ProfitHoursTable {
  seller_id: number
  hour: Date
  currency: string
  orders: number
  gross_minor: number
  revenue_minor: number
  cost_minor: number
  profit_minor: number
}

interface SkuProfitsTable {
  seller_id: number
  sku: string
  currency: string
  units: number
  revenue_minor: number
  cost_minor: number
  profit_minor: number
}
