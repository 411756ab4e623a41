import { sql } from 'kysely'
import type { Database, SellerDb } from '#db/client.ts'
import { workBySeller, type SellersWork } from '#web/work-by-seller.ts'
import { findStaleSkus, reckonAdvice } from './reckon-advice-db.server.ts'

/** SKUs of a transaction. */
const skusAtOnce = 1_000

/**
 * Works out anew the advice that may differ, of all sellers with stock. Run by a job each night; resumable, and safe
 * beside others. Returns the number of SKUs.
 */
export const refreshAdvice = (db: Database, { now, ...work }: SellersWork & { now: Date }): Promise<number> =>
  workBySeller(
    db,
    work,
    sql`select s.id as "sellerId" from sellers s where exists (select from stock_items i where i.seller_id = s.id)`,
    (sellerId) => async () => ({ done: await refreshSeller(db, { sellerId, now, signal: work.signal }), isLast: true }),
  )

/** The same of one seller, for at most so many milliseconds. */
export async function refreshSeller(
  db: Database,
  {
    sellerId,
    now,
    signal,
    within = Number.POSITIVE_INFINITY,
  }: { sellerId: number; now: Date; signal?: AbortSignal | undefined; within?: number },
): Promise<number> {
  const until = performance.now() + within
  const stale = await db.asOwnerFor(sellerId, (tx) => findStaleSkus(tx, { sellerId, now }))
  let done = 0
  for (let at = 0; at < stale.length; at += skusAtOnce) {
    if (signal?.aborted || performance.now() > until) break
    const skus = stale.slice(at, at + skusAtOnce)
    await db.asOwnerFor(sellerId, (tx) => refreshBatch(tx, { sellerId, skus, now }))
    done += skus.length
  }
  return done
}

/** What is due is forgotten first: a sale meanwhile waits, and makes it due again. */
async function refreshBatch(
  db: SellerDb,
  batch: { sellerId: number; skus: readonly string[]; now: Date },
): Promise<void> {
  await sql`delete from reorder_due where seller_id = ${batch.sellerId} and sku = any (${[...batch.skus]}::text[])`.execute(
    db,
  )
  await reckonAdvice(db, batch)
}
