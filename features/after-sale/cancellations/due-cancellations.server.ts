import { sql, type RawBuilder } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { expireCancellation, lapseOrder } from './cancel-order-db.server.ts'

type DueHub = Pick<Hub, 'db' | 'now' | 'config'>

/** Orders read at once. */
const together = 1_000

/**
 * Closes expired requests of all sellers, each once, as of its deadline; locks and checks each again. Run by a job
 * (`server/jobs.ts`). Failures are reported and do not block others. Returns the number closed.
 */
export function expireCancellations(
  hub: DueHub,
  report: ReportFailure = () => {},
  limit: number = together,
): Promise<number> {
  const due = ({ sellerId, id }: Place) => sql<DueOrder>`${overAllSellers}
    select c.seller_id as "sellerId", o.id, o.order_number as number
    from cancellations c join orders o on o.seller_id = c.seller_id and o.id = c.order_id
    where c.state = 'REQUESTED' and c.respond_by < ${hub.now()} and (c.seller_id, o.id) > (${sellerId}, ${id})
    order by c.seller_id, o.id limit ${limit}`
  return closeEach(hub, { due, limit, close: expireCancellation, report })
}

/**
 * Cancels orders of all sellers left unpaid past their cancellation window, in the same way. Skips imported orders,
 * which reserve no stock. Returns the number cancelled.
 */
export function lapseUnpaidOrders(
  hub: DueHub,
  report: ReportFailure = () => {},
  limit: number = together,
): Promise<number> {
  const { sellerCancelWindow } = hub.config.policyPack.deadlines
  const before = new Date(hub.now().getTime() - sellerCancelWindow)
  const due = ({ sellerId, id }: Place) => sql<DueOrder>`${overAllSellers}
    select seller_id as "sellerId", id, order_number as number from orders
    where pushed_as is not null and status = 'AWAITING_PAYMENT' and placed_at < ${before}
      and (seller_id, id) > (${sellerId}, ${id})
    order by seller_id, id limit ${limit}`
  return closeEach(hub, { due, limit, close: lapseOrder, report })
}

/** Where reading goes on: those that cannot be closed are passed, too. */
interface Place {
  sellerId: number
  id: number
}

interface DueOrder extends Place {
  number: OrderNumber
}

interface Closing {
  due: (after: Place) => RawBuilder<DueOrder>
  limit: number
  close: typeof lapseOrder
  report: ReportFailure
}

async function closeEach(hub: DueHub, { due, limit, close, report }: Closing): Promise<number> {
  const now = hub.now()
  const { policyPack } = hub.config
  const closeOne = ({ sellerId, number }: DueOrder) =>
    ownRows(hub, sellerId).write((db) => close(db, { sellerId, number, policyPack, now }))
  let closed = 0
  for (let after: Place = { sellerId: 0, id: 0 }; ;) {
    const { rows } = await due(after).execute(hub.db.owner)
    const { done } = await forEachIsolated(rows, closeOne, report)
    closed += done.filter(({ ok }) => ok).length
    const last = rows.at(-1)
    if (!last || rows.length < limit) return closed
    after = last
  }
}
