import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { keptPostings, partsOfSpans, requestedParts } from '#features/core/ledger/kept-postings.server.ts'
import type { ComparedMonths } from './earnings-months.ts'

export interface MonthEarnings {
  period: keyof ComparedMonths
  /** Place of the month in its period. */
  month: number
  currency: string
  minor: number
}

/** Accounts of the seller's money: what they gained, less what he paid from money outside the hub, is what he earned. */
const ownAccounts = ['funds:processing', 'funds:available', 'funds:hold', 'payout_clearing', 'bank', 'buyer_clearing']

/**
 * Net earnings by month: sales minus fees, refunds, labels and charges, by the day on which each happened. Whole days
 * and hours come from stored sums, the rest from transactions. A month may have several rows of a currency.
 */
export async function sumEarnings(db: SellerDb, sellerId: number, months: ComparedMonths): Promise<MonthEarnings[]> {
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
    month: span % shown,
  }))
}
