import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { postGoods } from './post-goods-db.server.ts'

const ordersAtOnce = 300

/**
 * Posts the goods of orders that are due, of all sellers: imported parcels, and costs that became known of many orders.
 * Run by a job; resumable, and safe beside others. A seller whose goods fail is reported and blocks nobody. Returns the
 * number of orders.
 */
export async function postDueGoods(
  db: Database,
  { report, signal }: { report: ReportFailure; signal?: AbortSignal },
): Promise<number> {
  const { rows: sellers } = await sql<{ sellerId: number }>`${overAllSellers}
    select distinct seller_id as "sellerId" from goods_due order by 1`.execute(db.owner)
  let posted = 0
  await forEachIsolated(
    sellers,
    async ({ sellerId }) => {
      let found = ordersAtOnce
      while (found === ordersAtOnce) {
        if (signal?.aborted) return
        found = await db.asOwnerFor(sellerId, (tx) => postBatch(tx, sellerId))
        posted += found
      }
    },
    report,
  )
  return posted
}

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
