import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** Rows read at once: each time costs a plan and two round trips. */
const batchSize = 2_000

/**
 * Reads all rows whose ids a statement finds, in its order. One cursor in the caller's transaction, so that memory stays flat.
 * One batch ahead: PostgreSQL reads while the one before is written and taken.
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
    // It is waited for later: where it fails while the rows before are taken, nobody looks yet.
    reading.catch(() => {})
    return reading
  }
  let ids = await nextIds()
  let ahead = startReading(ids)
  try {
    while (ids.length > 0) {
      const rows = await ahead
      // Here, and not with what is read ahead: PostgreSQL would have found the ids and then wait until these rows are written.
      ids = await nextIds()
      ahead = startReading(ids)
      // Now it is on its way.
      await setImmediate()
      yield rows
    }
  } finally {
    // Where the reader went away: the transaction ends after what it does.
    await ahead.catch(() => {})
  }
}
