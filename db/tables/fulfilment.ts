import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface FulfilmentTables {
  ship_calendars: {
    seller_id: number
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
  bins: {
    seller_id: number
    sku: string
    bin: string
  }
  pack_events: {
    seller_id: number
    id: string
    order_id: number
    line_item_id: number
    change: 1 | -1
    part_sku: string | null
    packed_by: string
    packed_at: Date
    received_at: Date
  }
  shipments: {
    seller_id: number
    id: Generated<number>
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
  shipment_lines: {
    seller_id: number
    shipment_id: number
    line_item_id: number
    quantity: number
  }
  tracking_rows: {
    seller_id: number
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
