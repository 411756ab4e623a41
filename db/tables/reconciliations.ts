import type { JSONColumnType } from 'kysely'
import type { SellerRow } from './rows.ts'

export interface ReconciliationTables {
  report_lines: SellerRow & {
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
}
