import { dateAt } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { parseMonth, daysOfMonth, momentsOf, monthsBetween } from './statement-months.ts'
import { type Statement, fundsAccounts, statementAccounts, statementsOf, type MonthSum } from './statement.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { keptPostings, partsOfSpans, requestedParts } from '#features/core/ledger/kept-postings.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'

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
async function firstMonth(db: SellerDb, { sellerId, zone }: Of): Promise<string | null> {
  const { first } = await oneRow(
    db,
    sql<{ first: Date | null }>`select min(hour) as first from ledger_hours where seller_id = ${sellerId}`,
  )
  return first && dateAt(first, zone).slice(0, 7)
}

/** Reads the statements from one month to another, both included, oldest first within each currency. */
async function readStatements(
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
async function readStatement(
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

export interface YearOfStatements {
  year: number
  /** The seller's first year with postings. */
  firstYear: number
  now: { year: number; month: string }
  statements: Statement[]
}

/** Texts in the shop's zone, by which months begin and end. */
export const shopTexts = ({ texts, seller }: Pick<SellerArgs, 'texts' | 'seller'>): Texts =>
  textsFor(texts.locale, seller.timeZone)

/** Reads the year in the URL, the current one without; null if the seller has no postings. */
export async function readYear({ hub, read, seller, url }: SellerArgs): Promise<YearOfStatements | null> {
  const zone = seller.timeZone
  const month = dateAt(hub.now(), zone).slice(0, 7)
  const now = { year: yearOf(month), month }
  return read(async (db) => {
    const of = { sellerId: seller.id, zone }
    const first = await firstMonth(db, of)
    if (first === null) return null
    const year = Number(url.searchParams.get('year') ?? now.year)
    if (!Number.isInteger(year) || year < yearOf(first) || year > now.year) throw refuse('not-found')
    const from = later(first, `${year}-01`)
    const last = year === now.year ? month : `${year}-12`
    const statements = await readStatements(db, { ...of, first: from, last })
    return { year, firstYear: yearOf(first), now, statements: ownFirst(statements, seller) }
  })
}

/** Reads the month in the URL; 404 if the seller has no postings until its end, or it has not begun. */
export async function readMonth({ hub, read, seller, url }: SellerArgs) {
  const zone = seller.timeZone
  const month = parseMonth(url.searchParams.get('month'))
  const thisMonth = dateAt(hub.now(), zone).slice(0, 7)
  if (month === null || month > thisMonth) throw refuse('not-found')
  return read(async (db) => {
    const of = { sellerId: seller.id, zone }
    const first = await firstMonth(db, of)
    if (first === null || month < first) throw refuse('not-found')
    const { statements, next } = await readStatement(db, { ...of, month })
    return { month, firstMonth: first, thisMonth, statements: ownFirst(statements, seller), next }
  })
}

const yearOf = (month: string) => Number(month.slice(0, 4))
const later = (a: string, b: string) => (a > b ? a : b)

export const ownFirst = <T extends { currency: string }>(rows: readonly T[], { currency }: { currency: string }): T[] =>
  rows.toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency))
