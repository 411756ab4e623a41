import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { readOfSeller } from '#db/shards.ts'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { sumSales } from '#features/shop/sales/sales-db.server.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'
import { inMonths, windowOf, type EvaluationWindow } from './evaluation.ts'
import { faults, type Counts, type Fault, type Prospects, type SellerLevel } from './seller-level.ts'

/** The sales to evaluate, as known at a moment. */
export interface Evaluated {
  sellerId: number
  window: EvaluationWindow
  /** Later events do not count. */
  at: Date
  /** Whether orders of history count. */
  countHistory?: boolean | undefined
}

/** Orders of history of a window, by an index of their own, so that `orders_placed` is enough to count the others. */
const historyIn = (sellerId: number, { from, before }: EvaluationWindow): SqlCondition =>
  sql`select h.id from orders h where h.seller_id = ${sellerId} and h.history_at is not null
    and h.placed_at >= ${from} and h.placed_at < ${before}`

/**
 * Condition: the order was sold in the window, that is, paid, even if cancelled later. Imported orders may lack the
 * time of payment.
 */
const isSoldIn = ({ sellerId, window, at, countHistory }: Evaluated): SqlCondition =>
  sql`o.seller_id = ${sellerId} and o.placed_at >= ${window.from} and o.placed_at < ${window.before}
    and (o.paid_at < ${at} or (o.paid_at is null and o.status not in ('AWAITING_PAYMENT', 'CANCELLED', 'CANCELLATION_REQUESTED')))
    ${countHistory ? sql`` : sql`and o.id not in (${historyIn(sellerId, window)})`}`

/** A parcel's first scan. For scans before the hub recorded them, the seller's shipping time. */
export const firstScan = sql<Date | null>`case when p.state <> 'SHIPPED' then coalesce(p.scanned_at, p.shipped_at) end`

/**
 * Condition: the order has such a parcel. A subquery per order; `exists` behind an OR would read all parcels of the
 * shop.
 */
const hasParcel = ({ sellerId }: Evaluated, which: SqlCondition) =>
  sql`(select true from shipments p where p.seller_id = ${sellerId} and p.order_id = o.id and (${which}) limit 1) is not null`

/** Condition: the order was due to ship by then. Cancelled orders, and those refunded instead of shipped, were not. */
const isDue = (on: Evaluated): SqlCondition =>
  sql`o.ship_by < ${on.at} and (o.status not in ('REFUNDED', 'CANCELLATION_REQUESTED') or ${hasParcel(on, sql`true`)})
    and (o.status <> 'CANCELLED' or (select true from cancellations c
      where c.seller_id = ${on.sellerId} and c.order_id = o.id and coalesce(c.closed_at, c.requested_at) < ${on.at} limit 1) is null)`

/** Condition: the carrier did not have the parcel by the ship-by date. */
const leftLate = sql`${firstScan} is null or ${firstScan} > o.ship_by`

/** Orders with a case that the marketplace decided for the buyer. */
const decidedCases = ({ sellerId, window, at }: Evaluated) => sql`
  select order_id from cases where seller_id = ${sellerId} and state = 'CLOSED_BUYER' and closed_at >= ${window.from} and closed_at < ${at}`

/**
 * Condition: only the parcels can tell whether the order was tracked in time. Most orders are settled without them:
 * all numbers were recorded in time and the parcels have arrived, so they were scanned before.
 */
const mayBeUntracked = ({ at }: Evaluated): SqlCondition =>
  sql`(o.status <> 'DELIVERED' or o.parcels_noted_at is null or o.parcels_noted_at > o.ship_by or o.delivered_at >= ${at})`

/** Orders with the faults that rows of their own record. */
const listed = {
  defects: (on: Evaluated) => sql`${decidedCases(on)} union
    select order_id from cancellations
    where seller_id = ${on.sellerId} and counts_as_defect and requested_at >= ${on.window.from} and requested_at < ${on.at}`,
  cases: decidedCases,
}

/** What makes a sale a fault (seller-hubs 2.1). A sale that was on time by either of two measures is not late. */
const isFault: Record<Fault, (on: Evaluated) => SqlCondition> = {
  late: (on) =>
    sql`o.delivered_at > o.estimated_delivery_max and o.ship_by is not null and ${hasParcel(on, leftLate)}
      and ${hasParcel(on, sql`p.delivered_at > o.estimated_delivery_max and p.delivered_at < ${on.at}`)}`,
  defects: (on) => sql`o.id in (${listed.defects(on)})`,
  cases: (on) => sql`o.id in (${listed.cases(on)})`,
  untracked: (on) =>
    sql`${mayBeUntracked(on)} and ${isDue(on)} and (o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'CANCELLED') or ${hasParcel(
      on,
      sql`p.tracking_number is null or coalesce(p.recorded_at, p.shipped_at) > o.ship_by or ${firstScan} is null or ${firstScan} >= ${on.at}`,
    )})`,
}

/** Condition: the order counts as this fault. */
export const faultyOrders = (fault: Fault, on: Evaluated): SqlCondition =>
  sql`${isSoldIn(on)} and ${isFault[fault](on)}`

/** One column per fault: its name if the order counts as it, else null. */
export const faultsOf = (on: Evaluated) =>
  sql.join(faults.map((fault) => sql`case when ${isFault[fault](on)} then ${fault}::text end as ${sql.ref(fault)}`))

/** The window of an evaluation: the last few months for a busy seller, else the standard's period. */
export async function chooseWindow(
  db: SellerDb,
  {
    sellerId,
    evaluation,
    zone,
    standards: { lookBack, busy, countHistory },
  }: { sellerId: number; evaluation: Date; zone: string; standards: SellerStandards },
): Promise<EvaluationWindow> {
  const standardWindow = windowOf(evaluation, zone, inMonths(lookBack))
  if (!busy) return standardWindow
  const window = windowOf(evaluation, zone, busy.months)
  const { orders } = await readOne(
    db,
    sellerId,
    sql<{ orders: number }>`select count(*) as orders from (
      select from orders o where ${isSoldIn({ sellerId, window, at: evaluation, countHistory })} limit ${busy.orders}) as many`,
  )
  return orders >= busy.orders ? window : standardWindow
}

/** Reads the row of a statement that always returns one. Its text is constant, apart from the operator's rules. */
async function readOne<T>(db: SellerDb, sellerId: number, statement: RawBuilder<T>): Promise<T> {
  return firstRow({ rows: await readOfSeller(db, sellerId, statement.compile(db)) })
}

/** The shop to evaluate. */
export interface MeasuredSeller {
  id: number
  timeZone: string
  currency: string
}

/** The orders with a fault that were sold in a month, oldest first; `month` is its first day in the shop's zone. */
export interface FaultyMonth {
  fault: Fault
  month: string
  ids: number[]
}

/** The counts of an evaluation, and the orders behind them. */
export interface EvaluatedRow {
  counts: Counts
  faulty: FaultyMonth[]
}

/** Counts everything an evaluation covers. */
export async function evaluateSales(
  db: SellerDb,
  seller: MeasuredSeller,
  { standards, ...on }: Evaluated & { standards: SellerStandards },
): Promise<EvaluatedRow> {
  const [faulty, sold, year] = await Promise.all([
    readFaulty(db, on, seller.timeZone),
    readOne(
      db,
      on.sellerId,
      sql<Pick<Counts, 'orders' | 'due'> & { since: Date }>`
      select sold.orders, sold.due, s.registered_at as since
      from sellers s cross join (
        select count(*) as orders, count(*) filter (where ${isDue(on)}) as due from orders o where ${isSoldIn(on)}
      ) as sold
      where s.id = ${on.sellerId}`,
    ),
    readYear(db, seller, { before: on.window.before, standards }),
  ])
  const { since, ...counted } = sold
  const count = (of: Fault) => faulty.reduce((sum, { fault, ids }) => sum + (fault === of ? ids.length : 0), 0)
  const counts: Counts = {
    ...counted,
    defectBuyers: new Set(faulty.flatMap(({ defectBuyers }) => defectBuyers ?? [])).size,
    late: count('late'),
    defects: count('defects'),
    cases: count('cases'),
    untracked: count('untracked'),
    ...year,
    days: Math.max(0, Math.floor((on.at.getTime() - since.getTime()) / day)),
  }
  return { counts, faulty }
}

/** The sales of the twelve months before a moment, without cancelled orders. */
async function readYear(
  db: SellerDb,
  { id, timeZone, currency }: MeasuredSeller,
  { before, standards: { levels, countHistory } }: { before: Date; standards: SellerStandards },
): Promise<Pick<Counts, 'yearOrders' | 'yearSales'>> {
  const window = windowOf(before, timeZone, 12)
  const { from } = window
  const [rows, past] = await Promise.all([
    sumSales(db, id, { current: [{ step: 0, from, before, compared: false }], previous: [] }),
    countHistory ? { orders: 0, minor: 0 } : sumHistory(db, { sellerId: id, window, currency }),
  ])
  const required = levels?.topRated.sales[currency]
  const minor =
    rows.reduce((sum, row) => sum + (row.currency === currency ? Number(row.grossMinor) : 0), 0) - past.minor
  return {
    yearOrders: rows.reduce((sum, { orders }) => sum + orders, 0) - past.orders,
    yearSales: required === undefined ? null : { minor, required, currency },
  }
}

/** Sums sales of history in a window; of the kept sums they are a part. */
const sumHistory = (
  db: SellerDb,
  { sellerId, window, currency }: { sellerId: number; window: EvaluationWindow; currency: string },
) =>
  readOne(
    db,
    sellerId,
    sql<{ orders: number; minor: number }>`
    select count(*) as orders, coalesce(sum(o.total_minor) filter (where o.currency = ${currency}), 0)::bigint as minor
    from orders o where o.seller_id = ${sellerId} and o.id in (${historyIn(sellerId, window)})
      and is_sale(o.payment_status, o.cancel_state)`,
  )

/**
 * Reads the orders of every fault in one statement, so that parcels are read once, and the buyers of those with a
 * defect.
 */
async function readFaulty(
  db: SellerDb,
  on: Evaluated,
  zone: string,
): Promise<(FaultyMonth & { defectBuyers: string[] | null })[]> {
  // An array is read before the orders, which are then found by id in any plan.
  const isFaulty = (fault: Fault) =>
    fault === 'defects' || fault === 'cases'
      ? sql`${isSoldIn(on)} and o.id = any (array(${listed[fault](on)}))`
      : faultyOrders(fault, on)
  const all = sql.join(
    faults.map(
      (fault) =>
        sql`select ${fault}::text as fault, o.id, o.placed_at, o.buyer_username from orders o where ${isFaulty(fault)}`,
    ),
    sql` union all `,
  )
  const statement = sql<FaultyMonth & { defectBuyers: string[] | null }>`
    select fault, to_char(date_trunc('month', placed_at at time zone ${zone}), 'YYYY-MM-DD') as month,
      json_agg(id order by placed_at, id) as ids, json_agg(distinct buyer_username) filter (where fault = 'defects') as "defectBuyers"
    from (${all}) as faulty group by 1, 2 order by 1, 2`
  return readOfSeller(db, on.sellerId, statement.compile(db))
}

/** The number of orders sold in a window. */
export async function countSold(db: SellerDb, on: Evaluated): Promise<number> {
  const { orders } = await readOne(
    db,
    on.sellerId,
    sql<{ orders: number }>`select count(*) as orders from orders o where ${isSoldIn(on)}`,
  )
  return orders
}

/** Days from which future sales are estimated; in four weeks each weekday is equally frequent. */
const paceDays = 28

/** What may still count before the window ends: orders at the recent pace, and late deliveries. */
export async function readProspects(db: SellerDb, on: Evaluated, daysToCome: number): Promise<Prospects> {
  const recent = { ...on, window: { ...on.window, from: new Date(on.at.getTime() - paceDays * day), before: on.at } }
  const { sold, undelivered } = await readOne(
    db,
    on.sellerId,
    sql<{ sold: number; undelivered: number }>`
    select (select count(*) from orders o where ${isSoldIn(recent)}) as sold,
      (select count(*) from orders o where ${isSoldIn(on)} and o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'SHIPPED')
        and o.estimated_delivery_max < ${on.at} and o.ship_by < ${on.at} and (o.delivered_at is null or o.delivered_at <= o.estimated_delivery_max)
        and (o.status <> 'SHIPPED' or ${hasParcel(on, sql`p.tracking_number is not null and (${leftLate})`)})) as undelivered`,
  )
  return { expected: Math.round((sold / paceDays) * daysToCome), undelivered }
}

/** The level reported by the marketplace; null if it reports none. */
export async function readReportedLevel(db: SellerDb, sellerId: number): Promise<SellerLevel | null> {
  const { level } = await db.selectFrom('sellers').select('level').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return level
}
