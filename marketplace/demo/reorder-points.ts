import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Offer } from './plan.ts'

/** Every third restocked item has a reorder point of three. */
const [every, reorderPoint] = [3, 3]

/** Sets reorder points of a demo seller, so that low stock shows at once. */
export async function writeReorderPoints(
  tx: Transaction<Schema>,
  { sellerId, offers }: { sellerId: number; offers: readonly Offer[] },
): Promise<void> {
  const skus = offers.filter(({ ware, index }) => ware.repeats && index % every === 0).map(({ sku }) => sku)
  if (skus.length === 0) return
  await tx
    .updateTable('stock_items')
    .set({ reorder_point: reorderPoint })
    .where('seller_id', '=', sellerId)
    .where('sku', 'in', skus)
    .execute()
}
