import { sql } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { settleHolds } from '#features/core/holds/settle-holds-db.server.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { ownRows } from '#web/own-rows.ts'
import type { Hub } from '#web/hub.ts'

/** Orders per batch. */
const batch = 500

interface DueOrder {
  sellerId: number
  orderId: number
}

/**
 * Ends holds whose time has come, and corrects those that do not match their cases, of all sellers; run by a job
 * (`server/jobs.ts`). Failures are reported and retried later. Returns the number of holds placed or released.
 */
export async function settleDueHolds(
  hub: Pick<Hub, 'db' | 'now' | 'config'>,
  report: ReportFailure = () => {},
): Promise<number> {
  const rules = hub.config.policyPack.payout
  let moved = 0
  for (let last: DueOrder | undefined; ;) {
    const due = await findDueOrders(hub, last)
    const settle = ({ sellerId, orderId }: DueOrder) =>
      ownRows(hub, sellerId).write((db) => settleHolds(db, { sellerId, orderIds: [orderId], now: hub.now(), rules }))
    const { done } = await forEachIsolated(due, settle, report)
    moved += done.reduce((sum, each) => sum + each, 0)
    last = due.at(-1)
    if (due.length < batch) return moved
  }
}

async function findDueOrders(
  { db, now, config }: Pick<Hub, 'db' | 'now' | 'config'>,
  last: DueOrder = { sellerId: 0, orderId: 0 },
): Promise<DueOrder[]> {
  const at = now()
  const { afterDelivery, atMost } = config.policyPack.payout.holdRelease
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  const { rows } = await sql<DueOrder>`${overAllSellers}
    select seller_id as "sellerId", order_id as "orderId" from (
      select seller_id, order_id from holds where state = 'HELD' and (release_at <= ${at} or latest_at <= ${at})
      union
      select h.seller_id, h.order_id from holds h join orders o on o.seller_id = h.seller_id and o.id = h.order_id
      where h.state = 'HELD' and h.reason = 'NOT_DELIVERED' and o.delivered and o.delivered_at <= ${before(afterDelivery)}
      union
      select h.seller_id, h.order_id from holds h
      where h.state = 'HELD' and h.reason in ('RETURN_OPEN', 'NOT_RECEIVED') and not exists (
        select from cases c where c.seller_id = h.seller_id and c.order_id = h.order_id and c.closed_at is null)
      union
      select c.seller_id, c.order_id from cases c join transactions t on t.seller_id = c.seller_id and t.order_id = c.order_id
      where c.closed_at is null and c.opened_at > ${before(atMost)}
        and t.kind = 'SALE' and t.state in ('PROCESSING', 'AVAILABLE')
    ) due
    where (seller_id, order_id) > (${last.sellerId}, ${last.orderId})
    order by seller_id, order_id limit ${batch}`.execute(db.owner)
  return rows
}
