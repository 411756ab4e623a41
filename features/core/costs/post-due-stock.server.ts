import { sql } from 'kysely'
import type { Database, SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { groupBy } from '#lib/group-by.ts'
import { workBySeller, type SellersWork } from '#web/work-by-seller.ts'
import { lockSkus } from './goods-db.server.ts'
import { postGoods } from './post-goods-db.server.ts'
import { keepStockDays } from './stock-days-db.server.ts'
import { dayOf } from './stock-value.ts'

const skusAtOnce = 500

/**
 * Keeps the units of the day, and posts the value, of SKUs whose stock changed, of all sellers. Run by a job; resumable,
 * and safe beside others: SKUs that a transaction is changing wait for the next run. Returns the number of SKUs.
 */
export const postDueStock = (db: Database, work: SellersWork): Promise<number> =>
  workBySeller(db, work, sql`select distinct seller_id as "sellerId" from stock_due`, (sellerId) => {
    let after = ''
    return async () => {
      const { posted, last } = await db.asOwnerFor(sellerId, (tx) => postBatch(tx, sellerId, after))
      after = last ?? after
      return { done: posted, isLast: last === null }
    }
  })

/** Posts the next SKUs that are due; `last` is null after the last ones. */
async function postBatch(
  db: SellerDb,
  sellerId: number,
  after: string,
): Promise<{ posted: number; last: string | null }> {
  const due = await selectOfSeller(db, 'stock_due', sellerId)
    .select('sku')
    .where('sku', '>', after)
    .orderBy('sku')
    .limit(skusAtOnce)
    .execute()
  const skus = due.map(({ sku }) => sku)
  const costed = new Set((await lockSkus(db, sellerId, skus)).map(({ sku }) => sku))
  const { rows: taken } = await sql<{ sku: string; since: Date; at: Date }>`
    select of_sku as sku, from_time as since, at from take_stock_due(${skus}::text[])`.execute(db)
  for (const [day, own] of groupBy(taken, ({ at }) => dayOf(at)))
    await keepStockDays(db, { sellerId, skus: own.map(({ sku }) => sku), day })
  for (const [from, own] of groupBy(
    taken.filter(({ sku }) => costed.has(sku)),
    ({ since }) => dayOf(since),
  ))
    await postGoods(db, { sellerId, orderIds: [], skus: own.map(({ sku }) => sku), from, asOwner: true })
  return { posted: taken.length, last: due.length < skusAtOnce ? null : (skus.at(-1) ?? null) }
}
