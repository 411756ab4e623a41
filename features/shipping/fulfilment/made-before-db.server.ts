import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { ParcelFacts } from '#features/core/order/order-event.ts'
import { knownRequests } from '#features/core/order/order-events-db.server.ts'
import type { NewParcel } from './parcel.ts'

/** A parcel as it was made, whatever has become of it since. */
export interface MadeParcel {
  key: string
  orderId: number
  at: Date
  facts: ParcelFacts
}

/** The parcels that were made by these keys, and those of the same orders that were made together with them. */
export async function readMadeBefore(
  db: SellerDb,
  sellerId: number,
  keys: readonly string[],
): Promise<readonly MadeParcel[]> {
  const known = await knownRequests(db, sellerId, keys)
  if (known.size === 0) return []
  // An order is held while it is shipped: what was made of it at one moment was one wish.
  const { rows } = await sql<MadeParcel>`
    select e.request_key as key, e.order_id as "orderId", e.happened_at as at, e.after as facts
    from order_events e
    where e.seller_id = ${sellerId} and e.kind = 'PARCEL_SHIPPED' and (e.order_id, e.happened_at) in (
      select order_id, happened_at from order_events where seller_id = ${sellerId} and request_key = any(${[...known]}))
    order by e.id`.execute(db)
  return rows
}

/** Whether parcels are those that were made of their order before: as they are wished for, none more and none fewer. Empty ones are none. */
export function isFulfilled(wished: readonly NewParcel[], made: readonly MadeParcel[], now: Date): boolean {
  const parcels = wished.filter(({ contents }) => contents === 'rest' || unitsIn(contents).length > 0)
  const isMade = (parcel: NewParcel) => made.some((each) => each.key === parcel.key && isAsMade(parcel, each, now))
  return parcels.length === made.length && parcels.every(isMade)
}

/** All that was left is whatever was left then; who paid for which service, too. */
function isAsMade(parcel: NewParcel, { facts, at }: MadeParcel, now: Date): boolean {
  const { carrier, trackingNumber, service = facts.service, shippedAt, contents } = parcel
  // Today's parcel leaves at the moment that it is sent, also where it is sent once more.
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

/** By line, as the timeline keeps them. */
const unitsIn = (contents: ReadonlyMap<number, number>) =>
  [...contents]
    .map(([line, units]) => ({ line, units }))
    .filter(({ units }) => units > 0)
    .toSorted((a, b) => a.line - b.line)
