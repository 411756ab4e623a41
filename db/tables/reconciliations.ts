import type { Generated, JSONColumnType } from 'kysely'

/** Marketplace reports compared with the seller's books. */
export interface ReconciliationTables {
  reconciliations: ReconciliationsTable
  reconciliation_rows: ReconciliationRowsTable
  reconciliation_results: ReconciliationResultsTable
  report_lines: ReportLinesTable
}

interface ReconciliationsTable {
  seller_id: number
  id: Generated<string>
  member_name: string
  file_name: string
  form: JSONColumnType<object>
  made_at: Date
  compared_at: Date | null
}

interface ReconciliationRowsTable {
  seller_id: number
  reconciliation_id: string
  row: number
  fields: string[]
}

interface ReconciliationResultsTable {
  seller_id: number
  reconciliation_id: string
  position: number
  verdict: 'MATCHED' | 'DIFFERENT' | 'MISSING_HERE' | 'MISSING_THERE' | 'UNREAD' | 'SKIPPED'
  kind: 'ORDER' | 'SALE' | 'REFUND' | 'FEE_CREDIT' | 'LABEL' | 'CHARGE' | 'ADJUSTMENT' | 'DISPUTE' | 'PAYOUT' | null
  order_number: string | null
  number: string | null
  currency: string | null
  row: number | null
  report_minor: number | null
  book_minor: number | null
  book_currency: string | null
  difference_minor: number | null
  report_day: string | null
  book_day: string | null
  reasons: JSONColumnType<object>
}

interface ReportLinesTable {
  seller_id: number
  run_id: string
  position: number
  verdict: 'MATCHED' | 'DIFFERENT' | 'MISSING_HERE' | 'MISSING_THERE' | 'UNREAD' | 'SKIPPED'
  kind: 'ORDER' | 'SALE' | 'REFUND' | 'FEE_CREDIT' | 'LABEL' | 'CHARGE' | 'ADJUSTMENT' | 'DISPUTE' | 'PAYOUT' | null
  order_number: string | null
  number: string | null
  currency: string | null
  row: number | null
  report_minor: number | null
  book_minor: number | null
  book_currency: string | null
  difference_minor: number | null
  report_day: string | null
  book_day: string | null
  reasons: JSONColumnType<object>
}
