import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { SellerRow } from './rows.ts'

/** Print history, and numbered documents that stay as issued. */
export interface PrintingTables {
  print_settings: SellerRow & {
    sender: Generated<string>
    slip_text: Generated<string>
    paper: 'A4' | 'LETTER'
    label_format: string
    invoice_prefix: Generated<string>
    tax_number: Generated<string>
    invoice_text: Generated<string>
  }
  print_runs: SellerRow & {
    id: string
    document: 'slip' | 'pick-list' | 'label' | 'invoice' | 'credit-note'
    printed_by: string
    printed_at: Date
    label_format: string | null
    labels_used: Generated<number>
  }
  printed_orders: SellerRow & {
    run_id: string
    position: number
    order_id: number
    document: 'slip' | 'pick-list' | 'label' | 'invoice' | 'credit-note'
  }
  invoices: SellerRow & {
    number: number
    previous: GeneratedAlways<number | null>
    order_id: number
    /** Number of the order's lines that are on its earlier invoices. */
    lines_before: Generated<number>
    issued_at: Date
    issued_by: string
    contents: JSONColumnType<object>
  }
  credit_notes: SellerRow & {
    number: number
    previous: GeneratedAlways<number | null>
    invoice: number
    order_id: number
    refund_id: number
    issued_at: Date
    issued_by: string
    contents: JSONColumnType<object>
  }
}
