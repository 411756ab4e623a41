import { selectOfSeller } from '#db/select-of-seller.ts'
import type { AddressReason } from '#features/core/order/address-reason.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { addressRefusal, isSameAddress, partNames, type AddressRefusal, type ShipTo } from './ship-to.ts'

interface AddressChange {
  sellerId: number
  number: OrderNumber
  shipTo: ShipTo
  /** Null if the marketplace gives no reason. */
  reason: AddressReason | null
  actor: Actor
  now: Date
  /** Called with the order locked, before any change. */
  before?: () => Promise<void>
  /** Address version that the caller saw; absent: any. */
  seen?: string
}

export type AddressOutcome =
  | { ok: true; changed: boolean }
  | { ok: false; reason: 'unknown' | AddressRefusal }
  | { ok: false; reason: 'changed-meanwhile'; now: ShipTo }

/** Version of an address, to detect concurrent changes. */
export function addressState(address: ShipTo): string {
  const words = JSON.stringify(partNames.map((part) => address[part]))
  return createHash('sha256').update(words).digest('base64url').slice(0, 22)
}

/**
 * Changes the address of an unshipped order and records the former one in its timeline. Idempotent: the same address
 * changes nothing. Needs the owner's rights (`asOwnerFor`).
 */
export async function changeAddress(
  db: SellerDb,
  { sellerId, number, shipTo, reason, actor, now, before, seen }: AddressChange,
): Promise<AddressOutcome> {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  await before?.()
  if (order.delivery !== 'SHIP') return { ok: false, reason: 'no-parcel' }
  const {
    seller_id: _seller,
    id: formerId,
    buyer_id: buyerId,
    ...former
  } = await selectOfSeller(db, 'addresses', sellerId)
    .selectAll()
    .where('id', '=', (build) =>
      build
        .selectFrom('orders')
        .select('ship_to_address_id')
        .where('seller_id', '=', sellerId)
        .where('id', '=', order.id),
    )
    .executeTakeFirstOrThrow()
  if (isSameAddress(former, shipTo)) return { ok: true, changed: false }
  const refusal = addressRefusal(order)
  if (refusal) return { ok: false, reason: refusal }
  if (seen !== undefined && seen !== addressState(former))
    return { ok: false, reason: 'changed-meanwhile', now: former }
  const addressId = await keepAddress(db, { sellerId, buyerId, shipTo })
  await sql`select change_ship_to(${order.id}, ${addressId}, ${now})`.execute(db)
  await addOrderEvents(db, {
    sellerId,
    actor,
    at: now,
    events: [
      {
        orderId: order.id,
        kind: 'ADDRESS_CHANGED',
        subject: 'ship-to',
        before: { address: formerId },
        after: { address: addressId, reason },
        requestKey: null,
      },
    ],
  })
  return { ok: true, changed: true }
}

/** Id of the buyer's identical address, inserted if necessary. */
async function keepAddress(
  db: SellerDb,
  { sellerId, buyerId, shipTo }: { sellerId: number; buyerId: number; shipTo: ShipTo },
): Promise<number> {
  const all = await selectOfSeller(db, 'addresses', sellerId).selectAll().where('buyer_id', '=', buyerId).execute()
  const known = all.find((address) => isSameAddress(address, shipTo))
  if (known) return known.id
  const { id } = await db
    .insertInto('addresses')
    .values({ seller_id: sellerId, buyer_id: buyerId, ...shipTo })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
