import type { NumberedRow, SellerRow } from './rows.ts'

export interface PayoutTables {
  payout_plans: SellerRow & {
    schedule: 'DAILY' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'ON_DEMAND'
    next_at: Date | null
    covers_until: Date | null
    expected_at: Date | null
  }
  payout_accounts: NumberedRow & {
    bank_name: string
    last4: string
    country: string
    reference: string | null
    entered_at: Date
    entered_by: string | null
    effective_at: Date
    withdrawn_at: Date | null
    refused_at: Date | null
  }
  returned_payout_rows: SellerRow & {
    payout_id: number
    transaction_id: number
  }
}
