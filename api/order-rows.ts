import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { BindValue } from '#db/compile-once.ts'
import { readBatch } from '#db/read-batch.ts'
import type { Row } from '#db/schema.ts'
import { rowsOf } from '#db/table-rows.ts'
import { joinOffer, offerName } from '#features/core/offer/offer-of-line.server.ts'
import { sentListingOf } from '#features/selling/pushed-listings/shop-listings-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'

export interface OrderParts {
  lines: (Row<'line_items'> & ShopIds)[]
  payments: Row<'payments'>[]
  /** Refunds with their lines; imported ones may have none. */
  refunds: (Row<'refunds'> & RefundedLines)[]
  parcels: (Row<'shipments'> & { contents: { line: number; quantity: number }[] })[]
  /** Oldest first. */
  cancellations: Row<'cancellations'>[]
  /** Null if it goes to no address. */
  shipTo: Row<'addresses'> | null
  buyer: Row<'buyers'>
}

interface ShopIds {
  listing: string | null
  variationId: string | null
  /** The offer that agreed its price, as programs name it. */
  offer: string | null
  /** What a kit was made of; null for other lines. */
  made_of: Pick<Row<'line_parts'>, 'sku' | 'title' | 'variation' | 'units'>[] | null
}

interface RefundedLines {
  /** Lines by database id. */
  parts: { line: number | null; kind: Row<'refund_parts'>['kind']; minor: number }[]
}

export type WholeOrder = Row<'orders'> & OrderParts

/** Finds an order's database id by marketplace id or number; null if there is none. */
export async function findOrderId(db: SellerDb, sellerId: number, id: string): Promise<number | null> {
  const rows = await selectOfSeller(db, 'orders', sellerId)
    .select(['id', 'external_id'])
    .where((where) => where.or([where('external_id', '=', id), where('order_number', '=', id)]))
    .execute()
  return (rows.find((row) => row.external_id === id) ?? rows[0])?.id ?? null
}

interface OrdersOf {
  sellerId: number
  ids: readonly number[]
}

type At = BindValue<OrdersOf>

/**
 * Selected parts of orders. For a single order the statement is independent of the id, so PostgreSQL reuses its plan.
 */
function partsOf(isOne: boolean) {
  const asked = (at: At) => (isOne ? at(({ ids }) => ids[0]) : sql`any (${at(({ ids }) => ids)}::bigint[])`)
  const ofSeller = (at: At) => at((on) => on.sellerId)
  const ofOrders = (at: At) => sql`seller_id = ${ofSeller(at)} and order_id = ${asked(at)}`
  const named = (column: 'ship_to_address_id' | 'buyer_id', at: At) =>
    sql`seller_id = ${ofSeller(at)}
      and id in (select ${sql.ref(column)} from orders where seller_id = ${ofSeller(at)} and id = ${asked(at)})`
  return {
    orders: rowsOf(
      'orders',
      (at: At) => sql`select * from orders where seller_id = ${ofSeller(at)} and id = ${asked(at)} order by id`,
    ),
    lines: rowsOf<'line_items', OrdersOf, ShopIds>(
      'line_items',
      (at) => sql`
      select l.*, s.external_id as listing, v.external_id as "variationId", ${offerName} as offer, (
          select json_agg(json_build_object('sku', k.sku, 'title', k.title, 'variation', k.variation, 'units', k.units) order by k.nth)
          from line_parts k where k.seller_id = ${ofSeller(at)} and k.line_item_id = l.id
        ) as made_of
      from line_items l ${joinOffer(ofSeller(at))}
      left join lateral (
        select case when exists (select from shop_listings where seller_id = ${ofSeller(at)})
          then ${sentListingOf(ofSeller(at), sql`l.listing_id`)} end as id
      ) sent on true
      left join shop_listings s on s.seller_id = ${ofSeller(at)} and s.listing_id = sent.id
      left join shop_variations v on v.seller_id = ${ofSeller(at)} and v.listing_id = sent.id
        and array_to_string(v.axis_values, ', ') = l.variation
      where l.seller_id = ${ofSeller(at)} and l.order_id = ${asked(at)} order by l.id`,
    ),
    payments: rowsOf('payments', (at: At) => sql`select * from payments where ${ofOrders(at)} order by id`),
    refunds: rowsOf<'refunds', OrdersOf, RefundedLines>(
      'refunds',
      (at) => sql`
      select r.*, (
          select coalesce(json_agg(json_build_object('line', p.line_item_id, 'kind', p.kind, 'minor', p.amount_minor) order by p.position), '[]')
          from refund_parts p where p.seller_id = ${ofSeller(at)} and p.refund_id = r.id
        ) as parts
      from refunds r where r.seller_id = ${ofSeller(at)} and r.order_id = ${asked(at)} order by r.id`,
    ),
    cancellations: rowsOf(
      'cancellations',
      (at: At) => sql`select * from cancellations where ${ofOrders(at)} order by id`,
    ),
    parcels: rowsOf<'shipments', OrdersOf, Pick<OrderParts['parcels'][number], 'contents'>>(
      'shipments',
      (at) => sql`
      select s.*, (
          select coalesce(json_agg(json_build_object('line', l.position, 'quantity', c.quantity) order by l.position), '[]')
          from shipment_lines c join line_items l on l.seller_id = ${ofSeller(at)} and l.id = c.line_item_id
          where c.seller_id = ${ofSeller(at)} and c.shipment_id = s.id
        ) as contents
      from shipments s where s.seller_id = ${ofSeller(at)} and s.order_id = ${asked(at)} order by s.id`,
    ),
    addresses: rowsOf('addresses', (at: At) => sql`select * from addresses where ${named('ship_to_address_id', at)}`),
    buyers: rowsOf('buyers', (at: At) => sql`select * from buyers where ${named('buyer_id', at)}`),
  }
}

const [ofOne, ofMany] = [partsOf(true), partsOf(false)]

/** Reads orders with their parts in one statement, in the order of their ids. */
export async function readWholeOrders(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<WholeOrder[]> {
  const { orders, ...parts } = await readBatch(db, ids.length === 1 ? ofOne : ofMany, { sellerId, ids })
  const byOrder = <T extends { order_id: number }>(rows: readonly T[]) => {
    const grouped = Map.groupBy(rows, (row) => row.order_id)
    return (order: { id: number }) => grouped.get(order.id) ?? []
  }
  const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))
  const [lines, payments, refunds] = [byOrder(parts.lines), byOrder(parts.payments), byOrder(parts.refunds)]
  const [parcels, cancellations] = [byOrder(parts.parcels), byOrder(parts.cancellations)]
  const [addresses, buyers] = [byId(parts.addresses), byId(parts.buyers)]
  return orders.map((order) => ({
    ...order,
    lines: lines(order),
    payments: payments(order),
    refunds: refunds(order),
    parcels: parcels(order),
    cancellations: cancellations(order),
    shipTo:
      order.ship_to_address_id === null
        ? null
        : assertDefined(addresses.get(order.ship_to_address_id), 'a key leads to it'),
    buyer: assertDefined(buyers.get(order.buyer_id), 'a key leads to it'),
  }))
}
