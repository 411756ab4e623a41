import { sql, type RawBuilder } from 'kysely'
import { valuesAsText, type SellerDb } from '#db/client.ts'
import { compileOncePer, valuesOf, type BindValue } from '#db/compile-once.ts'
import type { Written } from './export-file.ts'
import type { ListSource, RecordSource } from './list-source.ts'
import type { List, ListTypes } from './list.ts'

/**
 * Reads the file's records of these rows, in the order of the ids. The outer join makes the planner expect one row per
 * id; it would otherwise underestimate and use nested loops.
 */
export async function readRecords<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
  bound = '',
): Promise<Written<T['record']>[]> {
  if (ids.length === 0) return []
  const { order, finish, ...source }: RecordSource<T['record']> = list.file.records ?? list.rows
  const { selected, joined } = partsOf(source, sql`${sellerId}`, sql`${bound}`)
  const { rows } = await sql<Written<T['record']>>`
    ${valuesAsText} with o as materialized (
      select o.*, page.place from unnest(${ids}::bigint[]) with ordinality as page (id, place)
      left join ${sql.table(list.table)} o on o.seller_id = ${sellerId} and o.id = page.id
    ) select ${selected} from o ${joined} order by o.place ${order ? sql`, ${order}` : sql``}`.execute(db)
  finish?.(rows)
  return rows
}

/** Maximum rows of a page; larger reads may need another plan. */
const mostOfPage = 200

interface RowsOf {
  sellerId: number
  ids: readonly number[]
  bound: string
}

/** Reads complete rows, in the order of the ids. */
export async function readRows<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
  bound = '',
): Promise<T['row'][]> {
  if (ids.length === 0) return []
  const on: RowsOf = { sellerId, ids, bound }
  if (ids.length <= mostOfPage) return readPageRows(db, list, on)
  return (await rowsStatement(list, valuesOf(on)).execute(db)).rows
}

interface RowsList<Read> {
  table: string
  rows: ListSource<Read>
}

function rowsStatement<Read>({ table, rows }: RowsList<Read>, at: BindValue<RowsOf>) {
  const ofSeller = at((on) => on.sellerId)
  const { selected, joined } = partsOf(
    rows,
    ofSeller,
    at((on) => on.bound),
  )
  return sql<Read>`
    select ${selected} from unnest(${at((on) => on.ids)}::bigint[]) with ordinality as page (id, place)
    join ${sql.table(table)} o on o.seller_id = ${ofSeller} and o.id = page.id ${joined}
    order by page.place`
}

const readPageRows = compileOncePer(rowsStatement)

const partsOf = <Read>(
  { select, join }: ListSource<Read>,
  sellerId: RawBuilder<unknown>,
  bound: RawBuilder<unknown>,
) => ({
  selected: select({ sellerId, bound }),
  joined: join?.({ sellerId, bound }) ?? sql``,
})
