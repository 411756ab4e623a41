import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { findOfSeller } from '#db/shards.ts'
import { matchingIds } from './list-db.server.ts'
import type { List, ListTypes, Reading } from './list.ts'

export interface Neighbour {
  key: string
  offset: number
}

/** Previous and next rows in the list a page was opened from; null at an end. */
export interface Neighbours {
  previous: Neighbour | null
  next: Neighbour | null
  /** Position of the row in the list, from 1; null if it no longer matches. */
  place: number | null
}

/**
 * Finds the neighbours of a row on its list page and one row around it. A row that is no longer there has none. Its id
 * may come from a statement sent before.
 */
export async function findNeighbours<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  id: number | Promise<number | null>,
): Promise<Neighbours> {
  const { offset, limit } = on.query
  const before = Math.min(offset, 1)
  const around = sql<{
    id: number
  }>`${matchingIds(list, on, { db })} offset ${offset - before} limit ${before + limit + 1}`
  const [rows, own] = await Promise.all([findOfSeller(db, on.sellerId, around), id])
  const place = rows.findIndex((row) => row.id === own)
  if (place < 0) return { previous: null, next: null, place: null }
  const beside = [rows[place - 1]?.id, rows[place + 1]?.id].filter((each) => each !== undefined)
  const { rows: named } = await sql<{ id: number; key: string }>`
    select id, ${sql.ref(list.key.column)} as key from ${sql.table(list.table)}
    where seller_id = ${on.sellerId} and id = any (${beside}::bigint[])`.execute(db)
  const at = (index: number): Neighbour | null => {
    const key = named.find((row) => row.id === rows[index]?.id)?.key
    if (key === undefined) return null
    if (index < before) return { key, offset: Math.max(0, offset - limit) }
    return { key, offset: index < before + limit ? offset : offset + limit }
  }
  return { previous: at(place - 1), next: at(place + 1), place: offset - before + place + 1 }
}
