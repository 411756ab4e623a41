import type { Kysely, RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** The row of a statement that always has one, as a sum over all has. @throws where it has none */
export async function oneRow<T>(db: Kysely<Schema>, statement: RawBuilder<T>): Promise<T> {
  const {
    rows: [row],
  } = await statement.execute(db)
  if (row === undefined) throw new Error('a statement that always has a row had none')
  return row
}
