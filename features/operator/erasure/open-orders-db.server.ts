import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'

export type OpenReason = 'CASE' | 'REFUND' | 'CANCELLATION' | 'NOT_SHIPPED' | 'ON_ITS_WAY'

export interface OpenOrder {
  number: string
  because: OpenReason
}

/** Days after which a parcel without delivery scan counts as delivered. */
const arrivesWithin = 30

/** A buyer's orders that must be completed before the erasure, oldest first. */
export async function openOrders(
  db: Kysely<Schema>,
  { sellerId, buyerId, now }: { sellerId: number; buyerId: number; now: Date },
): Promise<OpenOrder[]> {
  const since = new Date(now.getTime() - arrivesWithin * day)
  const { rows } = await sql<OpenOrder>`
    select number, because from (
      select o.id, o.order_number as number, case
        when exists (select from cases c where c.seller_id = ${sellerId} and c.order_id = o.id and c.closed_at is null) then 'CASE'
        when exists (select from disputes d where d.seller_id = ${sellerId} and d.order_id = o.id and d.closed_at is null) then 'CASE'
        when exists (select from refunds r where r.seller_id = ${sellerId} and r.order_id = o.id
          and (r.state = 'PENDING' or (r.state = 'FAILED' and r.settled is null))) then 'REFUND'
        when o.cancel_state = 'IN_PROGRESS' then 'CANCELLATION'
        when o.cancel_state = 'CANCELED' or o.payment_status = 'FULLY_REFUNDED' then null
        when o.fulfilment_status <> 'FULFILLED' then 'NOT_SHIPPED'
        when not o.delivered and o.shipped_at > ${since} then 'ON_ITS_WAY'
      end as because
      from orders o where o.seller_id = ${sellerId} and o.buyer_id = ${buyerId}
    ) checked where because is not null order by id`.execute(db)
  return rows
}
