import { sql, type Kysely, type Transaction } from 'kysely'
import type { NewRow, Schema } from '#db/schema.ts'

/**
 * Inserts rows of a table in one statement, so that its triggers run once. The rows travel as one JSON value, which has
 * no limit on the number of parameters; all have the columns of the first.
 */
export async function insertRows<T extends keyof Schema>(
  db: Kysely<Schema> | Transaction<Schema>,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
}
