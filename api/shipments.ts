import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { changesDescription, changesPageSchema, readChanged, type ChangedRow } from './changes-page.ts'
import { pageQuery } from './cursor.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { sentMoment } from './fields.ts'
import { parcelStates } from './order-schemas.ts'

const shipment = z
  .object({
    id: z.string(),
    external: z.string().nullable().describe('Its id in the marketplace, if the shop reported it'),
    order: z.string().describe('The order’s id in the marketplace, or its number if it has none'),
    state: z.enum([...parcelStates, 'VOIDED']).describe('VOIDED: withdrawn by the seller before the first scan'),
    carrier: z.string().nullable().describe('Null if the parcel was voided'),
    service: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    shippedAt: sentMoment().nullable(),
    deliveredAt: sentMoment().nullable(),
    contents: z.array(z.object({ line: z.int(), quantity: z.int() })).describe('Units by line of the order'),
  })
  .meta({ id: 'Shipment', description: 'A parcel that the seller has shipped' })

type Sent = z.input<typeof shipment>
type ShipmentRow = Row<'shipments'> & { order: string; contents: Sent['contents'] }

async function readShipments(db: SellerDb, sellerId: number, changed: readonly ChangedRow[]): Promise<Sent[]> {
  const { rows } = await sql<ShipmentRow>`
    select s.*, coalesce(o.external_id, o.order_number) as "order", (
        select coalesce(json_agg(json_build_object('line', l.position, 'quantity', c.quantity) order by l.position), '[]')
        from shipment_lines c join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
        where c.seller_id = ${sellerId} and c.shipment_id = s.id
      ) as contents
    from shipments s join orders o on o.seller_id = ${sellerId} and o.id = s.order_id
    where s.seller_id = ${sellerId} and s.id = any (${changed.map(({ id }) => id)}::bigint[])`.execute(db)
  const orders = await ordersOf(db, sellerId, changed)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return changed.flatMap(({ id, former }): Sent[] => {
    const row = byId.get(id)
    if (row) return [writeShipment(row)]
    const order = former && orders.get(former.order)
    return order ? [{ ...voided, id: former.key, order }] : []
  })
}

/** Orders of voided parcels, by database id. */
async function ordersOf(db: SellerDb, sellerId: number, changed: readonly ChangedRow[]): Promise<Map<number, string>> {
  const ids = changed.flatMap(({ former }) => former?.order ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; order: string }>`
    select id, coalesce(external_id, order_number) as "order" from orders
    where seller_id = ${sellerId} and id = any (${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.order]))
}

const voided = {
  external: null,
  state: 'VOIDED',
  carrier: null,
  service: null,
  trackingNumber: null,
  shippedAt: null,
  deliveredAt: null,
  contents: [],
} as const satisfies Partial<Sent>

const writeShipment = (row: ShipmentRow): Sent => ({
  id: row.parcel_key,
  external: row.external_id,
  order: row.order,
  state: row.state,
  carrier: row.carrier,
  service: row.service,
  trackingNumber: row.tracking_number,
  shippedAt: row.shipped_at?.toISOString() ?? null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  contents: row.contents,
})

export const shipmentEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'GET /sellers/{seller}/shipments',
    operationId: 'listShipments',
    summary: 'List parcels by last change',
    description: `Includes voided parcels. ${changesDescription}`,
    scope: 'orders:read',
    query: pageQuery,
    answers: { 200: { description: 'A page of parcels', schema: changesPageSchema(shipment) } },
    handle: ({ hub, seller, query }) =>
      readChanged({ hub, seller, kind: 'PARCEL', query }, (db, rows) => readShipments(db, seller.id, rows)),
  }),
]
