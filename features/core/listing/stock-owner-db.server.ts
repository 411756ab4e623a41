import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'

/** Condition: the marketplace's shop counts the seller's stock, so that the hub's members and tools do not change it. */
export const isOfShop = (sellerId: number | RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select stock_owner = 'SHOP' from sellers where id = ${sellerId}), false)`

/** Whether the marketplace's shop counts the seller's stock. */
export const isStockOfShop = async (db: SellerDb, sellerId: number): Promise<boolean> =>
  (await oneRow(db, sql<{ is_of_shop: boolean }>`select ${isOfShop(sellerId)} as is_of_shop`)).is_of_shop
