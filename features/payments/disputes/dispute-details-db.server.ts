import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import type { Row } from '#db/schema.ts'
import type { DisputeNumber } from '#features/after-sale/disputes/dispute.ts'
import { readSentFiles } from './evidence-db.server.ts'

interface DisputedOrder {
  order_number: string
  buyer_username: string
  placed_at: Date
  shipped_at: Date | null
  delivered_at: Date | null
  total_minor: number
  refunded_minor: number
  line_count: number
  title: string
  image_url: string | null
  parcel: string | null
}

export type DisputeDetails = NonNullable<Awaited<ReturnType<typeof loadDispute>>>

export async function loadDispute(db: SellerDb, sellerId: number, number: DisputeNumber) {
  const dispute = await selectOfSeller(db, 'disputes', sellerId)
    .selectAll()
    .where('dispute_number', '=', number)
    .executeTakeFirst()
  if (!dispute) return null
  const [order, files] = await Promise.all([readOrder(db, dispute), readSentFiles(db, dispute)])
  return { dispute, order, files }
}

async function readOrder(
  db: SellerDb,
  { seller_id: seller, order_id: order }: Row<'disputes'>,
): Promise<DisputedOrder> {
  const found = await sql<DisputedOrder>`
    select o.order_number, o.buyer_username, o.placed_at, o.shipped_at, o.delivered_at, o.total_minor, o.line_count, l.title,
      coalesce(i.image_url, p.image_url) as image_url,
      (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
        where r.seller_id = ${seller} and r.order_id = ${order} and r.state = 'REFUNDED') as refunded_minor,
      (select string_agg(concat_ws(' ', s.carrier, s.tracking_number), ', ' order by s.id) from shipments s
        where s.seller_id = ${seller} and s.order_id = ${order}) as parcel
    from orders o
    join line_items l on l.seller_id = ${seller} and l.order_id = o.id
    left join listings i on i.seller_id = ${seller} and i.id = l.listing_id
    left join products p on p.id = l.product_id
    where o.seller_id = ${seller} and o.id = ${order}
    order by l.position limit 1`.execute(db)
  return firstRow(found)
}
