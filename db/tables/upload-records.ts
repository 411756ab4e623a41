import type { JSONColumnType } from 'kysely'
import type { SellerRow } from './rows.ts'

export interface UploadRecordTables {
  upload_records: SellerRow & {
    run_id: string
    line: number
    name: string
    verdict: 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED'
    summary: JSONColumnType<object> | null
    problems: JSONColumnType<object>
  }
}
