import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { ParcelFacts } from '#features/core/order/order-event.ts'
import { knownRequests } from '#features/core/order/order-events-db.server.ts'
import type { NewParcel } from './parcel.ts'

/** A parcel as it was first recorded, regardless of later changes. */
export interface ExistingParcel {
  key: string
  orderId: number
  at: Date
  facts: ParcelFacts
}

/** Returns the parcels recorded under these keys, and all parcels created in the same request. */
export async function findReplayedParcels(
  db: SellerDb,
  sellerId: number,
  keys: readonly string[],
): Promise<readonly ExistingParcel[]> {
  const known = await knownRequests(db, sellerId, keys)
  if (known.size === 0) return []
  // The order is locked while it ships, so parcels of one order with the same moment belong to one request.
  const { rows } = await sql<ExistingParcel>`
    select e.request_key as key, e.order_id as "orderId", e.happened_at as at, e.after as facts
    from order_events e
    where e.seller_id = ${sellerId} and e.kind = 'PARCEL_SHIPPED' and (e.order_id, e.happened_at) in (
      select order_id, happened_at from order_events where seller_id = ${sellerId} and request_key = any(${[...known]}))
    order by e.id`.execute(db)
  return rows
}

/** Whether the request matches the recorded parcels of its order exactly. Empty parcels are ignored. */
export function isFulfilled(requested: readonly NewParcel[], made: readonly ExistingParcel[], now: Date): boolean {
  const parcels = requested.filter(({ contents }) => contents === 'rest' || unitsIn(contents).length > 0)
  const isMade = (parcel: NewParcel) => made.some((each) => each.key === parcel.key && isAsMade(parcel, each, now))
  return parcels.length === made.length && parcels.every(isMade)
}

/** `rest` matches any contents, and a missing service any service: both depended on the state at that moment. */
function isAsMade(parcel: NewParcel, { facts, at }: ExistingParcel, now: Date): boolean {
  const { carrier, trackingNumber, service = facts.service, shippedAt, contents } = parcel
  // A parcel without a date is dated when the request arrives, so a retry carries a later time.
  const leftAt = shippedAt.getTime() === now.getTime() ? at : shippedAt
  return (
    isDeepStrictEqual(
      { carrier, trackingNumber, service, shippedAt: leftAt.toISOString() },
      {
        carrier: facts.carrier,
        trackingNumber: facts.trackingNumber,
        service: facts.service,
        shippedAt: facts.shippedAt,
      },
    ) &&
    (contents === 'rest' || isDeepStrictEqual(unitsIn(contents), facts.contents))
  )
}

/** Units by line, in the form stored in the timeline. */
const unitsIn = (contents: ReadonlyMap<number, number>) =>
  [...contents]
    .map(([line, units]) => ({ line, units }))
    .filter(({ units }) => units > 0)
    .toSorted((a, b) => a.line - b.line)
