import { sql, type Kysely } from 'kysely'
import { overAllSellers, prepared, type Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'
import { recordDeliveries } from './deliveries-db.server.ts'
import { eventDays, type PlacedEvent } from './event.ts'

/** Events that get their places in one go. */
const batch = 1_000

/**
 * Gives events their places in line, after they were committed: whoever does it is alone with it, in all processes, so no event ever
 * appears before one that somebody has seen. Of one order or listing they stay as they were written, since whoever writes holds it
 * until they have committed. In the same transaction each endpoint's deliveries are noted. Returns how many; none where somebody else is
 * at it.
 */
export async function placeEvents(db: Database, now: () => Date): Promise<number> {
  // Asked at each look for what is due: mostly nothing waits.
  const { rows } = await sql`${prepared} ${overAllSellers} select from events where place is null limit 1`.execute(
    db.owner,
  )
  return rows.length === 0 ? 0 : placeWaiting(db, now())
}

function placeWaiting(db: Database, now: Date): Promise<number> {
  return db.asOwner(async (own) => {
    const { free } = await oneRow(
      own,
      sql<{
        free: boolean
      }>`select pg_try_advisory_xact_lock(lock_number('event places')) as free`,
    )
    if (!free) return 0
    const waiting = own
      .selectFrom('events')
      .selectAll()
      .where('place', 'is', null)
      .orderBy('id')
      .limit(batch)
      .modifyEnd(overAllSellers)
    const rows = await waiting.execute()
    if (rows.length === 0) return 0
    const { rows: places } = await sql<{
      place: number
    }>`select nextval('event_places') as place from generate_series(1, ${rows.length}::integer)`.execute(own)
    const placed = pairs(rows, places).map(([row, { place }]) => ({ ...row, place }))
    for (const [sellerId, of] of Map.groupBy(placed, (row) => row.seller_id))
      await sql`
        update events e set place = u.place, placed_at = ${now}
        from unnest(${of.map(({ id }) => id)}::bigint[], ${of.map(({ place }) => place)}::bigint[]) u (id, place)
        where e.seller_id = ${sellerId} and e.id = u.id`.execute(own)
    await recordDeliveries(own, placed, now)
    return placed.length
  })
}

/** Events behind a place, the first first; of one seller, or of all where `sellerId` is null. */
export async function readEvents(
  db: Kysely<Schema>,
  { sellerId, after, limit }: { sellerId: number | null; after: number; limit: number },
): Promise<PlacedEvent[]> {
  const behind = db.selectFrom('events').selectAll().where('place', '>', after).orderBy('place').limit(limit)
  const rows = await (
    sellerId === null ? behind.modifyEnd(overAllSellers) : behind.where('seller_id', '=', sellerId)
  ).execute()
  return rows as PlacedEvent[]
}

/**
 * Forgets events that could be read for long enough. Those that have no place yet, because nobody sends and nobody asked, get theirs before:
 * what they are about may have happened long ago. A job runs it.
 */
export async function removeOldEvents(db: Database, now: Date): Promise<void> {
  while ((await placeEvents(db, () => now)) > 0);
  await db.owner
    .deleteFrom('events')
    .where('place', 'is not', null)
    .where(sql<Date>`coalesce(placed_at, happened_at)`, '<', new Date(now.getTime() - eventDays * day))
    .modifyEnd(overAllSellers)
    .execute()
}
