import type { SellerDb } from '#db/client.ts'
import { storeOnHand } from '#features/core/listing/count-stock-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import type { StockCause } from '#features/core/listing/stock-cause.ts'
import type { LockedItem } from './stock-items-db.server.ts'

/** The result of a correction. */
export type CorrectOutcome =
  | { ok: true }
  | { ok: false; reason: 'changed-since'; now: number }
  | { ok: false; reason: 'below-reserved'; reserved: number }
  /** The marketplace's shop counts the stock. */
  | { ok: false; reason: 'stock-of-shop' }

interface Correction {
  sellerId: number
  item: LockedItem
  /** What was on hand when it was counted. */
  seen: number
  onHand: number
  cause: StockCause
  now: Date
}

/**
 * Stores what is on hand of a SKU, if that is still what was seen. Reserved items must be covered. A listing of which
 * some are available again is back on sale; an ended one stays ended. Repeated, it changes nothing.
 */
export async function correctStock(
  db: SellerDb,
  { sellerId, item, seen, onHand, cause, now }: Correction,
): Promise<CorrectOutcome> {
  if (onHand === item.on_hand) return { ok: true }
  if (await isStockOfShop(db, sellerId)) return { ok: false, reason: 'stock-of-shop' }
  if (seen !== item.on_hand) return { ok: false, reason: 'changed-since', now: item.on_hand }
  if (onHand < item.reserved) return { ok: false, reason: 'below-reserved', reserved: item.reserved }
  const row = await db
    .selectFrom('listings')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('id', '=', item.listing_id)
    .executeTakeFirstOrThrow()
  await nameStockCause(db, cause)
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
  return { ok: true }
}
