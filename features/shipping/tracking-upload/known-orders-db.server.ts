import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import { unshippedStatuses } from '#features/core/order/order.ts'
import { recipientKey } from './recipient.ts'
import type { KnownOrder } from './verdict.ts'

/** Order numbers by what a file may call the order: its number, or the marketplace's id. */
export async function findOrders(
  db: SellerDb,
  sellerId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ number: string; external: string | null }>`
    select order_number as number, external_id as external from orders
    where seller_id = ${sellerId} and (order_number = any(${[...keys]}) or external_id = any(${[...keys]}))`.execute(db)
  return new Map(
    rows.flatMap(({ number, external }) => [
      ...(external === null ? [] : [[external, number] as const]),
      [number, number] as const,
    ]),
  )
}

export interface KnownOrders {
  /** Orders by number. */
  orders: Map<string, KnownOrder>
  /** Order numbers by marketplace id. */
  ownIds: Map<string, string>
}

export async function readKnownOrders(db: SellerDb, sellerId: number, keys: readonly string[]): Promise<KnownOrders> {
  const { rows } = await sql<KnownRow>`
    select o.order_number as number, o.external_id as "ownId", o.status, o.delivery, o.placed_at as "placedAt",
      (select json_agg(json_build_object('line', l.position, 'ordered', l.quantity, 'shipped', l.shipped_quantity,
        'cancelled', l.cancelled_quantity, 'itemNumber', l.item_number, 'sku', l.sku) order by l.position)
        from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id) as lines,
      p.numbers,
      case when cardinality(p.numbers) > 1 then (
        select json_agg(json_build_array(s.tracking_number, l.position, c.quantity))
        from shipments s
        join shipment_lines c on c.seller_id = ${sellerId} and c.shipment_id = s.id
        join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
        where s.seller_id = ${sellerId} and s.order_id = o.id
      ) end as contents
    from orders o
    left join lateral (
      select array_agg(s.tracking_number) as numbers from shipments s where s.seller_id = ${sellerId} and s.order_id = o.id
    ) p on true
    where o.seller_id = ${sellerId} and (o.order_number = any(${[...keys]}) or o.external_id = any(${[...keys]}))`.execute(
    db,
  )
  const orders = new Map<string, KnownOrder>()
  const ownIds = new Map<string, string>()
  for (const row of rows) {
    const { number, ownId, status, delivery, placedAt, lines } = row
    orders.set(number, { status, delivery, placedAt, lines: lines ?? [], parcels: parcelsOf(row) })
    if (ownId) ownIds.set(ownId, number)
  }
  return { orders, ownIds }
}

interface KnownRow {
  number: string
  ownId: string | null
  status: KnownOrder['status']
  delivery: KnownOrder['delivery']
  placedAt: Date
  lines: KnownOrder['lines'] | null
  /** Tracking numbers of its parcels; null if there are none. */
  numbers: (string | null)[] | null
  /** Units by number and line. Not read for an order with a single parcel, which contains all shipped units. */
  contents: [tracking: string | null, line: number, units: number][] | null
}

/** Units of an order by tracking number; parcels with the same number are combined. */
function parcelsOf({ lines, numbers, contents }: KnownRow): KnownOrder['parcels'] {
  const parcels = new Map<string, Map<number, number>>()
  const [sole = null] = numbers ?? []
  for (const [tracking, line, units] of contents ??
    lines?.map((each) => [sole, each.line, each.shipped] as const) ??
    []) {
    if (tracking === null || units === 0) continue
    const number = plainNumber(tracking)
    const inside = parcels.get(number) ?? new Map<number, number>()
    parcels.set(number, inside.set(line, (inside.get(line) ?? 0) + units))
  }
  return parcels
}

/** Maximum open orders compared by recipient, oldest first because they ship first. */
const mostOpen = 20_000

export interface OpenRecipient {
  number: string
  name: string
  postcode: string | null
}

export async function readOpenRecipients(db: SellerDb, sellerId: number): Promise<OpenRecipient[]> {
  const { rows } = await sql<OpenRecipient>`
    select o.order_number as number, a.name, a.postal_code as postcode
    from orders o join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    where o.seller_id = ${sellerId} and o.status = any(${[...unshippedStatuses]}) and o.delivery = 'SHIP'
    order by o.placed_at, o.id limit ${mostOpen}`.execute(db)
  return rows
}

/** Groups open orders by recipient and postcode. */
export function byRecipient(open: readonly OpenRecipient[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { number, name, postcode } of open) {
    const key = recipientKey(name, postcode)
    if (key) found.set(key, [...(found.get(key) ?? []), number])
  }
  return found
}
