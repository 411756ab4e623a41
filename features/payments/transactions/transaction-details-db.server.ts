import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { LedgerAccount } from '#db/tables/ledger.ts'
import type { TransactionNumber } from './transaction.ts'

export type TransactionDetails = Row<'transactions'> & {
  fee_schedule: string | null
  buyer_username: string | null
  line_count: number | null
  title: string | null
  hold_reason: Row<'holds'>['reason'] | null
  hold_release_at: Date | null
  hold_latest_at: Date | null
  payout_number: string | null
  payout_initiated_at: Date | null
  payout_settled_at: Date | null
}

export interface PostingRow {
  account: LedgerAccount
  amount_minor: number
  line_item_id: number | null
  title: string | null
  quantity: number | null
}

export async function loadTransaction(
  db: SellerDb,
  sellerId: number,
  number: TransactionNumber,
): Promise<{ row: TransactionDetails; postings: PostingRow[] } | null> {
  const found = await sql<TransactionDetails>`
    select t.*, e.fee_schedule, s.buyer_username, s.line_count,
      (select l.title from line_items l where l.seller_id = ${sellerId} and l.order_id = t.order_id
        order by l.position limit 1) as title,
      h.reason as hold_reason, h.release_at as hold_release_at, h.latest_at as hold_latest_at,
      p.payout_number, p.initiated_at as payout_initiated_at, p.settled_at as payout_settled_at
    from transactions t
    join ledger_entries e on e.seller_id = ${sellerId} and e.id = t.entry_id
    left join orders s on s.seller_id = ${sellerId} and s.id = t.order_id
    left join holds h on h.seller_id = ${sellerId} and h.id = t.hold_id
    left join payouts p on p.seller_id = ${sellerId} and p.id = t.payout_id
    where t.seller_id = ${sellerId} and t.transaction_number = ${number}`.execute(db)
  const row = found.rows[0]
  return row ? { row, postings: await readPostings(db, sellerId, row.entry_id) } : null
}

async function readPostings(db: SellerDb, sellerId: number, entryId: number): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    select p.account, p.amount_minor, p.line_item_id, l.title, l.quantity
    from ledger_postings p left join line_items l on l.seller_id = ${sellerId} and l.id = p.line_item_id
    where p.seller_id = ${sellerId} and p.entry_id = ${entryId} order by p.position`.execute(db)
  return rows
}
