import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { PackableOrder } from './packaging.ts'
import type { MovedUnits, UnitCost } from './unit-costs.ts'

/** Goods of one SKU in one currency: costs in other currencies are unknown to it. */
export interface SkuKey {
  sku: string
  currency: string
}

/** Condition: the goods of order `o` left without a parcel: they were collected, or downloaded. */
const leftWithout = sql`o.delivery <> 'SHIP' and o.delivered`
/** Stands for the id of their parcel: when they left, below zero. */
const departure = sql`-(extract(epoch from coalesce(o.delivered_at, o.placed_at)) * 1000)::bigint`

export interface GoodsScope {
  sellerId: number
  orderIds: readonly number[]
}

/** The seller's choices; null if no costs are kept. */
export function readCostSettings(db: SellerDb, sellerId: number): Promise<Row<'cost_settings'> | undefined> {
  return selectOfSeller(db, 'cost_settings', sellerId).selectAll().executeTakeFirst()
}

/** SQL: lines of orders by what left stock: a kit by its parts, of which `each` make one. */
const linesWithParts = (sellerId: number, orderIds: readonly number[]) => sql`
  select n.id, n.order_id, n.sku, n.currency, n.shipped_quantity, 0 as part, 1 as each from line_items n
  where n.seller_id = ${sellerId} and n.order_id = any (${[...orderIds]}::bigint[]) and not n.is_kit
  union all
  select n.id, n.order_id, p.sku, n.currency, n.shipped_quantity, p.nth, p.units from line_items n
  join line_parts p on p.seller_id = ${sellerId} and p.line_item_id = n.id
  where n.seller_id = ${sellerId} and n.order_id = any (${[...orderIds]}::bigint[]) and n.is_kit`

export async function skusOfOrders(db: SellerDb, { sellerId, orderIds }: GoodsScope): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select distinct l.sku from (${linesWithParts(sellerId, orderIds)}) l
    join costed_skus c on c.seller_id = ${sellerId} and c.sku = l.sku and c.currency = l.currency
    union
    -- What was posted of a kit's own SKU is taken back.
    select g.sku from goods_costs g join line_items l on l.seller_id = ${sellerId} and l.id = g.line_item_id and l.is_kit
    where g.seller_id = ${sellerId} and g.order_id = any (${[...orderIds]}::bigint[]) and g.part = 0 and g.cost_minor is not null`.execute(
    db,
  )
  return rows.map(({ sku }) => sku)
}

export type LockedSku = SkuKey & { id: number }

/** Locks SKUs, so that no unit is counted by two transactions. Returns them in each currency that has a cost. */
export async function lockSkus(db: SellerDb, sellerId: number, skus: readonly string[]): Promise<LockedSku[]> {
  const { rows } = await sql<LockedSku>`
    select id, sku, currency from costed_skus where seller_id = ${sellerId} and sku = any (${[...skus]}::text[])
    order by sku, currency for no key update`.execute(db)
  return rows
}

export async function readCosts(
  db: SellerDb,
  sellerId: number,
  skus: readonly string[],
): Promise<(UnitCost & SkuKey)[]> {
  const { rows } = await sql<UnitCost & SkuKey>`
    select sku, currency, unit_cost_minor as "unitCostMinor", quantity, since from sku_costs
    where seller_id = ${sellerId} and sku = any (${[...skus]}::text[]) order by since, id`.execute(db)
  return rows
}

/** Units of a line that left or came back, and how their cost is posted. */
export interface Goods extends SkuKey, MovedUnits {
  /** Id of the parcel, or of the return. Below zero if no parcel took them. */
  moveId: number
  /** The part of a kit; 0 for what is none. */
  part: number
  orderId: number
  /** Null if none is posted. */
  posted: { costMinor: number; entryId: number } | null
  /** How often a cost was posted. */
  revision: number
  /** Whether its parcel was voided, or its return taken out of stock again. */
  isGone: boolean
}

/**
 * Goods of SKUs in the order of time: those of the orders, posted or not, and of `counted` SKUs all that are posted,
 * since the cost of each depends on those before it.
 */
export async function readGoods(
  db: SellerDb,
  { sellerId, orderIds, skus, counted }: GoodsScope & { skus: readonly string[]; counted: readonly string[] },
): Promise<Goods[]> {
  const orders = sql`${[...orderIds]}::bigint[]`
  const { rows } = await sql<Omit<Goods, 'posted'> & { costMinor: number | null; entryId: number | null }>`
    select 'PARCEL' as "by", g.shipment_id as "moveId", g.line_item_id as "lineItemId", g.part,
      g.order_id as "orderId", g.sku, g.currency, g.quantity, g.shipped_at as at, g.cost_minor as "costMinor", g.entry_id as "entryId", g.revision,
      g.order_id = any (${orders}) and (g.part = 0 and exists (
        select from line_items k where k.seller_id = ${sellerId} and k.id = g.line_item_id and k.is_kit
      ) or not exists (
        select from shipment_lines s
        where s.seller_id = ${sellerId} and s.shipment_id = g.shipment_id and s.line_item_id = g.line_item_id
      ) and not exists (
        select from orders o join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id
        where o.seller_id = ${sellerId} and o.id = g.order_id and ${leftWithout} and ${departure} = g.shipment_id
          and l.id = g.line_item_id
      )) as "isGone"
    from goods_costs g
    where g.seller_id = ${sellerId}
      and (g.sku = any (${[...counted]}::text[]) or g.order_id = any (${orders}) and g.sku = any (${[...skus]}::text[]))
    union all
    select 'PARCEL', s.shipment_id, s.line_item_id, l.part, l.order_id, l.sku, l.currency, s.quantity * l.each,
      coalesce(p.shipped_at, p.recorded_at, o.placed_at), null, null, 0, false
    from (${linesWithParts(sellerId, orderIds)}) l
    join orders o on o.seller_id = ${sellerId} and o.id = l.order_id and o.history_at is null
    join shipment_lines s on s.seller_id = ${sellerId} and s.line_item_id = l.id
    join shipments p on p.seller_id = ${sellerId} and p.id = s.shipment_id
    where l.sku = any (${[...skus]}::text[])
      and not exists (
        select from goods_costs g
        where g.seller_id = ${sellerId} and g.shipment_id = s.shipment_id and g.line_item_id = s.line_item_id and g.part = l.part
      )
    union all
    select 'PARCEL', ${departure}, l.id, l.part, l.order_id, l.sku, l.currency, l.shipped_quantity * l.each,
      coalesce(o.delivered_at, o.placed_at), null, null, (
        select count(*) from ledger_entries e
        where e.seller_id = ${sellerId} and e.order_id = o.id and e.kind = 'COST_OF_GOODS'
          and starts_with(e.entry_key || ' ', format(case when l.part = 0 then 'goods %s %s ' else 'goods %s %s part %s ' end, ${departure}, l.id, l.part))
      )::integer, false
    from (${linesWithParts(sellerId, orderIds)}) l
    join orders o on o.seller_id = ${sellerId} and o.id = l.order_id and o.history_at is null and ${leftWithout}
    where l.sku = any (${[...skus]}::text[]) and l.shipped_quantity > 0
      and not exists (
        select from goods_costs g
        where g.seller_id = ${sellerId} and g.shipment_id = ${departure} and g.line_item_id = l.id and g.part = l.part
      )
    union all
    select 'RETURN', r.case_id, r.line_item_id, r.part, r.order_id, r.sku, r.currency, r.quantity, r.returned_at, r.cost_minor, r.entry_id,
      r.revision, r.undone_at is not null
    from returned_goods r
    where r.seller_id = ${sellerId}
      and (r.sku = any (${[...counted]}::text[]) or r.order_id = any (${orders}) and r.sku = any (${[...skus]}::text[]))
    order by at, "by", "moveId", "lineItemId", part`.execute(db)
  return rows.map(({ costMinor, entryId, ...goods }) => ({
    ...goods,
    posted: costMinor === null || entryId === null ? null : { costMinor, entryId },
  }))
}

/** Orders of which a parcel left, with what their listings say about packaging. */
export async function readPackable(db: SellerDb, { sellerId, orderIds }: GoodsScope): Promise<PackableOrder[]> {
  const { rows } = await sql<PackableOrder>`
    select o.id as "orderId", o.currency, p.at, json_agg(json_build_object('lineItemId', l.id,
      'units', l.quantity - l.cancelled_quantity,
      'ownMinor', case when k.since <= p.at and k.currency = o.currency then k.packaging_minor end) order by l.position) as lines
    from orders o
    join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id and l.quantity > l.cancelled_quantity
    left join listing_packaging k on k.seller_id = ${sellerId} and k.listing_id = l.listing_id
    cross join lateral (
      select min(coalesce(s.shipped_at, s.recorded_at, o.placed_at)) as at
      from shipments s where s.seller_id = ${sellerId} and s.order_id = o.id
    ) p
    where o.seller_id = ${sellerId} and o.id = any (${[...orderIds]}::bigint[]) and o.history_at is null and p.at is not null
    group by o.id, o.currency, p.at`.execute(db)
  return rows
}
