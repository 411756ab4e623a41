import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderExtra } from '#features/core/order/extra.ts'
import type { Delivery } from '#features/core/order/delivery.ts'
import { isUnshipped, unshippedStatuses, type OrderNumber, type OrderStatus } from '#features/core/order/order.ts'
import { isLineOf, type PackEvent, type PackLine, type PackRefusal } from './pack-station.ts'

export interface PackOrderRow {
  id: number
  /** Whether the address changed after a slip or label was printed and nothing was printed since. */
  isOutdated: boolean
  number: string
  status: OrderStatus
  shipBy: Date | null
  delivery: Delivery
  name: string
  /** Null if it goes to no address. */
  city: string | null
  service: string | null
  note: string | null
  privateNote: string | null
  giftMessage: string | null
  giftHidesPrices: boolean | null
  extras: OrderExtra[] | null
  /** Lines with their internal ids; parts of kits are lines of their own. */
  lines: (PackLine & { id: number })[]
  /** When the last parcel left with what was packed before. */
  lastParcelAt: Date | null
  /** The member who packed last. */
  packedBy: string | null
}

/** Maximum orders at a station: more than a day's packing, and still a page that a phone can hold. */
const mostOrders = 500

/** Lists the orders to pack, earliest due date first, up to the limit, plus those whose numbers are in `asked`. */
export async function listOrdersToPack(
  db: SellerDb,
  sellerId: number,
  { asked = [], most = mostOrders }: { asked?: readonly OrderNumber[]; most?: number } = {},
): Promise<PackOrderRow[]> {
  const toPack = sql`select id from orders where seller_id = ${sellerId} and status = any (${[...unshippedStatuses]})`
  const { rows: first } = await sql<{ id: number }>`${toPack} order by ship_by, id limit ${most}`.execute(db)
  const isFull = first.length === most && asked.length > 0
  const { rows: others } = isFull
    ? await sql<{ id: number }>`${toPack} and order_number = any (${[...asked]})`.execute(db)
    : { rows: [] }
  return readPackOrders(db, sellerId, [...new Set([...first, ...others].map(({ id }) => id))])
}

/** Reads orders in the order of the given ids. Counts unshipped units only; cancelled ones are excluded. */
async function readPackOrders(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<PackOrderRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PackOrderRow>`
    select o.id, o.order_number as number, o.status, o.ship_by as "shipBy", o.delivery,
      coalesce(a.name, o.buyer_name, b.name) as name, a.city, o.shipping_service as service,
      o.buyer_note as note, n.note as "privateNote", o.gift_message as "giftMessage", o.gift_hides_prices as "giftHidesPrices", o.extras, (
        select json_agg(json_build_object('id', l.id, 'position', l.position, 'part', k.sku, 'kit', case when k.sku is not null then l.title end,
          'title', coalesce(k.title, l.title), 'variation', case when k.sku is null then l.variation else k.variation end,
          'sku', coalesce(k.sku, l.sku), 'itemNumber', case when k.sku is null then l.item_number else coalesce(i.item_number, '') end,
          'gtin', p.gtin, 'codes', (
            select json_agg(c.code) from sku_codes c where c.seller_id = ${sellerId} and c.sku = coalesce(k.sku, l.sku)), 'bin', b.bin, 'image', coalesce(i.image_url, p.image_url),
          'units', (l.quantity - l.cancelled_quantity - l.shipped_quantity) * coalesce(k.units, 1),
          'packed', coalesce((
            select sum(e.change) from pack_events e where e.seller_id = ${sellerId} and e.order_id = o.id
              and e.line_item_id = l.id and e.part_sku is not distinct from k.sku and e.received_at > coalesce(parcel.at, '-infinity')
          ), 0)) order by l.position, k.nth)
        from line_items l
        left join line_parts k on k.seller_id = ${sellerId} and k.line_item_id = l.id
        left join bins b on b.seller_id = ${sellerId} and b.sku = coalesce(k.sku, l.sku)
        left join listings i on i.seller_id = ${sellerId} and i.id = case when k.sku is null then l.listing_id else k.listing_id end
        left join products p on p.id = case when k.sku is null then l.product_id else i.product_id end
        where l.seller_id = ${sellerId} and l.order_id = o.id
          and l.quantity > l.cancelled_quantity + l.shipped_quantity
      ) as lines,
      (
        select e.packed_by from pack_events e where e.seller_id = ${sellerId} and e.order_id = o.id
        order by e.received_at desc limit 1
      ) as "packedBy", parcel.at as "lastParcelAt",
      coalesce(o.address_changed_at, o.lines_changed_at) is not null and exists (
        select from printed_orders p join print_runs r on r.seller_id = ${sellerId} and r.id = p.run_id
        where p.seller_id = ${sellerId} and p.order_id = o.id and p.document in ('slip', 'label')
        group by p.document having max(r.printed_at) < case p.document when 'slip' then greatest(o.address_changed_at, o.lines_changed_at)
          else o.address_changed_at end
      ) as "isOutdated"
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = page.id
    join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id
    left join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    left join order_notes n on n.seller_id = ${sellerId} and n.order_id = o.id
    cross join lateral (
      select max(coalesce(s.recorded_at, s.shipped_at)) as at from shipments s where s.seller_id = ${sellerId} and s.order_id = o.id
    ) parcel
    order by page.place`.execute(db)
  return rows.map((row) => ({ ...row, lines: row.lines ?? [] }))
}

export interface RefusedEvent {
  id: string
  order: string
  why: PackRefusal
  by: string | null
}

interface TakeArgs {
  sellerId: number
  events: readonly PackEvent[]
  packedBy: string
  now: Date
}

/**
 * Applies a station's events in order; repeated event ids are ignored. Locks the orders, so stations take turns. Returns refused events and
 * the current orders.
 */
export async function takePackEvents(
  db: SellerDb,
  { sellerId, events, packedBy, now }: TakeArgs,
): Promise<{ refused: RefusedEvent[]; orders: PackOrderRow[] }> {
  const numbers = [...new Set(events.map(({ order }) => order))]
  const { rows: locked } = await sql<{ id: number }>`
    select id from orders where seller_id = ${sellerId} and order_number = any (${numbers}) order by id for update`.execute(
    db,
  )
  const ids = locked.map(({ id }) => id)
  const { rows: known } = await sql<{ id: string }>`
    select id from pack_events where seller_id = ${sellerId} and id = any (${events.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  const taken = new Set(known.map(({ id }) => id))
  const orders = new Map((await readPackOrders(db, sellerId, ids)).map((order) => [order.number, order]))
  const refused: RefusedEvent[] = []
  const added: AddedEvent[] = []
  for (const event of events) {
    if (taken.has(event.id)) continue
    taken.add(event.id)
    const order = orders.get(event.order)
    const line = order?.lines.find((each) => isLineOf(each, event))
    const refuse = (why: PackRefusal) =>
      refused.push({ id: event.id, order: event.order, why, by: order?.packedBy ?? null })
    if (!order || !isUnshipped(order.status)) refuse('not-to-pack')
    else if (!line) refuse('unknown-line')
    else if (event.change === 1 && line.packed >= line.units) refuse('enough')
    else if (event.change === -1 && line.packed === 0) refuse('none-packed')
    else {
      line.packed += event.change
      added.push({ ...event, orderId: order.id, lineId: line.id, after: order.lastParcelAt })
    }
  }
  if (added.length > 0) await insertEvents(db, { sellerId, added, packedBy, now })
  return { refused, orders: [...orders.values()] }
}

type AddedEvent = PackEvent & { orderId: number; lineId: number; after: Date | null }

/**
 * Stores events of locked orders. `now` predates the wait for the lock, and a parcel may have shipped since; the stored time is moved past
 * it.
 */
async function insertEvents(
  db: SellerDb,
  {
    sellerId,
    added,
    packedBy,
    now,
  }: Pick<TakeArgs, 'sellerId' | 'packedBy' | 'now'> & {
    added: readonly AddedEvent[]
  },
): Promise<void> {
  await db
    .insertInto('pack_events')
    .values(
      added.map(({ id, orderId, lineId, part, change, at, after }) => ({
        seller_id: sellerId,
        id,
        order_id: orderId,
        line_item_id: lineId,
        change,
        part_sku: part ?? null,
        packed_by: packedBy,
        packed_at: new Date(at),
        received_at: after && after >= now ? new Date(after.getTime() + 1) : now,
      })),
    )
    .execute()
}
