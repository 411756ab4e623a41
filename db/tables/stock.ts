import type { Generated, GeneratedAlways } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface StockTables {
  stock_items: NumberedRow & {
    stock_number: Generated<string>
    sku: string
    listing_id: number
    position: number | null
    available: number
    is_stocked: boolean
    listed_at: Date
    last_sold_at: Date | null
    idle_since: GeneratedAlways<Date>
    reorder_point: number | null
    is_low: GeneratedAlways<boolean>
    version: Generated<number>
    /** Units at locations other than the default one; written by triggers. */
    elsewhere: Generated<number>
    /** Whether it is made of other SKUs; written by triggers. */
    is_kit: Generated<boolean>
  }
  stock_counts: SellerRow & {
    id: Generated<string>
    counted_by: string
    made_at: Date
    added_key: string
    unknown_codes: Generated<string[]>
    applied_at: Date | null
    location_id: number | null
    /** The order that it receives. */
    purchase_id: number | null
  }
  stock_count_rows: SellerRow & {
    count_id: string
    item_id: number
    expected: number
    counted: number
    state: Generated<'CHANGED' | 'DONE' | 'NOT_ORDERED' | 'OPEN' | 'RESERVED' | 'TOO_MANY'>
    found: number | null
  }
  stock_movements: NumberedRow & {
    listing_id: number
    moved_at: Generated<Date>
    kind: GeneratedAlways<string>
    on_hand_change: number
    reserved_change: number
    on_hand: number
    reserved: number
    order_id: number | null
    /** Read by `parseStockCause`. */
    cause: Record<string, string> | null
  }
  stock_locations: SellerRow & {
    id: number
    name: string
    made_at: Date
    removed_at: Date | null
    /** Serial of the choice as default location; the highest is the current one, else the first location. */
    default_nth: number | null
  }
  stock_at_locations: SellerRow & {
    sku: string
    location_id: number
    quantity: number
  }
  stock_transfers: SellerRow & {
    id: Generated<string>
    sku: string
    from_location: number
    to_location: number
    quantity: number
    kind: 'COUNTED' | 'MOVED' | 'TAKEN'
    moved_by: string | null
    moved_at: Generated<Date>
    undoes: string | null
    move_id: string | null
  }
  /** Moves of several SKUs at once. */
  stock_moves: SellerRow & {
    id: string
    from_location: number
    to_location: number
    skus: number
    quantity: number
    moved_by: string
    moved_at: Date
    undoes: string | null
  }
  /** SKUs that a kit is made of. */
  kit_parts: SellerRow & {
    listing_id: number
    /** Position of the variation; 0 for the listing itself. */
    position: number
    part_sku: string
    /** Units of one kit. */
    units: number
    nth: number
  }
  /** What lines of kits were made of when they were sold; written by triggers. */
  line_parts: SellerRow & {
    line_item_id: number
    sku: string
    nth: number
    order_id: number
    units: number
    title: string
    listing_id: number | null
    variation: string | null
    held_units: Generated<number>
    gone_units: Generated<number>
  }
  sku_codes: SellerRow & {
    /** As it is compared: `plainCode`. */
    code: string
    sku: string
    assigned_by: string
    assigned_at: Date
  }
}
