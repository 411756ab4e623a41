import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** Rows read at once. */
const batchSize = 100

/**
 * Reads all rows whose ids a statement finds, in its order. One cursor in the caller's transaction, so that memory stays
 * flat and all batches see the same moment.
 */
export async function* cursorBatches<Row>(
  db: SellerDb,
  matchingIds: RawBuilder<{ id: number }>,
  readRows: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  await sql`set transaction isolation level repeatable read`.execute(db)
  await sql`declare matching no scroll cursor for ${matchingIds}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ id: number }>`fetch ${sql.raw(String(batchSize))} from matching`.execute(db)
    if (rows.length > 0) yield await readRows(rows.map((row) => row.id))
    if (rows.length < batchSize) return
  }
}
