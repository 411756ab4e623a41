import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { LedgerAccount } from '#db/tables/ledger.ts'
import { keptPostings, partsOfSpans, requestedParts } from '#features/core/ledger/kept-postings.server.ts'
import { recordOf } from '#lib/records.ts'
import type { ReportPeriods } from './report-period.ts'
import { comparedSpans, requestedSpans, type Which } from './report-spans.server.ts'

/** Accounts of sales, refunds and costs: what they gained, the seller lost. */
const sources = [
  'revenue:item',
  'revenue:shipping',
  'tax:seller',
  'refunds',
] as const satisfies readonly LedgerAccount[]

/** Accounts of costs and corrections, in the order in which they are shown. */
export const costAccounts = [
  'fees:fvf_variable',
  'fees:fvf_fixed',
  'fees:international',
  'fees:below_standard',
  'fees:dispute',
  'fees:other',
  'advertising',
  'labels',
  'disputes',
  'adjustments',
] as const satisfies readonly LedgerAccount[]
export type CostAccount = (typeof costAccounts)[number]

/** Amounts of the books in a period and currency. Costs are negative. */
export type Books = ReturnType<typeof booksOf>

export type ComparedBooks = Record<Which, Books>

interface AccountSum {
  period: Which
  account: LedgerAccount
  minor: number
}

/**
 * Reads what was booked in both periods, by the time of each transaction. Whole days and hours come from stored
 * sums, the rest from the postings of their transactions.
 */
export async function readBooks(
  db: SellerDb,
  { sellerId, periods, currency }: { sellerId: number; periods: ReportPeriods; currency: string },
): Promise<ComparedBooks> {
  const accounts = [...sources, ...costAccounts, 'buyer_clearing']
  const spans = comparedSpans(periods)
  const { kept, counted } = partsOfSpans([spans.current, spans.previous])
  const { rows } = await sql<AccountSum>`
    select case span when 0 then 'current' else 'previous' end as period, account, minor
    from ${requestedParts(kept)}
    cross join lateral (
      select account, sum(amount_minor)::bigint as minor from ${keptPostings(sellerId)}
      where currency = ${currency} and account = any (${accounts})
      group by account
    ) kept
    union all
    select case span when 0 then 'current' else 'previous' end, account, minor
    from ${requestedParts(counted)}
    cross join lateral (
      select p.account, sum(p.amount_minor)::bigint as minor
      from transactions t join ledger_postings p on p.seller_id = ${sellerId} and p.entry_id = t.entry_id
      where t.seller_id = ${sellerId} and t.happened_at >= starts and t.happened_at < ends and t.currency = ${currency}
        and p.account = any (${accounts})
      group by p.account
    ) counted`.execute(db)
  const refunds = await readRefunds(db, { sellerId, periods, currency })
  return { current: booksOf('current', rows, refunds), previous: booksOf('previous', rows, refunds) }
}

/** Refunds with their tax, whose account also has that of sales. */
async function readRefunds(
  db: SellerDb,
  { sellerId, periods, currency }: { sellerId: number; periods: ReportPeriods; currency: string },
): Promise<Map<Which, number>> {
  const { rows } = await sql<{ period: Which; minor: number }>`
    select period, sum(t.gross_minor)::bigint as minor
    from ${requestedSpans(periods)}
    join transactions t on t.seller_id = ${sellerId} and t.kind = 'REFUND' and t.happened_at >= starts and t.happened_at < ends
      and t.currency = ${currency}
    group by period`.execute(db)
  return new Map(rows.map(({ period, minor }) => [period, minor]))
}

function booksOf(period: Which, rows: readonly AccountSum[], refundSums: ReadonlyMap<Which, number>) {
  const gained = (accounts: readonly LedgerAccount[]) =>
    rows.reduce((sum, row) => (row.period === period && accounts.includes(row.account) ? sum - row.minor : sum), 0)
  const refunds = refundSums.get(period) ?? 0
  return {
    /** Sales that were paid, before fees. */
    sales: gained(sources) - refunds,
    refunds,
    costs: recordOf(costAccounts, (account) => gained([account])),
    net: gained([...sources, ...costAccounts]),
    /** The part of the refunds that the seller paid from money outside the hub. */
    own: gained(['buyer_clearing']),
  }
}
