import type { Generated, JSONColumnType } from 'kysely'
import type { SellerRow } from './rows.ts'

export interface FileRunTables {
  file_runs: SellerRow & {
    id: Generated<string>
    direction: 'UPLOAD' | 'DOWNLOAD'
    kind: string
    state: 'CREATED' | 'QUEUED' | 'RUNNING' | 'DONE' | 'DONE_WITH_ERRORS' | 'FAILED' | 'CANCELLED'
    file_name: string
    format: 'CSV' | 'CSV_SEMICOLON' | 'TSV' | 'XLSX'
    plan: JSONColumnType<object>
    position: JSONColumnType<object> | null
    total_rows: number | null
    done_rows: Generated<number>
    error_rows: Generated<number>
    failure: string | null
    readers: string[]
    has_buyers: boolean
    member_id: string
    member_name: string
    schedule_id: string | null
    due_at: Date | null
    attempt: Generated<number>
    waits_for: Generated<string[]>
    made_at: Date
    started_at: Date | null
    worked_at: Date
    looked_at: Date
    finished_at: Date | null
    kept_until: Date
  }
  file_run_parts: SellerRow & {
    run_id: string
    file: 'INPUT' | 'RESULT'
    part: number
    content: Buffer
  }
  file_columns: SellerRow & {
    kind: string
    header: string
    columns: JSONColumnType<object>
    choices: JSONColumnType<object, string | undefined>
    day_order: 'DMY' | 'MDY' | null
    chosen_at: Date
  }
  download_templates: SellerRow & {
    id: Generated<string>
    kind: string
    name: string
    plan: JSONColumnType<object>
    saved_at: Date
  }
  download_schedules: SellerRow & {
    id: Generated<string>
    template_id: string
    rhythm: 'DAILY' | 'WEEKLY' | 'MONTHLY'
    weekday: number | null
    month_day: number | null
    hour: number
    member_id: string
    member_name: string
    made_at: Date
    next_at: Date | null
  }
}
