import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { keptPostings, partsOfSpans, requestedParts } from '#features/core/ledger/kept-postings.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { daysOfMonth, momentsOf, monthsBetween } from './statement-months.ts'
import { fundsAccounts, statementAccounts, statementsOf, type MonthSum, type Statement } from './statement.ts'

interface Span {
  from: Date
  before: Date
}

/** A sum of the span with this index. */
type SpanSum = Omit<MonthSum, 'month'> & { span: number }

interface Of {
  sellerId: number
  zone: string
}

/** The month of the seller's first posting in a zone; null if there is none. */
export async function firstMonth(db: SellerDb, { sellerId, zone }: Of): Promise<string | null> {
  const { first } = await oneRow(
    db,
    sql<{ first: Date | null }>`select min(hour) as first from ledger_hours where seller_id = ${sellerId}`,
  )
  return first && dateAt(first, zone).slice(0, 7)
}

/** Reads the statements from one month to another, both included, oldest first within each currency. */
export async function readStatements(
  db: SellerDb,
  { sellerId, zone, first, last }: Of & { first: string; last: string },
): Promise<Statement[]> {
  const months = monthsBetween(first, last)
  const { from } = momentsOf(daysOfMonth(first), zone)
  const [sums, opening] = await Promise.all([
    sumMonths(db, { sellerId, zone, months }),
    balancesAt(db, { sellerId, at: from }),
  ])
  return statementsOf(months, sums, opening)
}

/** The statements of one month, and the balances with which the next one begins, read by themselves. */
export async function readStatement(
  db: SellerDb,
  { sellerId, zone, month }: Of & { month: string },
): Promise<{ statements: Statement[]; next: ReadonlyMap<string, number> }> {
  const { before } = momentsOf(daysOfMonth(month), zone)
  const [statements, next] = await Promise.all([
    readStatements(db, { sellerId, zone, first: month, last: month }),
    balancesAt(db, { sellerId, at: before }),
  ])
  return { statements, next }
}

async function sumMonths(db: SellerDb, { sellerId, zone, months }: Of & { months: string[] }): Promise<MonthSum[]> {
  const spans = months.map((month) => momentsOf(daysOfMonth(month), zone))
  const sums = await sumSpans(db, { sellerId, spans, accounts: statementAccounts })
  return sums.map(({ span, ...sum }) => ({ ...sum, month: assertDefined(months[span], 'each span is a month') }))
}

/** The seller's funds before a moment, by currency: what they are now without what happened since. */
async function balancesAt(
  db: SellerDb,
  { sellerId, at }: { sellerId: number; at: Date },
): Promise<ReadonlyMap<string, number>> {
  const spans = [{ from: at, before: new Date(endOfTime) }]
  const [now, since] = await Promise.all([
    selectOfSeller(db, 'ledger_accounts', sellerId)
      .select(['currency', 'balance_minor as minor'])
      .where('account', 'in', fundsAccounts)
      .execute(),
    sumSpans(db, { sellerId, spans, accounts: fundsAccounts }),
  ])
  const balances = new Map<string, number>()
  for (const { currency, minor } of now) balances.set(currency, (balances.get(currency) ?? 0) + minor)
  for (const { currency, minor } of since) balances.set(currency, (balances.get(currency) ?? 0) - minor)
  return balances
}

const endOfTime = Date.UTC(2200, 0)

/** Sums postings of each span: whole days and hours as stored, the rest from the postings of what changes funds. */
async function sumSpans(
  db: SellerDb,
  { sellerId, spans, accounts }: { sellerId: number; spans: readonly Span[]; accounts: readonly string[] },
): Promise<SpanSum[]> {
  const { kept, counted } = partsOfSpans(spans)
  const { rows } = await sql<SpanSum>`
    select span, account, currency, minor
    from ${requestedParts(kept)}
    cross join lateral (
      select account, currency, sum(amount_minor)::bigint as minor from ${keptPostings(sellerId)}
      where account = any (${[...accounts]})
      group by account, currency
    ) kept
    union all
    select span, account, currency, minor
    from ${requestedParts(counted)}
    cross join lateral (
      select p.account, p.currency, sum(p.amount_minor)::bigint as minor
      from ledger_postings p
      where p.seller_id = ${sellerId} and p.account = any (${[...accounts]}) and p.entry_id = any (array(
        select t.entry_id from transactions t
        where t.seller_id = ${sellerId} and t.happened_at >= starts and t.happened_at < ends
        union all
        select e.id from ledger_entries e
        where e.seller_id = ${sellerId} and e.kind in ('PAYOUT_STARTED', 'PAYOUT_PAID', 'PAYOUT_FAILED')
          and e.happened_at >= starts and e.happened_at < ends
      ))
      group by p.account, p.currency
    ) counted`.execute(db)
  return rows
}
