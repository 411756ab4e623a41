import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { PayoutRules } from '#features/core/policy-pack/payout-rules.ts'
import { isKept, wantedHold, type HoldReason, type OpenCase, type PlannedHold } from './hold.ts'
import { placeHold, releaseHold } from './move-held-funds-db.server.ts'
import { readIsNewSeller } from './seller-sales-db.server.ts'

export interface HoldsToSettle {
  sellerId: number
  orderIds: readonly number[]
  now: Date
  rules: PayoutRules
}

interface OrderFacts {
  id: number
  currency: string
  paidAt: Date | null
  isShipped: boolean
  deliveredAt: Date | null
  latestDelivery: Date | null
  holdId: number | null
  reason: HoldReason | null
  releaseAt: Date | null
  latestAt: Date | null
}

interface FactsOfOrder extends OrderFacts {
  openCases: readonly OpenCase[]
}

/**
 * Places, changes and releases the holds of orders so that they match their cases, deliveries and times. Idempotent;
 * locks the orders. Call it in the transaction that changes a case. Returns the number of holds placed or released.
 */
export async function settleHolds(db: SellerDb, { sellerId, orderIds, now, rules }: HoldsToSettle): Promise<number> {
  if (orderIds.length === 0) return 0
  await sql`
    select from orders where seller_id = ${sellerId} and id = any (${[...orderIds]}) order by id for update`.execute(db)
  const orders = await readOrders(db, sellerId, orderIds)
  const cases = await selectOfSeller(db, 'cases', sellerId)
    .select(['order_id', 'kind', 'opened_at'])
    .where('order_id', 'in', [...orderIds])
    .where('closed_at', 'is', null)
    .execute()
  const facts = orders.map((order) => ({
    ...order,
    openCases: cases
      .filter(({ order_id: id }) => id === order.id)
      .map(({ kind, opened_at: openedAt }): OpenCase => ({ kind, openedAt })),
  }))
  const mayWait = facts.some((of) => plannedHold(of, true, { now, rules })?.reason === 'NOT_DELIVERED')
  const isNew = mayWait && (await readIsNewSeller(db, { sellerId, now, rules: rules.newSeller }))
  let moved = 0
  for (const order of facts)
    moved += await settleHold(db, { order, wanted: plannedHold(order, isNew, { now, rules }), sellerId, now })
  return moved
}

/** The hold of an order by its facts; none before it is paid. */
const plannedHold = (
  { paidAt, ...order }: FactsOfOrder,
  isNewSeller: boolean,
  { now, rules }: Pick<HoldsToSettle, 'now' | 'rules'>,
) => paidAt && wantedHold({ ...order, paidAt, isNewSeller }, now, rules)

async function readOrders(db: SellerDb, sellerId: number, orderIds: readonly number[]): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select o.id, o.currency, o.paid_at as "paidAt", o.shipped_at is not null as "isShipped",
      case when o.delivered then o.delivered_at end as "deliveredAt", o.estimated_delivery_max as "latestDelivery",
      h.id as "holdId", h.reason, h.release_at as "releaseAt", h.latest_at as "latestAt"
    from orders o left join holds h on h.seller_id = ${sellerId} and h.order_id = o.id and h.state = 'HELD'
    where o.seller_id = ${sellerId} and o.id = any (${[...orderIds]}) order by o.id`.execute(db)
  return rows
}

interface Settling extends Pick<HoldsToSettle, 'sellerId' | 'now'> {
  order: OrderFacts
  wanted: PlannedHold | null
}

async function settleHold(db: SellerDb, { order, wanted, sellerId, now }: Settling): Promise<number> {
  const { id: orderId, currency, holdId, reason, releaseAt, latestAt } = order
  const current = holdId === null || reason === null ? null : { holdId, reason, releaseAt, latestAt }
  if (current && isKept(current, now)) return 0
  const held = { sellerId, orderId, currency, now }
  if (current && wanted?.reason === current.reason) {
    if (!isDeepStrictEqual([wanted.releaseAt, wanted.latestAt], [releaseAt, latestAt]))
      await changeTimes(db, { sellerId, holdId: current.holdId, wanted })
    return 0
  }
  if (current) await releaseHold(db, current.holdId, held)
  const placed =
    wanted &&
    (await placeHold(db, held, { reason: wanted.reason, release_at: wanted.releaseAt, latest_at: wanted.latestAt }))
  return (current ? 1 : 0) + (placed ? 1 : 0)
}

async function changeTimes(
  db: SellerDb,
  { sellerId, holdId, wanted }: { sellerId: number; holdId: number; wanted: PlannedHold },
): Promise<void> {
  await updateOfSeller(db, 'holds', sellerId)
    .set({ release_at: wanted.releaseAt, latest_at: wanted.latestAt })
    .where('id', '=', holdId)
    .execute()
}
