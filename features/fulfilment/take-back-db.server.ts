import type { SellerDb } from '#db/client.ts'
import type { Actor } from '#features/order/order-event.ts'
import type { OrderNumber } from '#features/order/order.ts'
import type { TakenBack } from '#features/undo/undo.ts'
import type { ParcelKey } from './parcel.ts'
import { voidParcel } from './void-parcel-db.server.ts'

/** How shipping is taken back: the parcels that were made. */
export interface ParcelsInverse {
  parcels: readonly { number: OrderNumber; key: ParcelKey }[]
}

interface TakingBack {
  sellerId: number
  inverse: ParcelsInverse
  actor: Actor
  now: Date
}

/** Takes all parcels of a step back that have not been scanned since. */
export async function takeParcelsBack(db: SellerDb, { inverse, ...of }: TakingBack): Promise<TakenBack> {
  let back = 0
  // One order after another, always in the same order: two that take back the same parcels do not wait for each other in a circle.
  const parcels = inverse.parcels.toSorted((a, b) => (a.number < b.number ? -1 : 1))
  for (const parcel of parcels) if ((await voidParcel(db, { ...of, ...parcel })).ok) back += 1
  return { back, left: parcels.length - back }
}
