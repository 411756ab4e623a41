import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { heldMinor, openCase } from '../holds/hold-source.server.ts'
import type { HoldFacts } from '../holds/hold-words.ts'
import { readPayNowFacts } from '../payouts/pay-now-db.server.ts'
import { payNow, type PayNow } from '../payouts/pay-now.ts'
import { readPayoutPlan, type PayoutPlan } from '../payouts/payout-plan-db.server.ts'
import { countIn, countTransactions, type TransactionCount } from '../transactions/transaction-counts-db.server.ts'
import type { ShownTransaction } from '../transactions/transaction-row.ts'
import type { MoneyPlace } from '../transactions/transaction-words.ts'
import type { ComparedMonths } from './earnings-months.ts'
import { keptPostings, partsOfSpans, requestedParts } from '#features/core/ledger/kept-postings.server.ts'

export interface BalanceRow {
  account: 'funds:processing' | 'funds:available' | 'funds:hold' | 'payout_clearing'
  currency: string
  minor: number
}

export interface ProcessingRow {
  currency: string
  first_at: Date
}

export type HeldRow = HoldFacts &
  Pick<Row<'holds'>, 'hold_number' | 'latest_at'> & {
    order_number: string
    currency: string
    amount_minor: number | null
    /** When the first hold of its currency ends at the latest. */
    first_latest_at: Date | null
  }

export type LastPayout = Pick<
  Row<'payouts'>,
  'payout_number' | 'currency' | 'amount_minor' | 'state' | 'initiated_at' | 'expected_at' | 'settled_at'
>

export type LastTransaction = ShownTransaction &
  MoneyPlace &
  Pick<Row<'transactions'>, 'currency'> & { buyer_username: string | null }

export interface Summary {
  balances: BalanceRow[]
  processing: ProcessingRow[]
  counts: TransactionCount[]
  held: { rows: HeldRow[]; count: number }
  payouts: { rows: LastPayout[]; count: number }
  last: LastTransaction[]
  earnings: MonthEarnings[]
  plan: PayoutPlan
  /** Null if not asked for. */
  payNow: PayNow | null
}

const [mostHeld, lastPayouts, lastTransactions] = [5, 5, 7]

export async function readSummary(
  db: SellerDb,
  { sellerId, now, months, mayPay }: { sellerId: number; now: Date; months: ComparedMonths; mayPay: boolean },
): Promise<Summary | null> {
  const counts = await countTransactions(db, sellerId)
  if (countIn(counts, null) === 0) return null
  const [balances, processing, held, payouts, last, earnings, plan, payFacts] = await Promise.all([
    readBalances(db, sellerId),
    readProcessing(db, sellerId),
    readHeld(db, sellerId),
    readPayouts(db, sellerId),
    readLast(db, sellerId),
    sumEarnings(db, sellerId, months),
    readPayoutPlan(db, sellerId, now),
    mayPay ? readPayNowFacts(db, sellerId, now) : null,
  ])
  const available = balances.filter(({ account }) => account === 'funds:available')
  const answer = payFacts && payNow({ ...payFacts, available, isRefused: plan.bank?.isRefused ?? false })
  return { balances, processing, counts, held, payouts, last, earnings, plan, payNow: answer }
}

/** Balances of the seller's money, by currency and account. */
export async function readBalances(db: SellerDb, sellerId: number): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select account, currency, balance_minor as minor from ledger_accounts
    where seller_id = ${sellerId} and account in ('funds:processing', 'funds:available', 'funds:hold', 'payout_clearing')
    order by currency, account`.execute(db)
  return rows
}

async function readProcessing(db: SellerDb, sellerId: number): Promise<ProcessingRow[]> {
  const { rows } = await sql<ProcessingRow>`
    select currency, min(available_at) as first_at from transactions
    where seller_id = ${sellerId} and state = 'PROCESSING' group by currency`.execute(db)
  return rows
}

async function readHeld(db: SellerDb, sellerId: number): Promise<Summary['held']> {
  const of = sql`${sellerId}`
  const { rows } = await sql<HeldRow & { all: number }>`
    select o.hold_number, o.reason, o.note, o.state, o.release_at, o.latest_at, o.released_at, s.order_number, s.currency,
      ${heldMinor(of)} as amount_minor, c.case_number, c.turn as case_turn, c.due_at as case_due_at, count(*) over () as all,
      min(o.latest_at) over (partition by s.currency) as first_latest_at
    from holds o
    join orders s on s.seller_id = ${sellerId} and s.id = o.order_id
    left join cases c on c.seller_id = ${sellerId} and c.id = ${openCase(of)}
    where o.seller_id = ${sellerId} and o.state = 'HELD'
    order by o.placed_at desc, o.id desc limit ${mostHeld}`.execute(db)
  return { rows, count: rows[0]?.all ?? 0 }
}

async function readPayouts(db: SellerDb, sellerId: number): Promise<Summary['payouts']> {
  const { rows } = await sql<LastPayout & { all: number }>`
    select payout_number, currency, amount_minor, state, initiated_at, expected_at, settled_at,
      (select count(*) from payouts where seller_id = ${sellerId}) as all
    from payouts where seller_id = ${sellerId} order by initiated_at desc, id desc limit ${lastPayouts}`.execute(db)
  return { rows, count: rows[0]?.all ?? 0 }
}

async function readLast(db: SellerDb, sellerId: number): Promise<LastTransaction[]> {
  const { rows } = await sql<LastTransaction>`
    select t.transaction_number, t.kind, t.state, t.happened_at, t.available_at, t.order_number, t.description, t.currency,
      t.gross_minor, t.fees_minor, t.net_minor, s.buyer_username, s.line_count,
      (select l.title from line_items l where l.seller_id = ${sellerId} and l.order_id = t.order_id
        order by l.position limit 1) as title,
      h.reason as hold_reason, p.initiated_at as payout_initiated_at, p.settled_at as payout_settled_at
    from transactions t
    left join orders s on s.seller_id = ${sellerId} and s.id = t.order_id
    left join holds h on h.seller_id = ${sellerId} and h.id = t.hold_id
    left join payouts p on p.seller_id = ${sellerId} and p.id = t.payout_id
    where t.seller_id = ${sellerId} order by t.happened_at desc, t.id desc limit ${lastTransactions}`.execute(db)
  return rows
}

type MonthEarnings = Awaited<ReturnType<typeof sumEarnings>>[number]

/** Accounts of the seller's money: what they gained, less what he paid from money outside the hub, is what he earned. */
const ownAccounts = ['funds:processing', 'funds:available', 'funds:hold', 'payout_clearing', 'bank', 'buyer_clearing']

/**
 * Net earnings by month: sales minus fees, refunds, labels and charges, by the day on which each happened. Whole days
 * and hours come from stored sums, the rest from transactions. A month may have several rows of a currency.
 */
async function sumEarnings(db: SellerDb, sellerId: number, months: ComparedMonths) {
  const spans = [...months.current, ...months.previous]
  const { kept, counted } = partsOfSpans(spans)
  const { rows } = await sql<{ span: number; currency: string; minor: number }>`
    select span, currency, minor
    from ${requestedParts(kept)}
    cross join lateral (
      select currency, sum(amount_minor)::bigint as minor from ${keptPostings(sellerId)}
      where account = any (${ownAccounts}) group by currency
    ) kept
    union all
    select span, currency, minor
    from ${requestedParts(counted)}
    cross join lateral (
      select currency, sum(net_minor)::bigint as minor from transactions
      where seller_id = ${sellerId} and happened_at >= starts and happened_at < ends and kind <> 'OWN_PAYMENT'
      group by currency
    ) counted`.execute(db)
  const shown = months.current.length
  return rows.map(({ span, ...sum }) => ({
    ...sum,
    period: span < shown ? 'current' : 'previous',
    /** Place of the month in its period. */
    month: span % shown,
  }))
}
