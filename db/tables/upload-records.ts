import type { JSONColumnType } from 'kysely'

export interface UploadRecordTables {
  upload_records: {
    seller_id: number
    run_id: string
    line: number
    name: string
    verdict: 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED'
    summary: JSONColumnType<object> | null
    problems: JSONColumnType<object>
  }
}
