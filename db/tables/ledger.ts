import type { Generated, GeneratedAlways } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface LedgerTables {
  /** A positive balance is a debit. */
  ledger_accounts: SellerRow & {
    account:
      | 'buyer_clearing'
      | 'funds:processing'
      | 'funds:available'
      | 'funds:hold'
      | 'payout_clearing'
      | 'bank'
      | 'revenue:item'
      | 'revenue:shipping'
      | 'tax:seller'
      | 'tax:marketplace_collected'
      | 'tax:marketplace_remitted'
      | 'fees:fvf_variable'
      | 'fees:fvf_fixed'
      | 'fees:international'
      | 'fees:below_standard'
      | 'fees:dispute'
      | 'fees:other'
      | 'labels'
      | 'advertising'
      | 'refunds'
      | 'disputes'
      | 'adjustments'
      | 'cogs'
      | 'inventory'
      | 'supplies'
      | 'stock:received'
      | 'stock:counted'
      | 'stock:recosted'
    currency: string
    balance_minor: Generated<number>
  }
  ledger_entries: NumberedRow & {
    entry_key: string
    kind:
      | 'SALE'
      | 'CANCELLATION'
      | 'REFUND'
      | 'OWN_PAYMENT'
      | 'FUNDS_AVAILABLE'
      | 'HOLD_PLACED'
      | 'HOLD_RELEASED'
      | 'LABEL'
      | 'CHARGE'
      | 'ADJUSTMENT'
      | 'PAYOUT_STARTED'
      | 'PAYOUT_PAID'
      | 'PAYOUT_FAILED'
      | 'DISPUTE_OPENED'
      | 'DISPUTE_WON'
      | 'DISPUTE_LOST'
      | 'COST_OF_GOODS'
      | 'STOCK'
      | 'REVERSAL'
    happened_at: Date
    currency: string
    order_id: number | null
    reverses_id: number | null
    fee_schedule: string | null
  }
  ledger_postings: SellerRow & {
    entry_id: number
    position: number
    account: string
    currency: string
    amount_minor: number
    line_item_id: number | null
    happened_at: Date
  }
  ledger_hours: SellerRow & {
    hour: Date
    account: string
    currency: string
    amount_minor: number
  }
  ledger_days: SellerRow & {
    day: Date
    account: string
    currency: string
    amount_minor: number
  }
  ledger_due: SellerRow & {
    order_id: number
    noted_at: Generated<Date>
  }
  transactions: NumberedRow & {
    transaction_number: Generated<string>
    entry_id: number
    kind: 'SALE' | 'REFUND' | 'OWN_PAYMENT' | 'FEE_CREDIT' | 'LABEL' | 'CHARGE' | 'ADJUSTMENT' | 'DISPUTE'
    order_id: number | null
    order_number: string | null
    description: string | null
    happened_at: Date
    currency: string
    gross_minor: number
    fees_minor: Generated<number>
    net_minor: GeneratedAlways<number>
    net_value: GeneratedAlways<number>
    state: 'PROCESSING' | 'AVAILABLE' | 'ON_HOLD' | 'IN_PAYOUT' | 'PAID_OUT'
    available_at: Date
    hold_id: number | null
    payout_id: number | null
  }
  holds: NumberedRow & {
    hold_number: Generated<string>
    external_id: string | null
    order_id: number
    reason: 'RETURN_OPEN' | 'NOT_RECEIVED' | 'NOT_DELIVERED' | 'NEW_SELLER' | 'DISPUTE' | 'MARKETPLACE'
    note: string | null
    state: Generated<'HELD' | 'RELEASED'>
    placed_at: Date
    release_at: Date | null
    latest_at: Date | null
    released_at: Date | null
  }
  payouts: NumberedRow & {
    payout_number: Generated<string>
    external_id: string | null
    currency: string
    amount_minor: number
    state: Generated<'INITIATED' | 'SUCCEEDED' | 'RETRYABLE_FAILED' | 'TERMINAL_FAILED' | 'REVERSED'>
    schedule: 'DAILY' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'ON_DEMAND'
    covers_until: Date
    initiated_at: Date
    expected_at: Date | null
    settled_at: Date | null
    attempts: Generated<number>
    attempted_at: Date | null
    ask_at: Date | null
    failure: 'ACCOUNT_CLOSED' | 'ACCOUNT_UNKNOWN' | 'BANK_REFUSED' | 'BANK_UNREACHABLE' | 'OTHER' | null
    bank_name: string | null
    bank_last4: string | null
    bank_reference: string | null
  }
}

export type LedgerAccount = LedgerTables['ledger_accounts']['account']
