import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { NewRow, Schema } from '#db/schema.ts'

export type RowsByTable = { [T in keyof Schema]?: readonly NewRow<T>[] }

/**
 * Inserts rows of several tables in one statement, so that triggers see all of them and derived data is written once.
 * Rows are passed as one JSON value per table, which avoids the parameter limit; all have the columns of the first.
 */
export async function insertRows(db: Kysely<Schema> | Transaction<Schema>, rows: RowsByTable): Promise<void> {
  const inserts = Object.entries(rows)
    .filter(([, list]) => list.length > 0)
    .map(([table, list]) => sql`${sql.ref(`new_${table}`)} as (${insertOf(table, list)})`)
  if (inserts.length > 0) await sql`with ${sql.join(inserts)} select`.execute(db)
}

function insertOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
}
