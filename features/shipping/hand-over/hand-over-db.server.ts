import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { postGoods } from '#features/core/costs/post-goods-db.server.ts'
import { awaitedStep } from '#features/core/order/delivery.ts'
import { lockOrders, lockStockOf, touchOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor, OrderEvent } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { releaseUnshipped } from '#features/shipping/fulfilment/release-unshipped-db.server.ts'

interface HandingOver {
  sellerId: number
  numbers: readonly OrderNumber[]
  actor: Actor
  now: Date
}

/**
 * Marks orders as handed over to the buyers who collected them: all their units leave the stock, and they are
 * delivered. Locks the orders. Returns the numbers of those that waited for it; others stay as they are. Needs the owner's
 * rights (`asOwnerFor`).
 */
export async function handOver(db: SellerDb, { numbers, ...handing }: HandingOver): Promise<OrderNumber[]> {
  const { sellerId, now } = handing
  const orders = await lockOrders(db, sellerId, numbers)
  const waiting = [...orders.values()].filter((order) => awaitedStep(order) === 'hand-over')
  if (waiting.length === 0) return []
  const ids = waiting.map(({ id }) => id)
  await lockStockOf(db, sellerId, ids)
  await sql`select hand_over(${ids}::bigint[], ${now})`.execute(db)
  await note(db, waiting, {
    ...handing,
    event: { kind: 'HANDED_OVER', subject: 'hand-over', before: null, after: { at: now.toISOString() } },
  })
  return waiting.map(({ order_number: number }) => number)
}

export interface HandOverInverse {
  numbers: readonly OrderNumber[]
  /** When they were handed over; ISO 8601. */
  at: string
}

/**
 * Takes a handover back, unless a case about the order was opened or it was handed over again. Needs the owner's rights
 * (`asOwnerFor`).
 */
export async function undoHandOver(
  db: SellerDb,
  { inverse, ...undoing }: Omit<HandingOver, 'numbers'> & { inverse: HandOverInverse },
): Promise<TakenBack> {
  const { sellerId, now } = undoing
  const orders = [...(await lockOrders(db, sellerId, inverse.numbers)).values()]
  const ids = orders.map(({ id }) => id)
  await lockStockOf(db, sellerId, ids)
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.seller_id = ${sellerId} and o.id = any (${ids}::bigint[]) and o.delivered_at = ${inverse.at}
      and not exists (select from cases c where c.seller_id = ${sellerId} and c.order_id = o.id)`.execute(db)
  const back = orders.filter(({ id }) => rows.some((row) => row.id === id))
  if (back.length > 0) {
    await sql`select undo_hand_over(${back.map(({ id }) => id)}::bigint[])`.execute(db)
    for (const { id: orderId } of back) await releaseUnshipped(db, { sellerId, orderId, now })
    await note(db, back, {
      ...undoing,
      event: { kind: 'HAND_OVER_UNDONE', subject: 'hand-over', before: { at: inverse.at }, after: null },
    })
  }
  return { back: back.length, left: inverse.numbers.length - back.length }
}

/** Whether an order's handover of that moment was taken back. */
export async function isHandOverUndone(
  db: SellerDb,
  { sellerId, orderId, at }: { sellerId: number; orderId: number; at: Date },
): Promise<boolean> {
  const undone = await selectOfSeller(db, 'order_events', sellerId)
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'HAND_OVER_UNDONE')
    .where(sql<string>`before ->> 'at'`, '=', at.toISOString())
    .executeTakeFirst()
  return undone !== undefined
}

/** Writes the timelines of orders that were changed, and the cost of their goods. */
async function note(
  db: SellerDb,
  orders: readonly LockedOrder[],
  { sellerId, actor, now, event }: Omit<HandingOver, 'numbers'> & { event: OrderEvent },
): Promise<void> {
  const ids = orders.map(({ id }) => id)
  await touchOrders(db, sellerId, ids)
  const events = ids.map((orderId) => ({ ...event, orderId, requestKey: null }))
  await addOrderEvents(db, { sellerId, at: now, actor, events })
  await postGoods(db, { sellerId, orderIds: ids })
}
