import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { isOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { lockStock } from '#features/core/listing/lock-stock-db.server.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { StockNumber } from './stock-item.ts'
import { heldBesides } from './stock-rows.server.ts'

/** Most listings of a SKU that are named. */
const mostSharing = 20

export interface LockedItem {
  id: number
  sku: string
  listing_id: number
  item_number: string
  /** Of its variation; null if the whole listing has the SKU. */
  position: number | null
  on_hand: number
  reserved: number
  /** Null for variations, since it is the listing's. */
  buffer: number | null
  bin: string | null
  reorder_point: number | null
  version: number
  /** Whether its listing or variation still has the SKU. */
  is_held: boolean
  is_stock_of_shop: boolean
  /** Whether it is made of other SKUs: it is neither counted nor moved. */
  is_kit: boolean
}

/** Item numbers of the other listings on sale that share the stock of a SKU. */
export async function readSharing(
  db: SellerDb,
  { sellerId, sku, listingId }: { sellerId: number; sku: string; listingId: number },
): Promise<string[]> {
  const rows = await selectOfSeller(db, 'listings', sellerId)
    .select('item_number')
    .where('sku', '=', sku)
    .where('shares_stock', '=', true)
    .where('state', 'not in', ['DRAFT', 'ENDED'])
    .where('id', '<>', listingId)
    .orderBy('id', 'desc')
    .limit(mostSharing)
    .execute()
  return rows.map(({ item_number: item }) => item)
}

/** Locks the listing and then the row of a SKU, in the order in which sales do; null if it is unknown. */
export async function lockStockItem(db: SellerDb, sellerId: number, number: StockNumber): Promise<LockedItem | null> {
  const [item] = await lockWhere(db, sellerId, sql`o.stock_number = ${number}`)
  return item ?? null
}

/** Locks the listings and then the rows of SKUs, in the order in which sales do; unknown ones are left out. */
export const lockStockItems = (db: SellerDb, sellerId: number, ids: readonly number[]): Promise<LockedItem[]> =>
  lockWhere(db, sellerId, sql`o.id = any (${[...ids]}::bigint[])`)

async function lockWhere(db: SellerDb, sellerId: number, condition: RawBuilder<unknown>): Promise<LockedItem[]> {
  const { rows: listings } = await sql<{ id: number }>`
    select o.listing_id as id from stock_items o where o.seller_id = ${sellerId} and ${condition}`.execute(db)
  await lockStock(
    db,
    sellerId,
    listings.map(({ id }) => id),
  )
  const { rows } = await sql<LockedItem>`
    select o.id, o.sku, o.listing_id, o.position, o.reorder_point, o.version, l.item_number,
      case when o.position is null then l.on_hand else o.available + h.held end as on_hand,
      case when o.position is null then l.reserved else h.held end as reserved,
      case when o.position is null then l.buffer end as buffer,
      case when o.position is null then l.sku = o.sku and not exists (
        select from listing_variations x where x.seller_id = ${sellerId} and x.listing_id = o.listing_id
      ) else v.sku = o.sku end is true and not o.is_kit as is_held,
      (select bin from bins where seller_id = ${sellerId} and sku = o.sku) as bin,
      ${isOfShop(sellerId, sql`l.shop_counts`)} as is_stock_of_shop, o.is_kit
    from stock_items o
    join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = o.listing_id and v.position = o.position
    cross join lateral (
      select coalesce(sum(n.held_quantity), 0)::integer + ${heldBesides('o', sellerId)} as held from line_items n
      where o.position is not null and n.seller_id = ${sellerId} and n.listing_id = o.listing_id and n.held_quantity > 0 and not n.is_kit
        and (n.variation = array_to_string(v.axis_values, ', ') or n.sku = v.sku)
    ) h
    where o.seller_id = ${sellerId} and ${condition} order by o.sku for no key update of o`.execute(db)
  return rows
}

interface Own {
  sellerId: number
  item: LockedItem
}

export async function storeStockItem(
  db: SellerDb,
  { sellerId, item, reorderPoint }: Own & { reorderPoint: number | null },
): Promise<void> {
  await updateOfSeller(db, 'stock_items', sellerId)
    .set({ reorder_point: reorderPoint, version: item.version + 1 })
    .where('id', '=', item.id)
    .execute()
}

export async function storeBin(db: SellerDb, { sellerId, item, bin }: Own & { bin: string | null }): Promise<void> {
  if (bin === null) await db.deleteFrom('bins').where('seller_id', '=', sellerId).where('sku', '=', item.sku).execute()
  else
    await insertRows(db, 'bins', [{ seller_id: sellerId, sku: item.sku, bin }], {
      ending: sql`on conflict (seller_id, sku) do update set bin = excluded.bin`,
    })
}
