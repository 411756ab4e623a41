import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import { prepared, type Database, type SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import type { OfferedListing } from '#features/core/listing/shelf.ts'
import { calendarOf } from '#features/orders/ship-calendar/ship-calendar-db.server.ts'
import { pausedSince, timeAwayOf, type AwayRow } from '#features/core/time-away/time-away.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { lockFeedback } from '#features/orders/feedback/take-feedback-db.server.ts'
import { lockCoupons } from './coupons-db.server.ts'
import { planIntake, type IntakeFacts, type IntakePlan } from './plan-intake.ts'
import type { IntakeOutcome, PushedOrder } from './pushed-order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { oneRow } from '#db/one-row.ts'

interface Intake {
  sellerId: number
  orders: readonly PushedOrder[]
  now: Date
  rules: LedgerRules
}

/**
 * Takes orders pushed by the marketplace's shop, each entirely or not at all. Reserves stock except for historical
 * orders; concurrent orders never exceed it. Idempotent. Returns one outcome per order. Runs in the caller's
 * transaction, which fails on a concurrent write of the same order or buyer.
 */
export async function takeOrders(db: SellerDb, { sellerId, orders, now, rules }: Intake): Promise<IntakeOutcome[]> {
  const plan = planIntake(orders, await openIntake(db, { sellerId, orders, now }), now)
  if (plan.outcomes.some((outcome) => outcome.ok && !outcome.repeated)) await writeIntake(db, sellerId, plan)
  await postOrders(db, { sellerId, orderIds: plan.due, rules })
  return plan.outcomes
}

export interface IntakeResult<T> {
  outcome: IntakeOutcome
  row: T | null
}

export type ReadOrders<T> = (db: SellerDb, sellerId: number, orderIds: readonly number[]) => Promise<T[]>

/**
 * Takes several orders in one transaction. If it fails, takes each in its own, so that one order's failure does not
 * affect others. Returns an outcome or error for each.
 */
export async function takeOrdersIsolated<T extends { id: number } = never>(
  db: Database,
  intake: Intake,
  read?: ReadOrders<T>,
): Promise<PromiseSettledResult<IntakeResult<T>>[]> {
  try {
    const taken = await takeTogether(db, intake, read)
    // They are taken with or without statistics.
    await countTaken(db, intake.orders.length).catch(() => {})
    return taken.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (isDatabaseUnavailable(reason)) return intake.orders.map(() => ({ status: 'rejected', reason }))
  }
  const results: PromiseSettledResult<IntakeResult<T>>[] = []
  for (const order of intake.orders) {
    const [result] = await Promise.allSettled([takeAlone(db, { ...intake, orders: [order] }, read)])
    results.push(result)
  }
  return results
}

function takeTogether<T extends { id: number }>(
  db: Database,
  intake: Intake,
  read?: ReadOrders<T>,
): Promise<IntakeResult<T>[]> {
  return db.asOwnerFor(intake.sellerId, async (tx) => {
    const outcomes = await takeOrders(tx, intake)
    const here = [...new Set(outcomes.flatMap((outcome) => (outcome.ok ? outcome.orderId : [])))]
    const rows = read && here.length > 0 ? await read(tx, intake.sellerId, here) : []
    const byId = new Map(rows.map((row) => [row.id, row]))
    return outcomes.map((outcome) => ({ outcome, row: (outcome.ok && byId.get(outcome.orderId)) || null }))
  })
}

async function takeAlone<T extends { id: number }>(
  db: Database,
  intake: Intake,
  read?: ReadOrders<T>,
): Promise<IntakeResult<T>> {
  return assertDefined((await takeTogether(db, intake, read))[0], 'each order has an outcome')
}

type ListingMoment = 'starts_at' | 'ends_at' | 'ended_at' | 'out_of_stock_since'

/** The facts as JSON; times are strings. */
interface IntakeFactsJson extends Pick<IntakeFacts, 'known' | 'buyers' | 'addresses' | 'drawn' | 'offers'> {
  listings: (Omit<OfferedListing, ListingMoment | 'paused_since'> &
    Record<ListingMoment, string | null> & { is_away_exception: boolean })[]
  calendar: Parameters<typeof calendarOf>[0] &
    Omit<AwayRow, 'away_set_at'> & { away_set_at: string | null; country: string }
}

const moment = (text: string | null) => (text === null ? null : new Date(text))

/** Ids that equal an order number; queried only if an id has that format, which is rare. */
async function readNumbers(db: SellerDb, sellerId: number, orders: readonly PushedOrder[]): Promise<string[]> {
  const numbers = orders.flatMap(({ id }) => parseOrderNumber(id) ?? [])
  if (numbers.length === 0) return []
  const rows = selectOfSeller(db, 'orders', sellerId).select('order_number')
  return (await rows.where('order_number', 'in', numbers).execute()).map(({ order_number: number }) => number)
}

/** Reads the additional state for historical orders, and locks the ids of their feedback. */
async function readHistoryFacts(
  db: SellerDb,
  sellerId: number,
  orders: readonly PushedOrder[],
): Promise<Pick<IntakeFacts, 'takenFeedback' | 'lineIds' | 'parcelIds'>> {
  const past = orders.flatMap(({ history, lines }) => (history ? { ...history, lines } : []))
  if (past.length === 0) return { takenFeedback: [], lineIds: [], parcelIds: [] }
  const sum = (of: (order: (typeof past)[number]) => number) => past.reduce((total, order) => total + of(order), 0)
  const parcels = sum((order) => Math.max(1, order.parcels.length))
  const drawn = await oneRow(
    db,
    sql<Pick<IntakeFacts, 'lineIds' | 'parcelIds'>>`select
      (select json_agg(nextval('line_items_id_seq')) from generate_series(1, ${sum(({ lines }) => lines.length)}::integer)) as "lineIds",
      (select json_agg(nextval('shipments_id_seq')) from generate_series(1, ${parcels}::integer)) as "parcelIds"`,
  )
  const ids = past.flatMap(({ feedback }) => feedback?.id ?? [])
  return { ...drawn, takenFeedback: ids.length > 0 ? await lockFeedback(db, sellerId, ids) : [] }
}

async function openIntake(
  db: SellerDb,
  { sellerId, orders, now }: Pick<Intake, 'sellerId' | 'orders' | 'now'>,
): Promise<IntakeFacts> {
  const each = (of: (order: PushedOrder) => string | null | readonly string[]) => [
    ...new Set(orders.flatMap((order) => of(order) ?? [])),
  ]
  const addresses = JSON.stringify(orders.map(({ shipTo }, nth) => ({ nth, ...shipTo })))
  const { facts } = await oneRow(
    db,
    sql<{ facts: IntakeFactsJson }>`${prepared} select open_intake(
    ${each(({ id }) => id)}::text[], ${each(({ lines }) => lines.map(({ item }) => item))}::text[],
    ${each(({ buyer }) => buyer.username)}::text[], ${each(({ buyer }) => buyer.id)}::text[], ${addresses}::jsonb,
    ${each(({ lines }) => lines.flatMap(({ offer }) => offer ?? []))}::text[]) as facts`,
  )
  const { calendar, listings, ...others } = facts
  const { calendar: shipCalendar, version } = calendarOf(calendar)
  return {
    ...others,
    coupons: await lockCoupons(
      db,
      sellerId,
      each(({ coupon }) => coupon ?? null),
    ),
    numbers: await readNumbers(db, sellerId, orders),
    ...(await readHistoryFacts(db, sellerId, orders)),
    listings: offeredListings({ calendar, listings }, now),
    calendar: shipCalendar,
    calendarVersion: version,
    country: calendar.country,
  }
}

/** Locks the listings with these item numbers of the bound seller, and reads what can be sold of them. */
export async function openShelf(
  db: SellerDb,
  { items, now }: { items: readonly string[]; now: Date },
): Promise<OfferedListing[]> {
  const { facts } = await oneRow(
    db,
    sql<{
      facts: IntakeFactsJson
    }>`select open_intake('{}', ${[...new Set(items)]}::text[], '{}', '{}', '[]', '{}') as facts`,
  )
  return offeredListings(facts, now)
}

function offeredListings(
  { calendar, listings }: Pick<IntakeFactsJson, 'calendar' | 'listings'>,
  now: Date,
): OfferedListing[] {
  const { timeZone: zone } = calendarOf(calendar).calendar
  const away = timeAwayOf({ ...calendar, away_set_at: moment(calendar.away_set_at) })
  return listings.map(({ is_away_exception: isException, ...row }) => ({
    ...row,
    starts_at: moment(row.starts_at),
    ends_at: moment(row.ends_at),
    ended_at: moment(row.ended_at),
    out_of_stock_since: moment(row.out_of_stock_since),
    paused_since: pausedSince(away, { state: row.state, isException, now, zone }),
  }))
}

async function writeIntake(
  db: SellerDb,
  sellerId: number,
  { rows, history, couponUses, soldOut, variations }: IntakePlan,
): Promise<void> {
  await sql`${prepared} select write_intake(${JSON.stringify(rows)}::jsonb)`.execute(db)
  if (history.orders.length > 0)
    await sql`${prepared} select write_history(${JSON.stringify(history)}::jsonb)`.execute(db)
  await insertRows(
    db,
    'coupon_uses',
    couponUses.map((use) => ({ seller_id: sellerId, ...use })),
  )
  await emptyShelf(db, sellerId, { soldOut, variations })
}

/** Writes that listings sold out, and the units taken from variations. */
export async function emptyShelf(
  db: SellerDb,
  sellerId: number,
  { soldOut, variations }: Pick<IntakePlan, 'soldOut' | 'variations'>,
): Promise<void> {
  if (soldOut.length > 0)
    await sql`
      update listings l set state = n.state, ended_at = n.ended_at, end_reason = n.end_reason, out_of_stock_since = n.out_of_stock_since
      from json_to_recordset(${JSON.stringify(soldOut)}::json)
        n (id bigint, state text, ended_at timestamptz, end_reason text, out_of_stock_since timestamptz)
      where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
  if (variations.length > 0)
    await sql`
      update listing_variations v set quantity = v.quantity - n.units
      from json_to_recordset(${JSON.stringify(variations)}::json) n (listing bigint, position smallint, units integer)
      where v.seller_id = ${sellerId} and v.listing_id = n.listing and v.position = n.position`.execute(db)
}

/** Number of orders after which a process makes the first statistics. */
const firstOrders = 1_000

const taken = new WeakMap<Database, number>()

const tables = sql.join(
  [
    'orders',
    'line_items',
    'payments',
    'shipments',
    'shipment_lines',
    'refunds',
    'refund_parts',
    'cancellations',
    'buyers',
    'addresses',
    'order_events',
    'changes',
    'ledger_due',
    'ledger_entries',
    'ledger_postings',
    'transactions',
  ].map((name) => sql.table(name)),
)

/**
 * Counts taken orders. Until a new database has statistics, each order reads all of its seller's orders; PostgreSQL makes
 * them a minute later, this after the first thousand.
 */
export async function countTaken(db: Database, orders: number): Promise<void> {
  const before = taken.get(db) ?? 0
  taken.set(db, before + orders)
  if (before >= firstOrders || before + orders < firstOrders) return
  // On a cluster the rows are elsewhere, and its tables are not new.
  const { rows } = await sql`
    select from pg_class where oid = 'orders'::regclass and reltuples <= 0 and pg_relation_size(oid) > 0`.execute(
    db.owner,
  )
  if (rows.length > 0) await sql`analyze ${tables}`.execute(db.owner)
}
