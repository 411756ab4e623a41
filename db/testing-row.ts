import type { Kysely, UpdateObject } from 'kysely'
import { assertDefined } from '#lib/assert-defined.ts'
import type { NewRow, Row, Schema } from './schema.ts'

/** The row of a table with these values; the first, if a column sorts several. @throws if there is none */
export async function rowOf<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  values: Partial<Row<T>>,
  sort?: keyof Row<T> & string,
): Promise<Row<T>> {
  const [row] = await rowsOf(db, table, values, sort)
  return assertDefined(row, `a row of ${table}`)
}

/** All rows of a table with these values, sorted by a column. */
export async function rowsOf<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  values: Partial<Row<T>> = {},
  sort?: keyof Row<T> & string,
): Promise<Row<T>[]> {
  const rows = db
    .selectFrom<keyof Schema>(table)
    .selectAll()
    .where(({ and }) => and(values))
  return (await (sort === undefined ? rows : rows.orderBy(sort as never)).execute()) as unknown as Row<T>[]
}

/** Changes the rows of a table that have these values. */
export async function updateRows<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  values: Partial<Row<T>>,
  changes: UpdateObject<Schema, T>,
): Promise<void> {
  await (db as Kysely<Pick<Schema, 'orders'>>)
    .updateTable(table as 'orders')
    .set(changes as object)
    .where(({ and }) => and(values))
    .execute()
}

export async function addRows<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  rows: NewRow<T> | readonly NewRow<T>[],
): Promise<void> {
  await (db as Kysely<Pick<Schema, 'orders'>>)
    .insertInto(table as 'orders')
    .values(rows as NewRow<'orders'>)
    .execute()
}

/** Inserts a row and returns it, with what the database derives. */
export async function addRow<T extends keyof Schema>(db: Kysely<Schema>, table: T, row: NewRow<T>): Promise<Row<T>> {
  const added = await (db as Kysely<Pick<Schema, 'orders'>>)
    .insertInto(table as 'orders')
    .values(row as NewRow<'orders'>)
    .returningAll()
    .executeTakeFirstOrThrow()
  return added as unknown as Row<T>
}

/** The columns that a listing must have but a title, where their values do not matter. */
export const anyListing = {
  category: 'Cameras',
  condition: 'NEW',
  state: 'ACTIVE',
  price_minor: 100,
  currency: 'GBP',
} as const satisfies Partial<NewRow<'listings'>>
