import type { Generated, JSONColumnType } from 'kysely'
import type { SellerRow } from './rows.ts'

export interface BulkEditTables {
  bulk_edits: SellerRow & {
    id: string
    listing_ids: string[]
    variations: string[] | null
    listings: number
    checked: Generated<number>
    counts: JSONColumnType<object> | null
  }
  bulk_edit_rows: SellerRow & {
    edit_id: string
    position: number
    listing_id: number
    cells: JSONColumnType<object> | null
    state: 'SAME' | 'CHANGE' | 'PROBLEM' | 'DONE' | 'LEFT' | 'UNDONE' | 'KEPT'
    before: JSONColumnType<object>
    after: JSONColumnType<object>
    problems: JSONColumnType<object[]>
    variation: Generated<string>
  }
}
