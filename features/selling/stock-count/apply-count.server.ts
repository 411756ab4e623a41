import type { SellerDb } from '#db/client.ts'
import { brand } from '#lib/brand.ts'
import { correctStock, type CorrectOutcome } from '#features/selling/inventory/correct-stock-db.server.ts'
import type { StockNumber } from '#features/selling/inventory/stock-item.ts'
import { lockStockItem } from '#features/selling/inventory/stock-items-db.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { readCountedItems, readCounts, type CountedItem, type CountKey } from './stock-counts-db.server.ts'

/** Milliseconds that one request applies SKUs; the next one goes on. */
const longest = 20_000

/**
 * Applies the open SKUs of a count, each in a transaction of its own. One that changed since it was counted is left as
 * it is. Returns whether it came to the end. Applied again, it goes on with those that are left.
 */
export async function applyCount({ hub, member, read, write }: SellerActionArgs, key: CountKey): Promise<boolean> {
  const { count, items } = await read(async (db) => ({
    count: (await readCounts(db, key))[0],
    items: await readCountedItems(db, key),
  }))
  const now = hub.now()
  const place = { key, location: count?.location_id ?? null }
  for (const item of items.filter(({ state }) => state === 'OPEN')) {
    if (hub.now().getTime() - now.getTime() > longest) return false
    await write((db) => applyItem(db, { ...place, item, by: member.name, now }))
  }
  await write((db) =>
    db
      .updateTable('stock_counts')
      .set({ applied_at: now })
      .where('seller_id', '=', key.sellerId)
      .where('id', '=', key.id)
      .execute(),
  )
  return true
}

interface Applying {
  key: CountKey
  location: number | null
  item: CountedItem
  by: string
  now: Date
}

async function applyItem(db: SellerDb, { key, location, item, by, now }: Applying): Promise<void> {
  const { sellerId, id } = key
  const locked = await lockStockItem(db, sellerId, brand<StockNumber>(item.stock_number))
  const ofItem = db
    .selectFrom('stock_count_rows')
    .select(['expected', 'counted', 'state'])
    .where('seller_id', '=', sellerId)
    .where('count_id', '=', id)
    .where('item_id', '=', item.item_id)
    .forNoKeyUpdate()
  const row = await ofItem.executeTakeFirst()
  // Applied or removed meanwhile.
  if (row?.state !== 'OPEN') return
  const { expected: seen, counted: onHand } = row
  const cause = { kind: 'COUNT', count: id, by, sku: item.sku } as const
  const outcome = locked && (await correctStock(db, { sellerId, item: locked, location, seen, onHand, cause, now }))
  if (outcome && !outcome.ok && outcome.reason === 'stock-of-shop') return
  await db
    .updateTable('stock_count_rows')
    .set(resultOf(outcome))
    .where('seller_id', '=', sellerId)
    .where('count_id', '=', id)
    .where('item_id', '=', item.item_id)
    .execute()
}

/** What is stored of an outcome; null if the listing is gone. Nothing is at a location that was removed. */
function resultOf(
  outcome: Exclude<CorrectOutcome, { reason: 'stock-of-shop' }> | null,
): Pick<CountedItem, 'state' | 'found'> {
  if (outcome?.ok) return { state: 'DONE', found: null }
  if (outcome?.reason === 'below-reserved') return { state: 'RESERVED', found: outcome.reserved }
  if (outcome?.reason === 'too-many') return { state: 'TOO_MANY', found: outcome.others }
  return { state: 'CHANGED', found: outcome?.reason === 'changed-since' ? outcome.now : null }
}
