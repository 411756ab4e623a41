import type { SellerDb } from '#db/client.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { turnMs } from './want-labels-db.server.ts'

interface Voiding {
  sellerId: number
  number: OrderNumber
  key: ParcelKey
  actor: Actor
  now: Date
}

export type VoidOutcome =
  | { ok: true; label: Row<'labels'>; isNew: boolean }
  | { ok: false; reason: 'unknown' | 'not-bought' | 'scanned' }

/** Begins to void a bought label; the caller works on it next. A parcel that was recorded with it is unshipped again. */
export async function beginVoid(db: SellerDb, { sellerId, number, key, actor, now }: Voiding): Promise<VoidOutcome> {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  const label = order && (await findLabel(db, { sellerId, orderId: order.id, key }))
  if (!label) return { ok: false, reason: 'unknown' }
  if (label.state === 'VOIDING' || label.state === 'VOIDED') return { ok: true, label, isNew: false }
  if (label.state !== 'BOUGHT') return { ok: false, reason: 'not-bought' }
  const parcel = await voidParcel(db, { sellerId, number, key, actor, now })
  if (!parcel.ok && parcel.reason === 'scanned') return { ok: false, reason: 'scanned' }
  const voiding = await updateOfSeller(db, 'labels', sellerId)
    .set({ state: 'VOIDING', problem: null, asked: 0, next_at: new Date(now.getTime() + turnMs) })
    .where('id', '=', label.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ok: true, label: voiding, isNew: true }
}

const findLabel = (
  db: SellerDb,
  { sellerId, orderId, key }: { sellerId: number; orderId: number; key: ParcelKey },
): Promise<Row<'labels'> | undefined> =>
  selectOfSeller(db, 'labels', sellerId)
    .selectAll()
    .where('order_id', '=', orderId)
    .where('label_key', '=', key)
    .forUpdate()
    .executeTakeFirst()
