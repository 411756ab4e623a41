import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { findOfSeller, idsOfSeller, isDivided } from '#db/shards.ts'
import { matchingIds } from './list-db.server.ts'
import { wordsOf } from './list-query.ts'
import { maxCounted } from './list-search-db.server.ts'
import { allOf, foundIds, matching, searchConditions } from './list-statements.server.ts'
import type { List, ListTypes, Reading, SearchUse } from './list.ts'

/** Statement for the ids of all matching rows in the query's order; for cursors. A cluster searches on the seller's server. */
export function cursorIds<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
): RawBuilder<{ id: number }> {
  if (wordsOf(on).length === 0) return matchingIds(list, on)
  return idsOfSeller(db, on.sellerId, matchingIds(list, on, { db }))
}

/** Ids of the first `limit` matching rows, or of all, in the query's order. */
export async function firstIds<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  limit?: number,
): Promise<number[]> {
  const statement = limited(limit, matchingIds(list, on, await searchUse(db, list, on)))
  return (await findOfSeller(db, on.sellerId, statement)).map(({ id }) => id)
}

const limited = (limit: number | undefined, ids: RawBuilder<{ id: number }>) =>
  limit === undefined ? ids : sql<{ id: number }>`${ids} limit ${limit}`

/**
 * Subquery for the ids of the first `limit` matching rows, or of all, in the query's order. On a cluster a search has found
 * them already: only a statement of its own uses the index of words.
 */
export async function chosenIds<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  limit?: number,
): Promise<RawBuilder<{ id: number }>> {
  if (!isDivided(db) || wordsOf(on).length === 0) return limited(limit, matchingIds(list, on))
  return sql`select unnest(${await firstIds(db, list, on, limit)}::bigint[]) as id`
}

/**
 * Next matching ids after `after` and up to `upTo`, by id (keyset pagination), so that batch work is not affected by
 * rows that appear or leave.
 */
export async function nextIds<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<number[]> {
  const { from, where } = matching(list, on, await searchUse(db, list, on))
  const rows = await findOfSeller(
    db,
    on.sellerId,
    sql<{ id: number }>`
      select o.id from ${from} where ${where} and o.id > ${after} and o.id <= ${upTo} order by o.id limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** Highest id of a seller's rows, or 0; later rows have higher ids. */
export async function lastId<T extends ListTypes>(db: SellerDb, list: List<T>, sellerId: number): Promise<number> {
  const found = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from ${sql.table(list.table)} where seller_id = ${sellerId}`.execute(db)
  return firstRow(found).id
}

/** How the first matches are found. On a cluster by the index of words, unless a walk meets words that so many rows hold sooner. */
async function searchUse<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>): Promise<SearchUse> {
  const conditions = searchConditions(list, on)
  const counted = list.search?.counted ?? maxCounted
  const found = conditions.length > 0 ? foundIds(list, db, { condition: allOf(conditions), most: counted + 1 }) : null
  if (!found) return { db }
  const counting = sql<{ n: number }>`select count(*) as n from (select ${found}) found`
  const { n } = firstRow({ rows: await findOfSeller(db, on.sellerId, counting) })
  return n > counted ? { walks: true } : { db }
}
