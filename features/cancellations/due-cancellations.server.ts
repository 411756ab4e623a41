import { sql } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { OrderNumber } from '#features/order/order.ts'
import { eachApart, type ReportFailure } from '#web/each-apart.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { expireCancellation } from './cancel-order-db.server.ts'

/**
 * Closes the requests of all sellers whose time to answer is over, each once, whichever process gets to it: the order is locked
 * and judged again before. What fell due while no process ran is closed late, but as of its time. A job runs it
 * (`server/jobs.ts`). One that cannot be closed is reported and holds up no other. Returns how many were closed.
 */
export async function expireCancellations(
  hub: Pick<Hub, 'db' | 'now' | 'config'>,
  report: ReportFailure = () => {},
): Promise<number> {
  const now = hub.now()
  const { policyPack } = hub.config
  const { rows } = await sql<{ sellerId: number; number: OrderNumber }>`${overAllSellers}
    select c.seller_id as "sellerId", o.order_number as number
    from cancellations c join orders o on o.seller_id = c.seller_id and o.id = c.order_id
    where c.state = 'REQUESTED' and c.respond_by < ${now} order by c.respond_by limit 1000`.execute(hub.db.owner)
  const expire = ({ sellerId, number }: (typeof rows)[number]) =>
    ownRows(hub, sellerId).write((db) => expireCancellation(db, { sellerId, number, policyPack, now }))
  const { done } = await eachApart(rows, expire, report)
  return done.filter(({ ok }) => ok).length
}
