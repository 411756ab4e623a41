import { sql } from 'kysely'
import { firstRow } from '#db/one-row.ts'
import type { BatchPart } from '#db/read-batch.ts'

/** Number of offers that await the seller, for the navigation. */
export const offersToAnswer: BatchPart<{ sellerId: number; now: Date }, number> = {
  statement: (at) => sql`
    select count(*)::integer as offers from buyer_offers
    where seller_id = ${at(({ sellerId }) => sellerId)} and turn = 'SELLER' and due_at > ${at(({ now }) => now)}::timestamptz`,
  read: (rows: { offers: number }[]) => firstRow({ rows }).offers,
}
