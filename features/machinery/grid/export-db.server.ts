import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** Rows per batch; each costs a plan and two round trips. */
const batchSize = 2_000

/**
 * Reads all rows found by a statement, in order. Uses one cursor in the caller's transaction, so memory stays constant.
 * Prefetches one batch while the previous one is written.
 */
export async function* cursorBatches<Row>(
  db: SellerDb,
  matchingIds: RawBuilder<{ id: number }>,
  readRows: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  await sql`declare matching no scroll cursor for ${matchingIds}`.execute(db)
  const nextIds = async () => {
    const { rows } = await sql<{ id: number }>`fetch ${sql.raw(String(batchSize))} from matching`.execute(db)
    return rows.map((row) => row.id)
  }
  const startReading = (of: readonly number[]) => {
    const reading = readRows(of)
    // Awaited later; avoids an unhandled rejection in the meantime.
    reading.catch(() => {})
    return reading
  }
  let ids = await nextIds()
  let ahead = startReading(ids)
  try {
    while (ids.length > 0) {
      const rows = await ahead
      // Fetched here rather than with the prefetch, so that PostgreSQL is not idle while these rows are written.
      ids = await nextIds()
      ahead = startReading(ids)
      // Lets the query be sent.
      await setImmediate()
      yield rows
    }
  } finally {
    // If the reader disconnected, wait for the prefetch before the transaction ends.
    await ahead.catch(() => {})
  }
}
