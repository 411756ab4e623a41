import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { ParcelFacts } from '#features/core/order/order-event.ts'

/** Reads the contents of parcels by id, in the form stored in the timeline. */
export async function readParcelFacts(
  db: SellerDb,
  sellerId: number,
  parcels: readonly Row<'shipments'>[],
): Promise<ReadonlyMap<number, ParcelFacts>> {
  const { rows } = await sql<{ parcel: number; line: number; units: number }>`
    select c.shipment_id as parcel, l.position as line, c.quantity as units
    from shipment_lines c join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
    where c.seller_id = ${sellerId} and c.shipment_id = any (${parcels.map(({ id }) => id)}::bigint[]) order by l.position`.execute(
    db,
  )
  return new Map(
    parcels.map(({ id, carrier, service, tracking_number: trackingNumber, shipped_at, state, delivered_at }) => [
      id,
      {
        carrier,
        service,
        trackingNumber,
        shippedAt: shipped_at?.toISOString() ?? null,
        contents: rows.filter(({ parcel }) => parcel === id).map(({ line, units }) => ({ line, units })),
        state,
        deliveredAt: delivered_at?.toISOString() ?? null,
      },
    ]),
  )
}
