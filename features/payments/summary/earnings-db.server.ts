import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { hourParts } from '#lib/hour-parts.ts'
import type { ComparedMonths } from './earnings-months.ts'

/** Net earnings of a month in a currency. */
export interface MonthEarnings {
  period: keyof ComparedMonths
  /** Place of the month in its period. */
  month: number
  currency: string
  minor: number
}

/** Accounts that hold the seller's money: what they gained is what the seller earned. */
const ownAccounts = ['funds:processing', 'funds:available', 'funds:hold', 'payout_clearing', 'bank']

/**
 * Net earnings by month: sales minus fees, refunds, labels and charges, by the day on which each happened. Whole hours
 * come from `ledger_hours`, others from transactions. A month may have several rows of a currency.
 */
export async function sumEarnings(db: SellerDb, sellerId: number, months: ComparedMonths): Promise<MonthEarnings[]> {
  const parts = (['current', 'previous'] as const).flatMap((period) =>
    months[period].flatMap((month, index) => hourParts(month).map((part) => ({ period, month: index, ...part }))),
  )
  const those = (whole: boolean): RawBuilder<unknown> => {
    const own = parts.filter((part) => part.whole === whole)
    return sql`unnest(
      ${own.map(({ period }) => period)}::text[], ${own.map(({ month }) => month)}::integer[],
      ${own.map(({ from }) => from)}::timestamptz[], ${own.map(({ before }) => before)}::timestamptz[]
    ) as requested (period, month, starts, ends)`
  }
  const { rows } = await sql<MonthEarnings>`
    select period, month, currency, minor
    from ${those(true)}
    cross join lateral (
      select currency, sum(amount_minor)::bigint as minor from ledger_hours
      where seller_id = ${sellerId} and hour >= starts and hour < ends and account = any (${ownAccounts})
      group by currency
    ) kept
    union all
    select period, month, currency, minor
    from ${those(false)}
    cross join lateral (
      select currency, sum(net_minor)::bigint as minor from transactions
      where seller_id = ${sellerId} and happened_at >= starts and happened_at < ends
      group by currency
    ) counted`.execute(db)
  return rows
}
