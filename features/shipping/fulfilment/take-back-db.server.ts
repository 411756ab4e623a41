import type { SellerDb } from '#db/client.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import type { ParcelKey, VoidOutcome } from './parcel.ts'
import { voidParcel } from './void-parcel-db.server.ts'

export interface ParcelsInverse {
  parcels: readonly { number: OrderNumber; key: ParcelKey }[]
}

interface TakingBack {
  sellerId: number
  inverse: ParcelsInverse
  actor: Actor
  now: Date
}

/** Voids the parcels of a step that have not been scanned. Returns an outcome for each. */
export async function takeEachBack(
  db: SellerDb,
  { inverse, ...of }: TakingBack,
): Promise<{ key: ParcelKey; outcome: VoidOutcome }[]> {
  const outcomes: { key: ParcelKey; outcome: VoidOutcome }[] = []
  // A fixed lock order prevents deadlocks between two members who undo the same parcels.
  const parcels = inverse.parcels.toSorted((a, b) => (a.number < b.number ? -1 : 1))
  for (const parcel of parcels) outcomes.push({ key: parcel.key, outcome: await voidParcel(db, { ...of, ...parcel }) })
  return outcomes
}

/** Like `takeEachBack`, but returns counts. */
export async function takeParcelsBack(db: SellerDb, taking: TakingBack): Promise<TakenBack> {
  const outcomes = await takeEachBack(db, taking)
  const back = outcomes.filter(({ outcome }) => outcome.ok).length
  return { back, left: outcomes.length - back }
}
