import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readOne, type Evaluated } from './measure-sales-db.server.ts'

/** How soon questions before the sale were answered. */
export interface ResponseTime {
  /** Questions that had to be answered by now, without those that need no answer. */
  asked: number
  inTime: number
  /** Median in milliseconds of those that were answered; null if none was. */
  typical: number | null
}

export function readResponseTime(
  db: SellerDb,
  { sellerId, window, at, standards: { unanswered } }: Evaluated,
): Promise<ResponseTime> {
  const within = unanswered.within / 1000
  return readOne(
    db,
    sellerId,
    sql<ResponseTime>`
    select count(*) as asked, count(*) filter (where seconds <= ${within}) as "inTime",
      percentile_cont(0.5) within group (order by seconds) * 1000 as typical
    from (
      select extract(epoch from answer.at - m.sent_at)::double precision as seconds
      from conversations c
      join conversation_messages m on m.seller_id = ${sellerId} and m.listing_id = c.listing_id and m.buyer_id = c.buyer_id
      left join lateral (
        select min(a.sent_at) as at from conversation_messages a
        where a.seller_id = ${sellerId} and a.listing_id = m.listing_id and a.buyer_id = m.buyer_id and a.sender = 'SELLER'
          and a.sent_at < ${at} and a.id > m.id and coalesce(a.seen_id, a.id) >= m.id
      ) answer on true
      where c.seller_id = ${sellerId} and c.last_at >= ${window.from} and m.sender = 'BUYER'
        and m.sent_at >= ${window.from} and m.sent_at < ${new Date(at.getTime() - unanswered.within)}
        and (answer.at is not null or m.id > c.settled_id)
    ) as question`,
  )
}
