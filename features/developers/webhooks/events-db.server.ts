import { sql, type Kysely, type RawBuilder } from 'kysely'
import { overAllSellers, prepared, type Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'
import { recordDeliveries } from './deliveries-db.server.ts'
import { eventDays, removedAtOnce, type PlacedEvent } from './event.ts'

/** Events placed per transaction. */
const batch = 1_000

/**
 * Assigns positions to committed events, one process at a time, so that no event appears before one already read. Also
 * creates deliveries. Returns the number; 0 if another process is placing.
 */
export async function placeEvents(db: Database, now: () => Date): Promise<number> {
  const at = now()
  // A cheap check, since usually nothing is waiting.
  const { rows } = await sql`${prepared} ${overAllSellers}
    select from events where place is null and (place_after is null or place_after <= ${at}) limit 1`.execute(db.owner)
  return rows.length === 0 ? 0 : placeWaiting(db, at)
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
      .where(({ or, eb }) => or([eb('place_after', 'is', null), eb('place_after', '<=', now)]))
      .orderBy('id')
      .limit(batch)
      .modifyEnd(overAllSellers)
    const rows = await waiting.execute()
    if (rows.length === 0) return 0
    const { rows: places } = await sql<{
      place: number
    }>`select nextval('event_places') as place from generate_series(1, ${rows.length}::integer)`.execute(own)
    const placed = pairs(rows, places).map(([row, { place }]) => ({ ...row, place }))
    const column = <T>(of: (row: (typeof placed)[number]) => T) => placed.map(of)
    const { rows: kept } = await sql<{ event_key: string }>`${overAllSellers}
      update events e set place = u.place, placed_at = ${now}
      from unnest(
        ${column((row) => row.seller_id)}::bigint[], ${column(({ id }) => id)}::bigint[], ${column(({ place }) => place)}::bigint[]
      ) u (seller_id, id, place)
      where e.seller_id = u.seller_id and e.id = u.id returning e.event_key`.execute(own)
    // Others were taken back meanwhile.
    const keys = new Set(kept.map((row) => row.event_key))
    await recordDeliveries(
      own,
      placed.filter((row) => keys.has(row.event_key)),
      now,
    )
    return placed.length
  })
}

/** Events after a position, in order; of all sellers if `sellerId` is null. */
export async function readEvents(
  db: Kysely<Schema>,
  { sellerId, after, limit, now }: { sellerId: number | null; after: number; limit: number; now: Date },
): Promise<PlacedEvent[]> {
  const behind = db
    .selectFrom('events')
    .selectAll()
    .where('place', '>', after)
    .where(isKept(now))
    .orderBy('place')
    .limit(limit)
  const rows = await (
    sellerId === null ? behind.modifyEnd(overAllSellers) : behind.where('seller_id', '=', sellerId)
  ).execute()
  return rows as PlacedEvent[]
}

/** An event that has its position, by its key; of any seller if `sellerId` is null. */
export async function findEvent(
  db: Kysely<Schema>,
  { sellerId, key, now }: { sellerId: number | null; key: string; now: Date },
): Promise<PlacedEvent | null> {
  const named = db
    .selectFrom('events')
    .selectAll()
    .where('event_key', '=', key)
    .where('place', 'is not', null)
    .where(isKept(now))
  const found = await (
    sellerId === null ? named.modifyEnd(overAllSellers) : named.where('seller_id', '=', sellerId)
  ).executeTakeFirst()
  return (found ?? null) as PlacedEvent | null
}

/** Counts the events of all sellers after a position, up to `most`. */
export async function countEventsAfter(
  db: Kysely<Schema>,
  { after, most }: { after: number; most: number },
): Promise<number> {
  const behind = db.selectFrom('events').select('place').where('place', '>', after).orderBy('place').limit(most)
  return (await behind.modifyEnd(overAllSellers).execute()).length
}

/** Whether an event is not too old to be read. */
const isKept = (now: Date): RawBuilder<boolean> =>
  sql`coalesce(placed_at, happened_at) >= ${new Date(now.getTime() - eventDays * day)}`

/** Deletes old events. Events not yet placed are placed first, and counted from then on. A job runs it. */
export async function removeOldEvents(db: Database, now: Date, piece = removedAtOnce): Promise<void> {
  while ((await placeEvents(db, () => now)) > 0);
  for (let from = 0; ;) {
    const { first }: { first: number | null } = await oneRow(
      db.owner,
      sql`${overAllSellers} select min(place) as first from events where place >= ${from}`,
    )
    if (first === null) return
    from = first + piece
    const { numDeletedRows } = await db.owner
      .deleteFrom('events')
      .where('place', '>=', first)
      .where('place', '<', from)
      .where(({ not }) => not(isKept(now)))
      .modifyEnd(overAllSellers)
      .executeTakeFirstOrThrow()
    // Places are in order of time.
    if (numDeletedRows === 0n) return
  }
}
