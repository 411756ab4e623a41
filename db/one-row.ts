import type { Kysely, RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** The row of a statement that always returns one, such as an aggregate. @throws if it returns none */
export async function oneRow<T>(db: Kysely<Schema>, statement: RawBuilder<T>): Promise<T> {
  return firstRow(await statement.execute(db))
}

/** The row of a result that always has one. @throws if it has none */
export function firstRow<T>({ rows: [row] }: { rows: readonly T[] }): T {
  if (row === undefined) throw new Error('a statement that always has a row had none')
  return row
}
