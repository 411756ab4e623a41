import { deleteOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import {
  awayPhase,
  awaySpan,
  daysAway,
  endedBefore,
  timeAwayOf,
  type AwayChoice,
  type TimeAway,
} from '#features/core/time-away/time-away.ts'
import { holdsWord } from '#features/machinery/grid/list-conditions.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { dateAt, type LocalDate } from '#lib/zoned-time.ts'

const columns = [
  'time_zone',
  'away_from',
  'away_to',
  'away_message',
  'away_listings',
  'away_set_at',
  'away_days',
] as const

export interface AwayException {
  id: number
  itemNumber: string
  title: string
  sku: string | null
}

export interface TimeAwaySetting {
  /** Null if none is planned or present. */
  away: TimeAway | null
  /** The choice for listings, kept for the next time. */
  listings: AwayChoice
  /** By item number. */
  exceptions: AwayException[]
}

export async function readTimeAway(db: SellerDb, sellerId: number, now: Date): Promise<TimeAwaySetting> {
  const row = await db.selectFrom('sellers').select(columns).where('id', '=', sellerId).executeTakeFirstOrThrow()
  const away = timeAwayOf(row)
  return {
    away: away && awayPhase(away, now, row.time_zone) === 'over' ? null : away,
    listings: row.away_listings,
    exceptions: await readExceptions(db, sellerId),
  }
}

async function readExceptions(db: SellerDb, sellerId: number): Promise<AwayException[]> {
  const { rows } = await sql<AwayException>`
    select l.id, l.item_number as "itemNumber", l.title, l.sku from away_exceptions e
    join listings l on l.seller_id = ${sellerId} and l.id = e.listing_id
    where e.seller_id = ${sellerId} order by l.item_number`.execute(db)
  return rows
}

/** Finds listings by item number, or by their SKU or one of their variations. Drafts and ended ones are left out. */
export async function findAwayListings(
  db: SellerDb,
  sellerId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, AwayException>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<AwayException>`
    select id as id, item_number as "itemNumber", title as title, sku as sku from listings
    where seller_id = ${sellerId} and state not in ('DRAFT', 'ENDED')
      and (item_number = any (${names}::text[]) or sku = any (${names}::text[]))
    union all
    select l.id as id, l.item_number as "itemNumber", l.title as title, v.sku as sku
    from listing_variations v join listings l on l.seller_id = ${sellerId} and l.id = v.listing_id
    where v.seller_id = ${sellerId} and v.sku = any (${names}::text[]) and l.state not in ('DRAFT', 'ENDED')`.execute(
    db,
  )
  const bySku = rows.flatMap((row): [string, AwayException][] => (row.sku === null ? [] : [[row.sku, row]]))
  return new Map([...bySku, ...rows.map((row): [string, AwayException] => [row.itemNumber, row])])
}

/** Listings that a search shows. */
const mostFound = 20

/** Searches listings that time away is about, as their list does. */
export async function searchAwayListings(db: SellerDb, sellerId: number, text: string): Promise<AwayException[]> {
  const words = text.split(/\s+/).filter(Boolean).map(holdsWord)
  if (words.length === 0) return []
  const { rows } = await sql<AwayException>`
    select o.id, o.item_number as "itemNumber", o.title, o.sku from searched_listings o
    where o.seller_id = ${sellerId} and o.state not in ('DRAFT', 'ENDED') and ${sql.join(words, sql` and `)}
    order by o.title, o.id limit ${mostFound}`.execute(db)
  return rows
}

export interface TimeAwayChange {
  sellerId: number
  away: Pick<TimeAway, 'from' | 'to' | 'message' | 'listings'>
  /** Ids of the excepted listings; null: they stay as they are. */
  exceptions: readonly number[] | null
  now: Date
}

/**
 * Sets the seller's time away, replacing the present one. Its days are no working days in the ship calendar; promised
 * ship-by times do not change. Idempotent.
 */
export async function saveTimeAway(db: SellerDb, { sellerId, away, exceptions, now }: TimeAwayChange): Promise<void> {
  const { former, today, formerDays, phase } = await lockTimeAway(db, sellerId, now)
  const present = phase === 'over' ? null : former
  const isOther = exceptions !== null && (await replaceExceptions(db, sellerId, exceptions))
  const isNew = isOther || present === null || present.from !== away.from || present.listings !== away.listings
  await db
    .updateTable('sellers')
    .set({
      away_from: away.from,
      away_to: away.to,
      away_message: away.message,
      away_listings: away.listings,
      away_set_at: isNew ? now : present.setAt,
      away_days: daysAway(formerDays, away, today),
    })
    .where('id', '=', sellerId)
    .execute()
  if (isOther && phase === 'present') await announceAnew(db, sellerId)
}

export async function addExceptions(
  db: SellerDb,
  { sellerId, ids, now }: { sellerId: number; ids: readonly number[]; now: Date },
): Promise<void> {
  const { phase } = await lockTimeAway(db, sellerId, now)
  const rows = ids.map((id) => ({ seller_id: sellerId, listing_id: id }))
  const added = await insertRows(db, 'away_exceptions', rows, {
    ending: sql`on conflict do nothing returning listing_id`,
  })
  if (added.length === 0 || phase === 'over') return
  await db.updateTable('sellers').set({ away_set_at: now }).where('id', '=', sellerId).execute()
  if (phase === 'present') await announceAnew(db, sellerId)
}

/** Ends the time away: today is a working day again. False if none is planned or present. */
export async function endTimeAway(db: SellerDb, sellerId: number, now: Date): Promise<boolean> {
  const { former, today, formerDays, phase } = await lockTimeAway(db, sellerId, now)
  if (former === null || phase === 'over') return false
  const left = endedBefore(former, today)
  await db
    .updateTable('sellers')
    .set({
      away_from: left?.from ?? null,
      away_to: left?.to ?? null,
      away_message: left?.message ?? '',
      away_days: daysAway(formerDays, left, today),
    })
    .where('id', '=', sellerId)
    .execute()
  return true
}

interface LockedTimeAway {
  former: TimeAway | null
  phase: ReturnType<typeof awayPhase>
  formerDays: LocalDate[]
  today: LocalDate
}

/** Locks the seller's row, to serialise changes. */
async function lockTimeAway(db: SellerDb, sellerId: number, now: Date): Promise<LockedTimeAway> {
  const query = db.selectFrom('sellers').select(columns).where('id', '=', sellerId).forNoKeyUpdate()
  const row = await query.executeTakeFirstOrThrow()
  const former = timeAwayOf(row)
  return {
    former,
    phase: former ? awayPhase(former, now, row.time_zone) : 'over',
    formerDays: row.away_days,
    today: dateAt(now, row.time_zone),
  }
}

/** Replaces the exceptions; returns whether they changed. */
async function replaceExceptions(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<boolean> {
  const former = new Set((await readExceptions(db, sellerId)).map(({ id }) => id))
  const wanted = new Set(ids)
  if (former.size === wanted.size && [...wanted].every((id) => former.has(id))) return false
  await deleteOfSeller(db, 'away_exceptions', sellerId).execute()
  await insertRows(
    db,
    'away_exceptions',
    [...wanted].map((id) => ({ seller_id: sellerId, listing_id: id })),
  )
  return true
}

/** Makes the job announce all listings again. */
async function announceAnew(db: SellerDb, sellerId: number): Promise<void> {
  const anew = { told: 'MIXED', told_up_to: 0 } as const
  await db
    .insertInto('away_announcements')
    .values({ seller_id: sellerId, ...anew })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(anew))
    .execute()
}

/** Counts open orders with a promised ship-by time in these days, which does not change. */
export async function countPromised(
  db: SellerDb,
  sellerId: number,
  { away, zone }: { away: Pick<TimeAway, 'from' | 'to'>; zone: string },
): Promise<number> {
  const { startsAt, endsAt } = awaySpan(away, zone)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from orders
    where seller_id = ${sellerId} and status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED')
      and ship_by >= ${startsAt} and ship_by < ${endsAt}`.execute(db)
  return assertDefined(rows[0], 'it is counted').n
}
