import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface FulfilmentTables {
  ship_calendars: SellerRow & {
    version: number
    made_at: Generated<Date>
    time_zone: string
    handling_days: number
    cutoff_time: string
    working_days: number[]
    holidays: string[]
    days_off: string[]
    away_days: Generated<string[]>
  }
  bins: SellerRow & {
    sku: string
    bin: string
  }
  pack_events: SellerRow & {
    id: string
    order_id: number
    line_item_id: number
    change: 1 | -1
    part_sku: string | null
    packed_by: string
    packed_at: Date
    received_at: Date
  }
  shipments: NumberedRow & {
    order_id: number
    carrier: string
    service: string | null
    tracking_number: string | null
    state: Generated<'SHIPPED' | 'IN_TRANSIT' | 'DELIVERED' | 'EXCEPTION' | 'RETURNED_TO_SENDER'>
    shipped_at: Date | null
    delivered_at: Date | null
    parcel_key: Generated<string>
    member_id: string | null
    member_name: string | null
    recorded_at: Date | null
    scanned_at: Date | null
    external_id: string | null
  }
  shipment_lines: SellerRow & {
    shipment_id: number
    line_item_id: number
    quantity: number
  }
  tracking_rows: SellerRow & {
    run_id: string
    row: number
    fields: string[]
    order_number: string | null
    verdict: 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED'
    parcel_key: string | null
    wish: JSONColumnType<object> | null
    problems: JSONColumnType<object[]> | null
    waits_in: GeneratedAlways<string | null>
    edits: JSONColumnType<object> | null
    notes: JSONColumnType<object[]> | null
    order_text: string | null
    order_group: string | null
  }
}
