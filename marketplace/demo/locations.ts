import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { demoOwner } from './members.ts'
import { nordlichtPapier } from './shops.ts'

/** The seller who keeps stock in two places: the default one first. */
const twoPlaces = { username: nordlichtPapier.seller.username, names: ['Lager', 'Laden'] }

/** SKUs of which some are in the shop, and how many must be available for that. */
const [mostSkus, fewestItems] = [24, 3]

/** Divides the stock of a demo seller between a warehouse and a shop. Returns the number of rows. */
export async function writeLocations(
  tx: Transaction<Schema>,
  { sellerId, username, now }: { sellerId: number; username: string; now: Date },
): Promise<number> {
  if (username !== twoPlaces.username) return 0
  const items = await selectOfSeller(tx, 'stock_items', sellerId)
    .select(['sku', 'available'])
    .where('is_stocked', '=', true)
    .where('available', '>=', fewestItems)
    .orderBy('sku')
    .limit(mostSkus)
    .execute()
  const movedAt = new Date(now.getTime() - 2 * day)
  const own = { seller_id: sellerId, from_location: 1, to_location: 2, moved_by: demoOwner.name, moved_at: movedAt }
  const transfers = items.map(({ sku, available }) => ({
    ...own,
    sku,
    quantity: Math.ceil(available / 3),
    kind: 'MOVED' as const,
    move_id: moveId,
  }))
  const quantity = transfers.reduce((sum, transfer) => sum + transfer.quantity, 0)
  const places = twoPlaces.names.map((name, index) => ({ seller_id: sellerId, id: index + 1, name, made_at: movedAt }))
  await tx.insertInto('stock_locations').values(places).execute()
  if (transfers.length === 0) return places.length
  await tx
    .insertInto('stock_moves')
    .values({ ...own, id: moveId, skus: transfers.length, quantity })
    .execute()
  await tx.insertInto('stock_transfers').values(transfers).execute()
  return places.length + 1 + transfers.length
}

const moveId = '0'.repeat(16)
