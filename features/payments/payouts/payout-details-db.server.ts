import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { ShownTransaction } from '../transactions/transaction-row.ts'
import type { TransactionKind } from '../transactions/transaction.ts'
import { payoutRowIds } from '../transactions/payout-rows-db.server.ts'
import { isReturned, payoutTabs, type PayoutNumber } from './payout.ts'

export interface KindSum {
  kind: TransactionKind
  rows: number
  gross_minor: number
  fees_minor: number
  net_minor: number
}

export interface PayoutDetails {
  payout: Row<'payouts'>
  rows: ShownTransaction[]
  sums: KindSum[]
  /** The payout before in the same currency, of those that were not sent back. */
  previous: { payout: Row<'payouts'>; sums: KindSum[] } | null
}

/** Rows shown on a payout's page; all are in the list of transactions. */
export const mostPayoutRows = 100

export async function loadPayout(db: SellerDb, sellerId: number, number: PayoutNumber): Promise<PayoutDetails | null> {
  const payout = await selectOfSeller(db, 'payouts', sellerId)
    .selectAll()
    .where('payout_number', '=', number)
    .executeTakeFirst()
  if (!payout) return null
  const before = await selectOfSeller(db, 'payouts', sellerId)
    .selectAll()
    .where('currency', '=', payout.currency)
    .where('state', 'not in', payoutTabs.failed)
    .where(({ refTuple, tuple, eb }) => eb(refTuple('initiated_at', 'id'), '<', tuple(payout.initiated_at, payout.id)))
    .orderBy('initiated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ofPayout = rowsOfPayout(sellerId, payout)
  const [rows, sums, sumsBefore] = await Promise.all([
    readRows(db, sellerId, ofPayout),
    sumRows(db, sellerId, ofPayout),
    before ? sumRows(db, sellerId, rowsOfPayout(sellerId, before)) : [],
  ])
  return { payout, rows, sums, previous: before ? { payout: before, sums: sumsBefore } : null }
}

/** Rows of most payouts are found by the index of transactions, in the order in which they are shown. */
const rowsOfPayout = (sellerId: number, { id, state }: Row<'payouts'>) =>
  isReturned(state) ? sql`t.id = any (array(${payoutRowIds(sellerId, sql`p.id = ${id}`)}))` : sql`t.payout_id = ${id}`

async function readRows(db: SellerDb, sellerId: number, ofPayout: RawBuilder<unknown>): Promise<ShownTransaction[]> {
  const { rows } = await sql<ShownTransaction>`
    select t.transaction_number, t.kind, t.happened_at, t.order_number, t.description, t.gross_minor, t.fees_minor, t.net_minor,
      s.line_count, (select l.title from line_items l
        where l.seller_id = ${sellerId} and l.order_id = t.order_id order by l.position limit 1) as title
    from transactions t left join orders s on s.seller_id = ${sellerId} and s.id = t.order_id
    where t.seller_id = ${sellerId} and ${ofPayout}
    order by t.happened_at desc, t.id desc limit ${mostPayoutRows}`.execute(db)
  return rows
}

async function sumRows(db: SellerDb, sellerId: number, ofPayout: RawBuilder<unknown>): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select kind, count(*) as rows, sum(gross_minor)::bigint as gross_minor, sum(fees_minor)::bigint as fees_minor,
      sum(net_minor)::bigint as net_minor
    from transactions t where t.seller_id = ${sellerId} and ${ofPayout} group by kind`.execute(db)
  return rows
}
