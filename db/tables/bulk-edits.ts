import type { Generated, JSONColumnType } from 'kysely'

export interface BulkEditTables {
  bulk_edits: BulkEditsTable
  bulk_edit_rows: BulkEditRowsTable
}

interface BulkEditsTable {
  seller_id: number
  id: Generated<string>
  member_id: string
  member_name: string
  state: Generated<'REVIEW' | 'RUNNING' | 'STOPPED' | 'DONE' | 'UNDOING' | 'UNDONE'>
  listing_ids: string[]
  opened_from: string
  form: JSONColumnType<object>
  checked: Generated<number>
  made_at: Date
  worked_at: Date
  applied_at: Date | null
  ended_at: Date | null
  variations: string[] | null
  listings: number
  run_by: string
  run_by_name: string
  lacks_role: Generated<boolean>
  counts: JSONColumnType<object> | null
  begun_at: Date | null
  begun_rows: number | null
}

interface BulkEditRowsTable {
  seller_id: number
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
