import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { Database, SellerDb } from '#db/client.ts'
import { workBySeller, type SellersWork } from '#web/work-by-seller.ts'
import { postGoods } from './post-goods-db.server.ts'

const ordersAtOnce = 300

/**
 * Posts the goods of orders that are due, of all sellers: imported parcels, and costs that became known of many orders.
 * Run by a job; resumable, and safe beside others. Returns the number of orders.
 */
export const postDueGoods = (db: Database, work: SellersWork): Promise<number> =>
  workBySeller(db, work, sql`select distinct seller_id as "sellerId" from goods_due`, (sellerId) => async () => {
    const done = await db.asOwnerFor(sellerId, (tx) => postBatch(tx, sellerId))
    return { done, isLast: done < ordersAtOnce }
  })

/** Posts a seller's due goods in the caller's transaction, which has the owner's rights. */
export async function postAllDueGoods(db: SellerDb, sellerId: number): Promise<void> {
  while ((await postBatch(db, sellerId)) === ordersAtOnce);
}

async function postBatch(db: SellerDb, sellerId: number): Promise<number> {
  const due = await selectOfSeller(db, 'goods_due', sellerId)
    .select('order_id')
    .orderBy('order_id')
    .limit(ordersAtOnce)
    .execute()
  await postGoods(db, { sellerId, orderIds: due.map(({ order_id: id }) => id), asOwner: true })
  return due.length
}
