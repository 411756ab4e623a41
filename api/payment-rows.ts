import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { HoldRow, TransactionRow } from './money-schemas.ts'

type Condition = ReturnType<typeof sql>

/** Reads payouts that meet a condition on `p`, by id. */
export async function readPayouts(
  db: SellerDb,
  sellerId: number,
  which: Condition,
  limit = 1_000,
): Promise<Row<'payouts'>[]> {
  const { rows } = await sql<Row<'payouts'>>`
    select p.* from payouts p where p.seller_id = ${sellerId} and ${which} order by p.id limit ${limit}`.execute(db)
  return rows
}

/** Reads holds that meet a condition on `h`, with the ids of their orders, by id. */
export async function readHolds(db: SellerDb, sellerId: number, which: Condition, limit = 1_000): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select h.*, coalesce(o.external_id, o.order_number) as "order"
    from holds h join orders o on o.seller_id = ${sellerId} and o.id = h.order_id
    where h.seller_id = ${sellerId} and ${which} order by h.id limit ${limit}`.execute(db)
  return rows
}

/** Reads transactions that meet a condition on `t`, with the ids of their orders and payouts, by id. */
export async function readTransactions(
  db: SellerDb,
  sellerId: number,
  which: Condition,
  limit = 1_000,
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select t.*, coalesce(o.external_id, o.order_number) as "order", p.payout_number as payout
    from transactions t
    left join orders o on o.seller_id = ${sellerId} and o.id = t.order_id
    left join payouts p on p.seller_id = ${sellerId} and p.id = t.payout_id
    where t.seller_id = ${sellerId} and ${which} order by t.id limit ${limit}`.execute(db)
  return rows
}

/** Funds of a seller in a currency, in minor units. */
export interface BalanceRow {
  currency: string
  processing: number
  available: number
  onHold: number
  inPayout: number
}

export async function readBalances(db: SellerDb, sellerId: number): Promise<BalanceRow[]> {
  const of = (account: string) => sql`coalesce(sum(balance_minor) filter (where account = ${account}), 0)::bigint`
  const { rows } = await sql<BalanceRow>`
    select currency, ${of('funds:processing')} as processing, ${of('funds:available')} as available,
      ${of('funds:hold')} as "onHold", ${of('payout_clearing')} as "inPayout"
    from ledger_accounts where seller_id = ${sellerId} group by currency order by currency`.execute(db)
  return rows
}
