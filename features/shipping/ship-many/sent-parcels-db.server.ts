import { sql, type Selectable } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'

export interface SentParcel {
  key: ParcelKey
  carrier: string
  tracking: string | null
  state: Selectable<Schema['shipments']>['state']
}

/** Reads the parcels with these keys that still exist, by key. */
export async function readSentParcels(
  db: SellerDb,
  sellerId: number,
  keys: readonly ParcelKey[],
): Promise<ReadonlyMap<string, SentParcel>> {
  const { rows } = await sql<SentParcel>`
    select parcel_key as key, carrier, tracking_number as tracking, state from shipments
    where seller_id = ${sellerId} and parcel_key = any(${[...keys]})`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}
