import { addRow } from '#db/testing-row.ts'
import type { Database } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { LedgerAccount } from '#db/tables/ledger.ts'
import { insertRows } from '#db/insert-rows.ts'

type Kind = Row<'transactions'>['kind']
type State = Row<'transactions'>['state']

/** Account on which the money of a transaction is. */
const placeOf: Record<State, LedgerAccount> = {
  PROCESSING: 'funds:processing',
  AVAILABLE: 'funds:available',
  ON_HOLD: 'funds:hold',
  IN_PAYOUT: 'payout_clearing',
  PAID_OUT: 'bank',
}

/** Account that says what a transaction is for. */
const reasonOf: Record<Kind, LedgerAccount> = {
  SALE: 'revenue:item',
  REFUND: 'refunds',
  OWN_PAYMENT: 'buyer_clearing',
  FEE_CREDIT: 'fees:fvf_fixed',
  LABEL: 'labels',
  CHARGE: 'fees:other',
  ADJUSTMENT: 'adjustments',
  DISPUTE: 'disputes',
}

let serial = 0

/** A transaction of a test. */
export interface TestMoney {
  kind?: Kind
  state?: State
  at: Date
  gross: number
  /** Negative if the seller pays them. */
  fees?: number
  currency?: string
  order?: { id: number; number: string } | null
  /** Line that sale and fees are posted for. */
  lineItemId?: number
  description?: string
  hold?: number
  payout?: number
  availableAt?: Date
}

/** Adds a transaction with its entry, as the ledger would post it; returns its number. */
export async function addTransaction(db: Pick<Database, 'owner'>, sellerId: number, money: TestMoney): Promise<string> {
  const { kind = 'SALE', state = 'AVAILABLE', at, gross, fees = 0, currency = 'GBP', order = null } = money
  const of = { seller_id: sellerId }
  const { id: entryId } = await addRow(db.owner, 'ledger_entries', {
    ...of,
    entry_key: `test ${(serial += 1)}`,
    kind: kind === 'FEE_CREDIT' ? 'CANCELLATION' : kind === 'DISPUTE' ? 'DISPUTE_OPENED' : kind,
    happened_at: at,
    currency,
    order_id: order?.id ?? null,
    fee_schedule: fees === 0 ? null : 'GB 2026-01-01',
  })
  const postings: [LedgerAccount, number][] = [
    [placeOf[state], gross + fees],
    [reasonOf[kind], -gross],
    ['fees:fvf_variable', -fees],
  ]
  await insertRows(
    db.owner,
    'ledger_postings',
    postings
      .filter(([, minor]) => minor !== 0)
      .map(([account, minor], index) => ({
        ...of,
        entry_id: entryId,
        position: index + 1,
        account,
        currency,
        amount_minor: minor,
        line_item_id: index === 0 ? null : (money.lineItemId ?? null),
        happened_at: at,
      })),
  )
  const { transaction_number: number } = await addRow(db.owner, 'transactions', {
    ...of,
    entry_id: entryId,
    kind,
    state,
    order_id: order?.id ?? null,
    order_number: order?.number ?? null,
    description: money.description ?? null,
    happened_at: at,
    currency,
    gross_minor: gross,
    fees_minor: fees,
    available_at: money.availableAt ?? at,
    hold_id: money.hold ?? null,
    payout_id: money.payout ?? null,
  })
  return number
}

/** Adds a payout, paid unless `change` differs; returns its id and number. */
export async function addPayout(
  db: Pick<Database, 'owner'>,
  sellerId: number,
  { amount, at, ...change }: { amount: number; at: Date } & Partial<Row<'payouts'>>,
): Promise<{ id: number; number: string }> {
  return db.owner
    .insertInto('payouts')
    .values({
      seller_id: sellerId,
      currency: 'GBP',
      amount_minor: amount,
      state: 'SUCCEEDED',
      schedule: 'WEEKLY',
      covers_until: at,
      initiated_at: at,
      expected_at: null,
      settled_at: at,
      bank_name: 'Harbour Bank',
      bank_last4: '4410',
      bank_reference: 'HM-4410-1117',
      ...change,
    })
    .returning(['id', 'payout_number as number'])
    .executeTakeFirstOrThrow()
}

/** Adds a hold on an order; returns its id. */
export async function addHold(
  db: Pick<Database, 'owner'>,
  sellerId: number,
  { orderId, at, reason = 'NOT_DELIVERED', ...change }: { orderId: number; at: Date } & Partial<Row<'holds'>>,
): Promise<number> {
  const { id } = await addRow(db.owner, 'holds', {
    seller_id: sellerId,
    order_id: orderId,
    reason,
    placed_at: at,
    ...change,
  })
  return id
}
