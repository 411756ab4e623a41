import { sql } from 'kysely'
import { overAllSellers, type Database } from '#db/client.ts'

/** Tables of search words, and the functions that write their rows anew. */
const kinds = [
  { table: 'order_search', id: 'order_id', write: 'write_order_terms' },
  { table: 'listing_search', id: 'listing_id', write: 'rewrite_listing_terms' },
] as const

interface Renewing {
  signal?: AbortSignal
  atOnce?: number
}

/**
 * Rewrites search words of orders and listings made by an older rule, or with a former GTIN, for all sellers, in small
 * batches. Resumable, because each row stores its rule version. Run by a job (`server/jobs.ts`). Returns the number
 * rewritten.
 */
export async function renewSearchWords(db: Pick<Database, 'owner'>, renewing: Renewing = {}): Promise<number> {
  let renewed = 0
  await outdateListings(db, renewing)
  for (const kind of kinds) renewed += await renewKind(db, kind, renewing)
  return renewed
}

/** Marks the words of listings whose product has another GTIN as made by an older rule. */
async function outdateListings({ owner }: Pick<Database, 'owner'>, { signal }: Renewing): Promise<void> {
  const due = await owner.selectFrom('products').select('id').where('words_due', 'is', true).execute()
  for (const { id } of due) {
    if (signal?.aborted) return
    await owner.transaction().execute(async (tx) => {
      await tx.updateTable('products').set({ words_due: false }).where('id', '=', id).execute()
      await sql`${overAllSellers} update listing_search s set version = 1 from listings l
        where l.product_id = ${id} and s.seller_id = l.seller_id and s.listing_id = l.id`.execute(tx)
    })
  }
}

async function renewKind(
  db: Pick<Database, 'owner'>,
  { table, id, write }: (typeof kinds)[number],
  { signal, atOnce = 500 }: Renewing,
): Promise<number> {
  let renewed = 0
  for (;;) {
    if (signal?.aborted) return renewed
    const { rows } = await sql<{ sellerId: number; ids: number[] }>`${overAllSellers}
      select seller_id as "sellerId", json_agg(id) as ids
      from (select seller_id, ${sql.ref(id)} as id from ${sql.table(table)} where version < 2 limit ${atOnce}) old
      group by seller_id`.execute(db.owner)
    if (rows.length === 0) return renewed
    for (const { sellerId, ids } of rows) {
      await sql`select ${sql.raw(write)}(${sellerId}, ${ids}::bigint[])`.execute(db.owner)
      renewed += ids.length
    }
  }
}
