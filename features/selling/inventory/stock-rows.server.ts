import { sql, type RawBuilder } from 'kysely'
import { unitCostOf } from '#features/core/costs/unit-cost.server.ts'
import { isOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'

/** SQL: units of a SKU that are ordered at suppliers and not received. */
const comingUnits = (sku: RawBuilder<unknown>, sellerId: unknown) => sql<number>`coalesce((
  select sum(greatest(0, n.ordered_units - n.received_units)) from purchase_lines n
  join purchase_orders p on p.seller_id = ${sellerId} and p.id = n.purchase_id and p.state in ('ORDERED', 'PARTLY_RECEIVED')
  where n.seller_id = ${sellerId} and n.sku = ${sku}), 0)::integer`

const onHand = (item: 'o' | 'i') =>
  sql<number>`coalesce(case when ${sql.ref(`${item}.position`)} is null then l.on_hand else v.quantity + h.units end, 0)`

/** Units of the variation `v` of a SKU that accepted offers hold, and sold kits as their part. */
export const heldBesides = (item: 'o' | 'i', sellerId: unknown) => sql`(coalesce((
  select sum(b.held_units) from buyer_offers b
  where ${sql.ref(`${item}.position`)} is not null and b.seller_id = ${sellerId}
    and b.listing_id = ${sql.ref(`${item}.listing_id`)}
    and (b.variation = array_to_string(v.axis_values, ', ') or b.sku = v.sku)), 0)::integer + coalesce((
  select sum(p.held_units) from line_parts p
  where ${sql.ref(`${item}.position`)} is not null and p.seller_id = ${sellerId}
    and p.listing_id = ${sql.ref(`${item}.listing_id`)} and p.held_units > 0
    and (p.variation = array_to_string(v.axis_values, ', ') or p.sku = v.sku)), 0)::integer)`

/** Units of a variation that orders and accepted offers have. */
const heldUnits = (item: 'o' | 'i', sellerId: unknown) => sql`
  select coalesce(sum(n.held_quantity), 0)::integer + ${heldBesides(item, sellerId)} as units from line_items n
  where ${sql.ref(`${item}.position`)} is not null and n.seller_id = ${sellerId}
    and n.listing_id = ${sql.ref(`${item}.listing_id`)} and n.held_quantity > 0 and not n.is_kit
    and (n.variation = array_to_string(v.axis_values, ', ') or n.sku = v.sku)`

/**
 * Columns of a SKU in stock. On hand, reserved and buffer are the listing's. A variation stores only its available
 * units: orders have its reserved ones, and both together are on hand.
 */
export const stockRows = rowSource('stock_items', {
  columns:
    'id, stock_number, sku, position, available, last_sold_at, idle_since, reorder_point, is_low, version, is_kit',
  others: ({ sellerId }) => ({
    title: sql<string>`coalesce(l.title, '')`,
    variation: sql<string | null>`array_to_string(v.axis_values, ', ')`,
    image_url: sql<string | null>`coalesce(l.image_url, p.image_url)`,
    item_number: sql<string | null>`l.item_number`,
    is_ended: sql<boolean>`l.state is not distinct from 'ENDED'`,
    on_hand: onHand('o'),
    reserved: sql<number>`coalesce(case when o.position is null then l.reserved else h.units end, 0)`,
    buffer: sql<number | null>`case when o.position is null then l.buffer end`,
    /** Ordered at the supplier and not received: never available. */
    coming: comingUnits(sql`o.sku`, sellerId),
    bin: sql<string | null>`b.bin`,
    /** Listings on sale that share it; 0 if it is of one. */
    sharing: sql<number>`(
      select count(*)::integer from listings s
      where l.shares_stock and s.seller_id = ${sellerId} and s.sku = o.sku and s.shares_stock and s.state not in ('DRAFT', 'ENDED'))`,
    is_stock_of_shop: isOfShop(sellerId, sql`coalesce(l.shop_counts, false)`),
    currency: sql<string>`coalesce(l.currency, '')`,
    cost_minor: unitCostOf(sellerId, { sku: sql`o.sku`, currency: sql`l.currency` }),
  }),
  join: ({ sellerId }) => sql`
    left join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id
    left join products p on p.id = l.product_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = o.listing_id and v.position = o.position
    left join bins b on b.seller_id = ${sellerId} and b.sku = o.sku
    left join lateral (${heldUnits('o', sellerId)}) h on true`,
})

/** SQL: units of a SKU that are on hand, as the inventory has them; null if it has none. */
export const onHandOf = (sku: RawBuilder<unknown>, sellerId: unknown): RawBuilder<number | null> => sql`(
  select ${onHand('i')} from stock_items i
  join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
  left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = i.listing_id and v.position = i.position
  left join lateral (${heldUnits('i', sellerId)}) h on true
  where i.seller_id = ${sellerId} and i.sku = ${sku} and i.is_stocked)`

/** SQL: whether some units of an item `o` are left and their cost is not known. */
export const isUncosted = (sellerId: unknown): RawBuilder<boolean> =>
  sql`o.available > 0 and not o.is_kit and o.sku not in (select c.sku from costed_skus c where c.seller_id = ${sellerId})`

export type StockRow = RowOf<typeof stockRows>
