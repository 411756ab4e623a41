import { sql, type Kysely, type RawBuilder } from 'kysely'
import { prepared } from './client.ts'
import type { Schema } from './schema.ts'

/** PostgreSQL takes at most 65,535 parameters a statement. */
const parametersAtOnce = 65_535

/**
 * Inserts rows by VALUES: a cluster inserts no rows of a function or a SELECT into a table with row-level security.
 * All rows have the columns of the first one. Returns what `ending` returns.
 */
export async function insertRows<T = unknown>(
  db: Kysely<Schema>,
  table: keyof Schema,
  rows: readonly Readonly<Record<string, unknown>>[],
  {
    json = [],
    ending = sql``,
  }: {
    /** Columns of JSON: their arrays would be read as PostgreSQL's. */
    json?: readonly string[]
    /** Follows the rows: `on conflict …`, `returning …`. */
    ending?: RawBuilder<unknown>
  } = {},
): Promise<T[]> {
  const columns = Object.keys(rows[0] ?? {})
  const valueOf = (row: Readonly<Record<string, unknown>>, column: string) =>
    json.includes(column) && row[column] !== null ? JSON.stringify(row[column]) : row[column]
  const rowsAtOnce = Math.floor(parametersAtOnce / Math.max(columns.length, 1))
  const inserted: T[] = []
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const values = rows
      .slice(start, start + rowsAtOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => valueOf(row, column)))})`)
    const insert = sql<T>`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)} ${ending}`
    inserted.push(...(await insert.execute(db)).rows)
  }
  return inserted
}

export type ColumnTypes = Readonly<
  Record<string, 'bigint' | 'smallint' | 'text' | 'timestamptz' | 'double precision' | 'boolean'>
>

/**
 * Inserts any number of rows as one array a column, with the owner's rights: parsing thousands of parameters takes
 * PostgreSQL longer than writing them. Returns what `ending` returns.
 */
export async function insertColumns<T = unknown>(
  db: Kysely<Schema>,
  table: keyof Schema,
  types: ColumnTypes,
  rows: readonly Readonly<Record<string, unknown>>[],
  ending: RawBuilder<unknown> = sql``,
): Promise<T[]> {
  if (rows.length === 0) return []
  const columns = Object.keys(types)
  const arrays = columns.map((column) => sql`${rows.map((row) => row[column])}::${sql.raw(types[column] ?? '')}[]`)
  const insert = sql<T>`${prepared}
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select * from unnest(${sql.join(arrays)}) ${ending}`
  return (await insert.execute(db)).rows
}
