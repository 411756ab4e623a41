import type { Generated, JSONColumnType } from 'kysely'
import type { SellerRow } from './rows.ts'

export interface ListingUploadTables {
  listing_upload_rows: SellerRow & {
    run_id: string
    line: number
    action: 'CREATE' | 'REVISE' | 'END' | null
    listing_id: number | null
    variation: string | null
    verdict: 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED' | 'UNDONE' | 'KEPT'
    head: number | null
    variations: JSONColumnType<object> | null
    pictures: Generated<string[]>
    format: string | null
    starts_at: Date | null
    product: string | null
    pictures_before: JSONColumnType<object> | null
    ended: JSONColumnType<object> | null
    patch: JSONColumnType<object>
    before: JSONColumnType<object>
    problems: JSONColumnType<object>
  }
  draft_skus: SellerRow & {
    sku: string
    listing_id: number
  }
}
