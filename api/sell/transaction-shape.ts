import type { Row } from '#db/schema.ts'
import type { LedgerAccount } from '#db/tables/ledger.ts'
import { isRemovedBuyer } from '#features/core/order/removed-buyer.ts'
import { lineItemId } from '#features/core/order/order.ts'
import type { TransactionKind, TransactionState } from '#features/payments/transactions/transaction.ts'
import { isKeyOf } from '#lib/records.ts'
import { bookingEntry } from './finances-filter.ts'
import { amountOf } from './order-shape.ts'
import type { TransactionReference } from './transaction-references.ts'

export type FinancesRow = Row<'transactions'> & {
  external_id: string | null
  buyer_username: string | null
  payout_number: string | null
  release_at: Date | null
}

export interface FinancesPosting {
  entry_id: number
  account: LedgerAccount
  amount_minor: number
  /** Position of its line in the order. */
  line: number | null
}

export const transactionTypes = {
  SALE: 'SALE',
  REFUND: 'REFUND',
  OWN_PAYMENT: 'CREDIT',
  FEE_CREDIT: 'CREDIT',
  LABEL: 'SHIPPING_LABEL',
  CHARGE: 'NON_SALE_CHARGE',
  ADJUSTMENT: 'ADJUSTMENT',
  DISPUTE: 'DISPUTE',
} as const satisfies Record<TransactionKind, string>

/** eBay's type of a transaction; a kind that a later version stored is an adjustment. */
const typeOf = (kind: string): string => (isKeyOf(transactionTypes, kind) ? transactionTypes[kind] : 'ADJUSTMENT')

export const transactionStatuses = {
  PROCESSING: 'FUNDS_PROCESSING',
  AVAILABLE: 'FUNDS_AVAILABLE_FOR_PAYOUT',
  ON_HOLD: 'FUNDS_ON_HOLD',
  IN_PAYOUT: 'PAYOUT',
  PAID_OUT: 'PAYOUT',
} as const satisfies Record<TransactionState, string>

const feeTypes: Partial<Record<LedgerAccount, string>> = {
  'fees:fvf_variable': 'FINAL_VALUE_FEE',
  'fees:fvf_fixed': 'FINAL_VALUE_FEE_FIXED_PER_ORDER',
  'fees:international': 'INTERNATIONAL_FEE',
  'fees:below_standard': 'BELOW_STANDARD_FEE',
  'fees:dispute': 'PAYMENT_DISPUTE_FEE',
  'fees:other': 'OTHER_FEES',
  advertising: 'AD_FEE',
}

/** Accounts on which percentage fees and their credits are based. */
const baseAccounts: readonly LedgerAccount[] = [
  'revenue:item',
  'revenue:shipping',
  'refunds',
  'tax:seller',
  'tax:marketplace_collected',
]

const sizeOf = (postings: readonly FinancesPosting[]) =>
  Math.abs(postings.reduce((sum, { amount_minor: minor }) => sum + minor, 0))
const baseOf = (postings: readonly FinancesPosting[]) =>
  postings
    .filter(({ account }) => baseAccounts.includes(account))
    .reduce((sum, { amount_minor: minor }) => sum + Math.abs(minor), 0)

/** Formats a transaction. The amount is what the seller gets or pays after fees. */
export function writeTransaction(
  row: FinancesRow,
  postings: readonly FinancesPosting[],
  references: readonly TransactionReference[],
) {
  const of = (minor: number) => amountOf(Math.abs(minor), row.currency)
  const lines = [...new Set(postings.flatMap(({ line }) => line ?? []))].toSorted((a, b) => a - b)
  const collected = sizeOf(postings.filter(({ account }) => account === 'tax:marketplace_collected'))
  const buyer = row.buyer_username
  return {
    transactionId: row.transaction_number,
    transactionType: typeOf(row.kind),
    transactionStatus: transactionStatuses[row.state],
    transactionDate: row.happened_at.toISOString(),
    transactionMemo: memoOf(row),
    amount: of(row.net_minor),
    bookingEntry: bookingEntry(row.net_minor),
    orderId: row.order_number ?? undefined,
    salesRecordReference: row.external_id ?? undefined,
    ...(buyer !== null && !isRemovedBuyer(buyer) && { buyer: { username: buyer } }),
    payoutId: row.payout_number ?? undefined,
    ...(references.length > 0 && { references }),
    ...(lines.length === 0
      ? { feeType: postings.flatMap(({ account }) => feeTypes[account] ?? [])[0] }
      : {
          totalFeeBasisAmount: of(baseOf(postings)),
          totalFeeAmount: of(row.fees_minor),
          orderLineItems: lines.map((line, index) => writeLine(row, line, linePostings(postings, line, index === 0))),
        }),
    ...(collected > 0 && { eBayCollectedTaxAmount: of(collected) }),
  }
}

/** Postings of a line. As at eBay, the first line has the fees of the order as well. */
const linePostings = (postings: readonly FinancesPosting[], line: number, isFirst: boolean) =>
  postings.filter((posting) => posting.line === line || (isFirst && posting.line === null))

function writeLine({ order_number: order, currency }: FinancesRow, line: number, postings: readonly FinancesPosting[]) {
  const accounts = [...new Set(postings.map(({ account }) => account))]
  return {
    lineItemId: order === null ? undefined : lineItemId(order, line),
    feeBasisAmount: amountOf(baseOf(postings), currency),
    marketplaceFees: accounts.flatMap((account) => {
      const feeType = feeTypes[account]
      const own = postings.filter((posting) => posting.account === account)
      return feeType === undefined ? [] : [{ feeType, amount: amountOf(sizeOf(own), currency) }]
    }),
  }
}

/** The marketplace's description, and the end of a hold. */
function memoOf({ description, state, release_at: releaseAt }: FinancesRow): string | undefined {
  if (state !== 'ON_HOLD') return description ?? undefined
  const held = releaseAt ? `Funds on hold until ${releaseAt.toISOString().slice(0, 10)}` : 'Funds on hold'
  return description === null ? held : `${description}. ${held}`
}
