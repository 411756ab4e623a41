import { sql } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { expireCancellation, lapseOrder } from './cancel-order-db.server.ts'

type DueHub = Pick<Hub, 'db' | 'now' | 'config'>

/**
 * Closes expired requests of all sellers, each once, as of its deadline; locks and checks each again. Run by a job
 * (`server/jobs.ts`). Failures are reported and do not block others. Returns the number closed.
 */
export async function expireCancellations(hub: DueHub, report: ReportFailure = () => {}): Promise<number> {
  const { rows } = await sql<DueOrder>`${overAllSellers}
    select c.seller_id as "sellerId", o.order_number as number
    from cancellations c join orders o on o.seller_id = c.seller_id and o.id = c.order_id
    where c.state = 'REQUESTED' and c.respond_by < ${hub.now()} order by c.respond_by limit 1000`.execute(hub.db.owner)
  return closeEach(hub, { due: rows, close: expireCancellation, report })
}

/**
 * Cancels orders of all sellers left unpaid past their cancellation window, in the same way. Skips imported orders,
 * which reserve no stock. Returns the number cancelled.
 */
export async function lapseUnpaidOrders(hub: DueHub, report: ReportFailure = () => {}): Promise<number> {
  const { sellerCancelWindow } = hub.config.policyPack.deadlines
  const before = new Date(hub.now().getTime() - sellerCancelWindow)
  const { rows } = await sql<DueOrder>`${overAllSellers}
    select seller_id as "sellerId", order_number as number from orders
    where pushed_as is not null and status = 'AWAITING_PAYMENT' and placed_at < ${before}
    order by placed_at limit 1000`.execute(hub.db.owner)
  return closeEach(hub, { due: rows, close: lapseOrder, report })
}

interface DueOrder {
  sellerId: number
  number: OrderNumber
}

async function closeEach(
  hub: DueHub,
  { due, close, report }: { due: readonly DueOrder[]; close: typeof lapseOrder; report: ReportFailure },
): Promise<number> {
  const now = hub.now()
  const { policyPack } = hub.config
  const closeOne = ({ sellerId, number }: DueOrder) =>
    ownRows(hub, sellerId).write((db) => close(db, { sellerId, number, policyPack, now }))
  const { done } = await forEachIsolated(due, closeOne, report)
  return done.filter(({ ok }) => ok).length
}
