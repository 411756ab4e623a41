import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { insertColumns, type ColumnTypes } from '#db/insert-rows.ts'
import { oneRow } from '#db/one-row.ts'
import { day, hour } from '#lib/duration.ts'
import { evidenceDays } from './product-summary.ts'

/** Age in milliseconds after which a seller's offers are copied anew. */
export const copiedFor = 6 * hour

/** Sellers per transaction. */
const piece = 200

/** Rows of them that are read at once: a large seller has millions of lines. */
const rowsAtOnce = 20_000

interface Copying {
  now: Date
  limit?: number
  /** Ends the work after the current batch. */
  signal?: AbortSignal
}

/**
 * Copies the offers of products to the coordinator of a cluster, of all sellers whose copies are old, so that
 * a product's summary asks no other server. One process at a time. Returns the number of sellers.
 */
export async function copyProducts(db: Database, { now, limit = rowsAtOnce, signal }: Copying): Promise<number> {
  for (let copied = 0; ;) {
    const sellers = signal?.aborted ? 0 : await db.asOwner((own) => copyBatch(own, now, limit))
    if (sellers === 0) return copied
    copied += sellers
  }
}

async function copyBatch(db: SellerDb, now: Date, limit: number): Promise<number> {
  const { isFree } = await oneRow(
    db,
    sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(lock_number('product copies')) as "isFree"`,
  )
  if (!isFree) return 0
  const old = await db
    .selectFrom('seller_names')
    .select('seller_id')
    .where(({ or, eb }) =>
      or([eb('products_copied_at', 'is', null), eb('products_copied_at', '<=', new Date(now.getTime() - copiedFor))]),
    )
    .orderBy('products_copied_at', (order) => order.asc().nullsFirst())
    .orderBy('seller_id')
    .limit(piece)
    .execute()
  const ids = old.map((row) => row.seller_id)
  if (ids.length === 0) return 0
  // The trend of the insights begins with the period before.
  const since = new Date(now.getTime() - 2 * evidenceDays * day)
  await copyListings(db, { ids, since, limit })
  await db.updateTable('seller_names').set({ products_copied_at: now }).where('seller_id', 'in', ids).execute()
  return ids.length
}

const columns = {
  seller_id: 'bigint',
  id: 'bigint',
  product_id: 'bigint',
  currency: 'text',
  condition: 'text',
  state: 'text',
  price_minor: 'bigint',
} as const satisfies ColumnTypes

type Place = Readonly<Record<'seller_id' | 'id', number>>

interface Batch {
  ids: readonly number[]
  since: Date
  limit: number
}

/** Copies listings that are offered, or were sold from, part by part. */
async function copyListings(db: SellerDb, { ids, since, limit }: Batch): Promise<void> {
  for (let after: Place = { seller_id: 0, id: 0 }; ;) {
    const { rows } = await sql<Place>`${overAllSellers}
      select l.seller_id, l.id, l.product_id, l.currency, l.condition, l.state, l.price_minor
      from listings l
      where l.seller_id = any (${[...ids]}::bigint[]) and l.product_id is not null
        and (l.state = 'ACTIVE' or exists (
          select from line_items i join orders o on o.seller_id = i.seller_id and o.id = i.order_id
          where i.seller_id = l.seller_id and i.listing_id = l.id and i.product_id = l.product_id and o.placed_at >= ${since}))
        and (l.seller_id, l.id) > (${after.seller_id}, ${after.id})
      order by l.seller_id, l.id limit ${limit}`.execute(db)
    const last = rows.length < limit ? null : (rows.at(-1) ?? null)
    await replaceCopies(db, { ids, rows, after, last })
    if (!last) return
    after = last
  }
}

/**
 * Replaces the copies after a row, up to `last` if more follow. Writes only rows that differ: few of a seller's change
 * within hours.
 */
async function replaceCopies(
  db: SellerDb,
  { ids, rows, after, last }: Pick<Batch, 'ids'> & { rows: readonly Place[]; after: Place; last: Place | null },
): Promise<void> {
  const upTo = last ? sql`and (c.seller_id, c.id) <= (${last.seller_id}, ${last.id})` : sql``
  await sql`
    delete from product_listing_copies c
    where c.seller_id = any (${[...ids]}::bigint[]) and (c.seller_id, c.id) > (${after.seller_id}, ${after.id}) ${upTo} and not exists (
      select from unnest(${rows.map((row) => row.seller_id)}::bigint[], ${rows.map((row) => row.id)}::bigint[]) kept (seller_id, id)
      where kept.seller_id = c.seller_id and kept.id = c.id)`.execute(db)
  const others = Object.keys(columns).filter((column) => column !== 'seller_id' && column !== 'id')
  const valuesOf = (of: string) => sql.join(others.map((column) => sql.ref(`${of}.${column}`)))
  const set = sql.join(others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))
  const table = 'product_listing_copies'
  const ending = sql`
    on conflict (seller_id, id) do update set ${set} where (${valuesOf(table)}) is distinct from (${valuesOf('excluded')})`
  await insertColumns(db, table, columns, rows, ending)
}
