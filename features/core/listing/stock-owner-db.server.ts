import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'

/**
 * Condition: the marketplace's shop counts the stock, of all listings of the seller or of this one, so that the hub's members
 * and tools do not change it.
 */
export const isOfShop = (sellerId: number | RawBuilder<unknown>, shopCounts: RawBuilder<unknown> = sql`false`) =>
  sql<boolean>`(${shopCounts} or coalesce((select stock_owner = 'SHOP' from sellers where id = ${sellerId}), false))`

/** Whether the marketplace's shop counts the seller's stock, or that of a listing. */
export async function isStockOfShop(db: SellerDb, sellerId: number, listingId: number | null = null): Promise<boolean> {
  const shopCounts = sql<boolean>`exists (select from listings where seller_id = ${sellerId} and id = ${listingId} and shop_counts)`
  const row = await oneRow(db, sql<{ is_of_shop: boolean }>`select ${isOfShop(sellerId, shopCounts)} as is_of_shop`)
  return row.is_of_shop
}

/** Runs a message of the shop about its stock, which alone changes what is left to sell of listings that it counts. */
export async function asShop<T>(db: SellerDb, write: () => Promise<T>): Promise<T> {
  await sql`set local hub.shop_counts = 'on'`.execute(db)
  const result = await write()
  await sql`set local hub.shop_counts = ''`.execute(db)
  return result
}

/** Condition: the listing is made of parts, or a part; the hub counts both. */
const isOfKits = (sellerId: number) => sql`exists (
  select from kit_parts k where k.seller_id = ${sellerId} and (k.listing_id = listings.id or k.part_sku = listings.sku or k.part_sku in (
    select v.sku from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = listings.id)))`

export async function storeShopCounts(
  db: SellerDb,
  sellerId: number,
  counts: readonly { id: number; shopCounts: boolean | null }[],
): Promise<void> {
  for (const [shopCounts, some] of Map.groupBy(counts, (each) => each.shopCounts)) {
    if (shopCounts === null) continue
    const ids = some.map(({ id }) => id)
    await sql`
      update listings set shop_counts = ${shopCounts}
      where seller_id = ${sellerId} and id = any (${ids}::bigint[]) and shop_counts <> ${shopCounts}
        and not (${shopCounts} and (shares_stock or ${isOfKits(sellerId)}))`.execute(db)
  }
}
