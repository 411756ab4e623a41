import type { SellerDb } from '#db/client.ts'
import { storeOnHand } from '#features/core/listing/count-stock-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import type { StockCause } from '#features/core/listing/stock-cause.ts'
import { noteCounted, readCountedPlace } from '#features/selling/stock-locations/move-stock-db.server.ts'
import { mostItems } from './stock-item.ts'
import type { LockedItem } from './stock-items-db.server.ts'

/** The result of a correction. */
export type CorrectOutcome =
  | { ok: true }
  | { ok: false; reason: 'changed-since'; now: number }
  | { ok: false; reason: 'below-reserved'; reserved: number }
  /** All locations together would have more than can be on hand: so many are at the others. */
  | { ok: false; reason: 'too-many'; others: number }
  /** The marketplace's shop counts the stock. */
  | { ok: false; reason: 'stock-of-shop' }
  /** The location was removed. */
  | { ok: false; reason: 'no-location' }

interface Correction {
  sellerId: number
  item: LockedItem
  /** Where it was counted; null if there is one place. */
  location: number | null
  /** What was on hand there when it was counted. */
  seen: number
  onHand: number
  cause: Extract<StockCause, { by: string }>
  now: Date
}

/**
 * Stores what is on hand of a SKU at a location, if that is still what was seen. All locations together must cover
 * reserved items. A listing of which some are available again is back on sale; an ended one stays ended. Repeated, it
 * changes nothing.
 */
export async function correctStock(
  db: SellerDb,
  { sellerId, item, location, seen, onHand: counted, cause, now }: Correction,
): Promise<CorrectOutcome> {
  const place = await readCountedPlace(db, { sellerId, item, location })
  if (!place) return { ok: false, reason: 'no-location' }
  const change = counted - place.items
  if (change === 0) return { ok: true }
  if (await isStockOfShop(db, sellerId)) return { ok: false, reason: 'stock-of-shop' }
  if (seen !== place.items) return { ok: false, reason: 'changed-since', now: place.items }
  const onHand = item.on_hand + change
  if (onHand < item.reserved) return { ok: false, reason: 'below-reserved', reserved: item.reserved }
  if (change > 0 && onHand > mostItems) return { ok: false, reason: 'too-many', others: onHand - counted }
  const row = await db
    .selectFrom('listings')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('id', '=', item.listing_id)
    .executeTakeFirstOrThrow()
  await nameStockCause(db, place.name === null ? cause : { ...cause, at: place.name })
  const moved = { sellerId, item, location, by: cause.by }
  await noteCounted(db, { ...moved, change: Math.min(0, change) })
  const { position } = item
  if (position === null) await storeOnHand(db, row, { onHand, buffer: row.buffer, now })
  else {
    const whole = Math.max(row.reserved, row.on_hand + onHand - item.on_hand)
    await storeOnHand(db, row, { onHand: whole, buffer: row.buffer, now })
    await db
      .updateTable('listing_variations')
      .set({ quantity: onHand - item.reserved })
      .where('seller_id', '=', sellerId)
      .where('listing_id', '=', item.listing_id)
      .where('position', '=', position)
      .execute()
  }
  await noteCounted(db, { ...moved, change: Math.max(0, change) })
  return { ok: true }
}
