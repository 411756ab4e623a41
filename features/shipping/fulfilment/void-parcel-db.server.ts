import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { postGoods } from '#features/core/costs/post-goods-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { lockOrders, lockStockOf, touchOrders } from '#features/core/order/locked-orders-db.server.ts'
import { addOrderEvents, knownRequests } from '#features/core/order/order-events-db.server.ts'
import { readParcelFacts } from './parcel-facts-db.server.ts'
import { nextParcel } from './parcel-states.ts'
import type { OrderOf, ParcelKey, VoidOutcome } from './parcel.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { releaseUnshipped } from './release-unshipped-db.server.ts'

interface Voiding extends OrderOf {
  key: ParcelKey
  actor: Actor
  now: Date
}

/**
 * Voids a parcel that no carrier has scanned; its units are unshipped again. If the order is fully refunded, they
 * return to stock. Idempotent.
 */
export async function voidParcel(db: SellerDb, { sellerId, number, key, actor, now }: Voiding): Promise<VoidOutcome> {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const requestKey = `void ${key}`
  if ((await knownRequests(db, sellerId, [requestKey])).size > 0) return { ok: true, repeated: true }
  const parcel = await readParcel(db, { sellerId, orderId: order.id, key })
  if (!parcel) return { ok: false, reason: 'unknown' }
  if (!nextParcel(parcel.state, 'VOID').ok) return { ok: false, reason: 'scanned' }
  const facts = await readParcelFacts(db, sellerId, [parcel])
  const before = assertDefined(facts.get(parcel.id), 'it was read in this transaction')
  await lockStockOf(db, sellerId, [order.id])
  await deleteOfSeller(db, 'shipments', sellerId).where('id', '=', parcel.id).execute()
  await releaseUnshipped(db, { sellerId, orderId: order.id, now })
  await touchOrders(db, sellerId, [order.id])
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor,
    events: [{ orderId: order.id, kind: 'PARCEL_VOIDED', subject: key, before, after: null, requestKey }],
  })
  await postGoods(db, { sellerId, orderIds: [order.id] })
  return { ok: true, repeated: false }
}

const readParcel = (
  db: SellerDb,
  { sellerId, orderId, key }: { sellerId: number; orderId: number; key: ParcelKey },
): Promise<Row<'shipments'> | undefined> =>
  selectOfSeller(db, 'shipments', sellerId)
    .selectAll()
    .where('order_id', '=', orderId)
    .where('parcel_key', '=', key)
    .forUpdate()
    .executeTakeFirst()
