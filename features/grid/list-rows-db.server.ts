import { sql } from 'kysely'
import { asWritten, prepared, type SellerDb } from '#db/client.ts'
import type { Written } from './export-file.ts'
import type { List, ListSource, ListTypes, RecordSource } from './list.ts'

/**
 * Reads the records of the file of these rows, as they are written, in the order of the ids given. By an outer join the planner
 * expects a row for each id; it takes a seller's share of the ids for it otherwise, few, and looks all that is joined up row by row.
 */
export async function readRecords<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
): Promise<Written<T['record']>[]> {
  if (ids.length === 0) return []
  const { order, finish, ...source }: RecordSource<T['record']> = list.file.records ?? list.rows
  const { selected, joined } = partsOf(source, sellerId)
  const { rows } = await sql<Written<T['record']>>`
    ${asWritten} with o as materialized (
      select o.*, page.place from unnest(${ids}::bigint[]) with ordinality as page (id, place)
      left join ${sql.table(list.table)} o on o.seller_id = ${sellerId} and o.id = page.id
    ) select ${selected} from o ${joined} order by o.place ${order ? sql`, ${order}` : sql``}`.execute(db)
  finish?.(rows)
  return rows
}

/** Rows of a page at most. For thousands another plan may be better. */
const mostOfPage = 200

/** Reads rows whole, in the order of the ids given. */
export async function readRows<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
): Promise<T['row'][]> {
  if (ids.length === 0) return []
  const { selected, joined } = partsOf(list.rows, sellerId)
  const { rows } = await sql<T['row']>`
    ${ids.length <= mostOfPage ? prepared : sql``} select ${selected} from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join ${sql.table(list.table)} o on o.seller_id = ${sellerId} and o.id = page.id ${joined}
    order by page.place`.execute(db)
  return rows
}

const partsOf = <Read>({ select, join }: ListSource<Read>, sellerId: number) => ({
  selected: select({ sellerId }),
  joined: join?.({ sellerId }) ?? sql``,
})
