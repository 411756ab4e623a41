import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { awayPhase, choiceNow, pauses, timeAwayOf, type AwayRow } from '#features/core/time-away/time-away.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'

/** Listings told in one transaction. */
const batch = 500

type Announcement = Pick<Row<'away_announcements'>, 'told' | 'telling' | 'told_up_to'>

const unknown: Announcement = { told: 'NONE', telling: 'NONE', told_up_to: 0 }

/**
 * Tells other programs which listings a time away pauses or puts back on sale: an event and a change for each, in
 * batches that resume after a stop. What is paused follows from the days themselves and does not wait for this. Also
 * clears times away that are over. Sellers take turns; a failing one is reported. Returns the number of listings told.
 */
export async function announceTimesAway(
  db: Database,
  { now, signal, report = () => {} }: { now: Date; signal?: AbortSignal; report?: ReportFailure },
): Promise<number> {
  const announce = async ({ sellerId }: { sellerId: number }) => ({
    sellerId,
    ...(await db.asOwnerFor(sellerId, (own) => announceBatch(own, sellerId, now))),
  })
  let left = await findUnannounced(db.owner, now)
  let announced = 0
  for (;;) {
    if (signal?.aborted || left.length === 0) return announced
    const { done } = await forEachIsolated(left, announce, report)
    announced += done.reduce((sum, { listings }) => sum + listings, 0)
    left = done.filter(({ isDone }) => !isDone)
  }
}

type FoundRow = AwayRow & {
  sellerId: number
  told: Announcement['told'] | null
  telling: Announcement['telling'] | null
}

async function findUnannounced(owner: SellerDb, now: Date): Promise<{ sellerId: number }[]> {
  const { rows } = await sql<FoundRow>`${overAllSellers}
    select s.id as "sellerId", s.time_zone, s.away_from, s.away_to, s.away_message, s.away_listings, s.away_set_at, a.told, a.telling
    from sellers s left join away_announcements a on a.seller_id = s.id
    where s.away_from is not null or a.told <> 'NONE' or a.telling <> 'NONE'
    order by s.id`.execute(owner)
  return rows.filter((row) => {
    const away = timeAwayOf(row)
    const target = choiceNow(away, now, row.time_zone)
    const isOver = away !== null && awayPhase(away, now, row.time_zone) === 'over'
    return isOver || (row.told ?? 'NONE') !== target || (row.telling ?? 'NONE') !== target
  })
}

async function announceBatch(
  db: SellerDb,
  sellerId: number,
  now: Date,
): Promise<{ listings: number; isDone: boolean }> {
  const row = await db.selectFrom('sellers').selectAll().where('id', '=', sellerId).forNoKeyUpdate().executeTakeFirst()
  if (!row) return { listings: 0, isDone: true }
  const away = timeAwayOf(row)
  const target = choiceNow(away, now, row.time_zone)
  const before = begunWith(await readAnnouncement(db, sellerId), target)
  const ids = await nextListings(db, sellerId, before)
  await tell(db, { sellerId, ids, now })
  const isDone = ids.length < batch
  const after: Announcement = isDone
    ? { told: target, telling: target, told_up_to: 0 }
    : { ...before, told_up_to: ids.at(-1) ?? before.told_up_to }
  await db
    .insertInto('away_announcements')
    .values({ seller_id: sellerId, ...after })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(after))
    .execute()
  if (isDone && away !== null && awayPhase(away, now, row.time_zone) === 'over')
    await db
      .updateTable('sellers')
      .set({ away_from: null, away_to: null, away_message: '' })
      .where('id', '=', sellerId)
      .execute()
  return { listings: ids.length, isDone }
}

async function readAnnouncement(db: SellerDb, sellerId: number): Promise<Announcement> {
  const row = await selectOfSeller(db, 'away_announcements', sellerId)
    .select(['told', 'telling', 'told_up_to'])
    .executeTakeFirst()
  return row ?? unknown
}

/** The announcement to continue. A new target starts over, with all listings if the former one was unfinished. */
function begunWith(row: Announcement, target: Announcement['telling']): Announcement {
  if (row.telling === target) return row
  return { told: row.told === row.telling ? row.told : 'MIXED', telling: target, told_up_to: 0 }
}

/** The next listings on sale whose state the announcement changes, by id. */
async function nextListings(
  db: SellerDb,
  sellerId: number,
  { told, telling, told_up_to: after }: Announcement,
): Promise<number[]> {
  const isNews = (isException: boolean) =>
    told === 'MIXED' || pauses(told, isException) !== pauses(telling, isException)
  if (!isNews(true) && !isNews(false)) return []
  const isException = sql`exists (select from away_exceptions e where e.seller_id = ${sellerId} and e.listing_id = l.id)`
  const { rows } = await sql<{ id: number }>`
    select l.id from listings l
    where l.seller_id = ${sellerId} and l.state = 'ACTIVE' and l.id > ${after}
      ${isNews(true) && isNews(false) ? sql`` : isNews(true) ? sql`and ${isException}` : sql`and not ${isException}`}
    order by l.id limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

async function tell(db: SellerDb, { sellerId, ids, now }: { sellerId: number; ids: readonly number[]; now: Date }) {
  if (ids.length === 0) return
  await sql`select mark_changed(${sellerId}, 'LISTING', ${ids}::bigint[])`.execute(db)
  await insertRows(
    db,
    'events',
    ids.map((id) => ({ seller_id: sellerId, type: 'listing.changed', happened_at: now, listing_id: id })),
  )
}
