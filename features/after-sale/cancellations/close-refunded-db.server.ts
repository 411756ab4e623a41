import { sql } from 'kysely'
import type { Row } from '#db/schema.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { RefundFollower } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { cancellationFacts } from './cancellations-db.server.ts'

/**
 * Closes cancellations whose money was refunded, by their own refund or by others in total. Refused refunds keep them
 * open until a retry on the order's page.
 */
export const closeRefunded: RefundFollower = async (db, { sellerId, orderId, key, state, now }) => {
  if (state !== 'REFUNDED') return
  const { rows } = await sql<Row<'cancellations'>>`
    update cancellations c set state = 'CLOSED_WITH_REFUND', closed_at = ${now}
    from orders o
    where c.seller_id = ${sellerId} and c.order_id = ${orderId} and c.state = 'REFUND_PENDING'
      and o.seller_id = ${sellerId} and o.id = ${orderId} and (c.refund_key = ${key} or o.payment_status = 'FULLY_REFUNDED'
        or (c.units is not null and exists (select from refunds r
          where r.seller_id = ${sellerId} and r.refund_key = c.refund_key and r.settled = 'OTHERWISE')))
    returning c.*`.execute(db)
  if (rows.length === 0) return
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor: { kind: 'HUB' },
    events: rows.map((row) => {
      const after = cancellationFacts(row)
      const before = { ...after, state: 'REFUND_PENDING' } as const
      return { orderId, kind: 'CANCELLATION_CLOSED', subject: row.cancel_key, before, after, requestKey: null }
    }),
  })
}
