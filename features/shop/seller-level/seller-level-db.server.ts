import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { sumSales } from '#features/shop/sales/sales-db.server.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'
import { inMonths, windowOf, type EvaluationWindow } from './evaluation.ts'
import { faults, type Counts, type Fault, type Prospects, type SellerLevel } from './seller-level.ts'

/** Whose sales are looked at, and what was known of them when. */
export interface Evaluated {
  sellerId: number
  window: EvaluationWindow
  /** What happened later does not count. */
  at: Date
}

/** That an order is a sale of the window: somebody has paid. One that was cancelled afterwards was one; of imported ones it may not be known when. */
const isSoldIn = ({ sellerId, window, at }: Evaluated): SqlCondition =>
  sql`o.seller_id = ${sellerId} and o.placed_at >= ${window.from} and o.placed_at < ${window.before}
    and (o.paid_at < ${at} or (o.paid_at is null and o.status not in ('AWAITING_PAYMENT', 'CANCELLED', 'CANCELLATION_REQUESTED')))`

/** A parcel's first scan. One that was scanned before the hub kept the moment left when its seller says so. */
export const firstScan = sql<Date | null>`case when p.state <> 'SHIPPED' then coalesce(p.scanned_at, p.shipped_at) end`

/** That an order has such a parcel. Asked order by order: for `exists` behind an OR all parcels of the shop would be read. */
const hasParcel = ({ sellerId }: Evaluated, which: SqlCondition) =>
  sql`(select true from shipments p where p.seller_id = ${sellerId} and p.order_id = o.id and (${which}) limit 1) is not null`

/** That an order should have left by then. What was cancelled, or paid back in place of being sent, need not. */
const isDue = (on: Evaluated): SqlCondition =>
  sql`o.ship_by < ${on.at} and (o.status not in ('REFUNDED', 'CANCELLATION_REQUESTED') or ${hasParcel(on, sql`true`)})
    and (o.status <> 'CANCELLED' or (select true from cancellations c
      where c.seller_id = ${on.sellerId} and c.order_id = o.id and coalesce(c.closed_at, c.requested_at) < ${on.at} limit 1) is null)`

/** That a parcel was not with its carrier by the order's day. */
const leftLate = sql`${firstScan} is null or ${firstScan} > o.ship_by`

/** Orders of which the marketplace decided a case for the buyer. */
const decidedCases = ({ sellerId, window, at }: Evaluated) => sql`
  select order_id from cases where seller_id = ${sellerId} and state = 'CLOSED_BUYER' and closed_at >= ${window.from} and closed_at < ${at}`

/**
 * That only the parcels of an order tell whether it was tracked in time. The order itself settles most: all parcels had their numbers in
 * time and have arrived, so their scans were before that.
 */
const mayBeUntracked = ({ at }: Evaluated): SqlCondition =>
  sql`(o.status <> 'DELIVERED' or o.parcels_noted_at is null or o.parcels_noted_at > o.ship_by or o.delivered_at >= ${at})`

/** What makes a sale a fault (seller-hubs 2.1). One that was in time by either of two measures is not late. */
const isFault: Record<Fault, (on: Evaluated) => SqlCondition> = {
  late: (on) =>
    sql`o.delivered_at > o.estimated_delivery_max and o.ship_by is not null and ${hasParcel(on, leftLate)}
      and ${hasParcel(on, sql`p.delivered_at > o.estimated_delivery_max and p.delivered_at < ${on.at}`)}`,
  defects: (on) => sql`o.id in (${decidedCases(on)} union
    select order_id from cancellations
    where seller_id = ${on.sellerId} and counts_as_defect and requested_at >= ${on.window.from} and requested_at < ${on.at})`,
  cases: (on) => sql`o.id in (${decidedCases(on)})`,
  untracked: (on) =>
    sql`${mayBeUntracked(on)} and ${isDue(on)} and (o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'CANCELLED') or ${hasParcel(
      on,
      sql`p.tracking_number is null or coalesce(p.recorded_at, p.shipped_at) > o.ship_by or ${firstScan} is null or ${firstScan} >= ${on.at}`,
    )})`,
}

/** The orders that a fault is counted of: as many as its count. */
export const faultyOrders = (fault: Fault, on: Evaluated): SqlCondition =>
  sql`${isSoldIn(on)} and ${isFault[fault](on)}`

/** What an order counts as: a column for each fault, which says its name or nothing. */
export const faultsOf = (on: Evaluated) =>
  sql.join(faults.map((fault) => sql`case when ${isFault[fault](on)} then ${fault}::text end as ${sql.ref(fault)}`))

/** Which months an evaluation looks at: the last few of a busy seller, of others the standard's own time. */
export async function chooseWindow(
  db: SellerDb,
  {
    sellerId,
    evaluation,
    zone,
    standards: { lookBack, busy },
  }: { sellerId: number; evaluation: Date; zone: string; standards: SellerStandards },
): Promise<EvaluationWindow> {
  const usual = windowOf(evaluation, zone, inMonths(lookBack))
  if (!busy) return usual
  const window = windowOf(evaluation, zone, busy.months)
  const { orders } = await oneRow(
    db,
    sql<{ orders: number }>`select count(*) as orders from (
      select from orders o where ${isSoldIn({ sellerId, window, at: evaluation })} limit ${busy.orders}) as many`,
  )
  return orders >= busy.orders ? window : usual
}

/** The shop that is measured. */
export interface MeasuredSeller {
  id: number
  timeZone: string
  currency: string
}

/** The orders of a fault that were sold in a month, by its first day in the shop's zone: those first that were sold first. */
export interface FaultyMonth {
  fault: Fault
  month: string
  ids: number[]
}

/** What an evaluation rests on, and the orders that its counts are of. */
export interface EvaluatedRow {
  counts: Counts
  faulty: FaultyMonth[]
}

/** Judges all that an evaluation looks at. */
export async function evaluateSales(
  db: SellerDb,
  seller: MeasuredSeller,
  { standards, ...on }: Evaluated & { standards: SellerStandards },
): Promise<EvaluatedRow> {
  const faulty = await readFaulty(db, on, seller.timeZone)
  const defective = faulty.flatMap(({ fault, ids }) => (fault === 'defects' ? ids : []))
  const { since, ...counted } = await oneRow(
    db,
    sql<Pick<Counts, 'orders' | 'due' | 'defectBuyers'> & { since: Date }>`
    select sold.orders, sold.due, registered_at as since,
      (select count(distinct o.buyer_username) from orders o where o.seller_id = ${on.sellerId} and o.id = any (${defective}::bigint[])) as "defectBuyers"
    from sellers cross join (
      select count(*) as orders, count(*) filter (where ${isDue(on)}) as due from orders o where ${isSoldIn(on)}
    ) as sold
    where sellers.id = ${on.sellerId}`,
  )
  const count = (of: Fault) => faulty.reduce((sum, { fault, ids }) => sum + (fault === of ? ids.length : 0), 0)
  const counts: Counts = {
    ...counted,
    late: count('late'),
    defects: count('defects'),
    cases: count('cases'),
    untracked: count('untracked'),
    ...(await readYear(db, seller, { before: on.window.before, standards })),
    days: Math.max(0, Math.floor((on.at.getTime() - since.getTime()) / day)),
  }
  return { counts, faulty }
}

/** The sales of the twelve months before a moment: what was not cancelled since. */
async function readYear(
  db: SellerDb,
  { id, timeZone, currency }: MeasuredSeller,
  { before, standards: { levels } }: { before: Date; standards: SellerStandards },
): Promise<Pick<Counts, 'yearOrders' | 'yearSales'>> {
  const { from } = windowOf(before, timeZone, 12)
  const rows = await sumSales(db, id, { current: [{ step: 0, from, before, compared: false }], previous: [] })
  const wanted = levels?.topRated.sales[currency]
  const minor = rows.reduce((sum, row) => sum + (row.currency === currency ? Number(row.grossMinor) : 0), 0)
  return {
    yearOrders: rows.reduce((sum, { orders }) => sum + orders, 0),
    yearSales: wanted === undefined ? null : { minor, wanted, currency },
  }
}

/** The orders of each fault. All at once: what has no tracking is found by looking at each parcel, and once is enough. */
async function readFaulty(db: SellerDb, on: Evaluated, zone: string): Promise<FaultyMonth[]> {
  const all = sql.join(
    faults.map(
      (fault) => sql`select ${fault}::text as fault, o.id, o.placed_at from orders o where ${faultyOrders(fault, on)}`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<FaultyMonth>`
    select fault, to_char(date_trunc('month', placed_at at time zone ${zone}), 'YYYY-MM-DD') as month,
      json_agg(id order by placed_at, id) as ids
    from (${all}) as faulty group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** How many orders were sold in a window. */
export async function countSold(db: SellerDb, on: Evaluated): Promise<number> {
  const { orders } = await oneRow(
    db,
    sql<{ orders: number }>`select count(*) as orders from orders o where ${isSoldIn(on)}`,
  )
  return orders
}

/** Days whose sales say how many are to be expected: four weeks have each weekday as often. */
const paceDays = 28

/** What may still come before a window ends: at the pace of the last weeks, and what will arrive late. */
export async function readProspects(db: SellerDb, on: Evaluated, daysToCome: number): Promise<Prospects> {
  const lately = { ...on, window: { ...on.window, from: new Date(on.at.getTime() - paceDays * day), before: on.at } }
  const { sold, undelivered } = await oneRow(
    db,
    sql<{ sold: number; undelivered: number }>`
    select (select count(*) from orders o where ${isSoldIn(lately)}) as sold,
      (select count(*) from orders o where ${isSoldIn(on)} and o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'SHIPPED')
        and o.estimated_delivery_max < ${on.at} and o.ship_by < ${on.at} and (o.delivered_at is null or o.delivered_at <= o.estimated_delivery_max)
        and (o.status <> 'SHIPPED' or ${hasParcel(on, sql`p.tracking_number is not null and (${leftLate})`)})) as undelivered`,
  )
  return { expected: Math.round((sold / paceDays) * daysToCome), undelivered }
}

/** How the marketplace itself rates the shop; null where it has not said. */
export async function readToldLevel(db: SellerDb, sellerId: number): Promise<SellerLevel | null> {
  const { level } = await db.selectFrom('sellers').select('level').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return level
}
