import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** Rows read at once. Each batch costs a plan and two round trips: with 500, PostgreSQL works a seventh longer. */
const batchSize = 2_000

/**
 * Reads all rows whose ids a statement finds, in its order. One cursor in the caller's transaction, so that memory stays
 * flat. One batch ahead: PostgreSQL reads while the one before is written and taken.
 */
export async function* cursorBatches<Row>(
  db: SellerDb,
  matchingIds: RawBuilder<{ id: number }>,
  readRows: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  await sql`declare matching no scroll cursor for ${matchingIds}`.execute(db)
  const readBatch = async (): Promise<{ rows: Row[]; isLast: boolean }> => {
    const { rows } = await sql<{ id: number }>`fetch ${sql.raw(String(batchSize))} from matching`.execute(db)
    return { rows: rows.length > 0 ? await readRows(rows.map((row) => row.id)) : [], isLast: rows.length < batchSize }
  }
  let ahead = readBatch()
  try {
    for (;;) {
      const { rows, isLast } = await ahead
      if (!isLast) ahead = readBatch()
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  } finally {
    // Where the reader went away: the transaction ends after what it does.
    await ahead.catch(() => {})
  }
}
