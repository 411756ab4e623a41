import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { readOfSeller } from '#db/shards.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'
import { evaluationDay, evaluationsAround, inMonths, windowOf, type EvaluationWindow } from './evaluation.ts'
import { faults, type Fault, type FaultCounts, type OrderStanding } from './seller-level.ts'

type SqlCondition = RawBuilder<unknown>

export interface Evaluated {
  sellerId: number
  window: EvaluationWindow
  /** Later events do not count. */
  at: Date
  standards: SellerStandards
}

export interface Evaluation {
  at: Date
  window: EvaluationWindow
}

/** Orders of history of a window, by an index of their own, so that `orders_placed` is enough to count the others. */
export const historyIn = (sellerId: number, { from, before }: EvaluationWindow): SqlCondition =>
  sql`select h.id from orders h where h.seller_id = ${sellerId} and h.history_at is not null
    and h.placed_at >= ${from} and h.placed_at < ${before}`

/**
 * Condition: the order was sold in the window, that is, paid, even if cancelled later. Imported orders may lack the
 * time of payment.
 */
export const isSoldIn = ({ sellerId, window, at, standards: { countHistory } }: Evaluated): SqlCondition =>
  sql`o.seller_id = ${sellerId} and o.placed_at >= ${window.from} and o.placed_at < ${window.before}
    and (o.paid_at < ${at} or (o.paid_at is null and o.status not in ('AWAITING_PAYMENT', 'CANCELLED', 'CANCELLATION_REQUESTED')))
    ${countHistory ? sql`` : sql`and o.id not in (${historyIn(sellerId, window)})`}`

/** A parcel's first scan. For scans before the hub recorded them, the seller's shipping time. */
export const firstScan = sql<Date | null>`case when p.state <> 'SHIPPED' then coalesce(p.scanned_at, p.shipped_at) end`

/**
 * Condition: the order has such a parcel. A subquery per order; `exists` behind an OR would read all parcels of the
 * shop.
 */
export const hasParcel = ({ sellerId }: Evaluated, which: SqlCondition) =>
  sql`(select true from shipments p where p.seller_id = ${sellerId} and p.order_id = o.id and (${which}) limit 1) is not null`

/** Condition: the order was due to ship by then. Cancelled orders, and those refunded instead of shipped, were not. */
const isDue = (on: Evaluated): SqlCondition =>
  sql`o.ship_by < ${on.at} and (o.status not in ('REFUNDED', 'CANCELLATION_REQUESTED') or ${hasParcel(on, sql`true`)})
    and (o.status <> 'CANCELLED' or (select true from cancellations c
      where c.seller_id = ${on.sellerId} and c.order_id = o.id and coalesce(c.closed_at, c.requested_at) < ${on.at} limit 1) is null)`

/** Condition: the carrier did not have the parcel by the ship-by date. */
export const leftLate = sql`${firstScan} is null or ${firstScan} > o.ship_by`

/** Orders with a case that the marketplace decided for the buyer. */
const decidedCases = ({ sellerId, window, at }: Evaluated) => sql`
  select order_id from cases where seller_id = ${sellerId} and state = 'CLOSED_BUYER' and closed_at >= ${window.from} and closed_at < ${at}`

/**
 * Condition: only the parcels can tell whether the order was tracked in time. Most orders are settled without them:
 * all numbers were recorded in time and the parcels have arrived, so they were scanned before.
 */
const mayBeUntracked = ({ at }: Evaluated): SqlCondition =>
  sql`(o.status <> 'DELIVERED' or o.parcels_noted_at is null or o.parcels_noted_at > o.ship_by or o.delivered_at >= ${at})`

/**
 * Buyers' messages that had to be answered by then, with the first answer after each. Without those marked as needing
 * none.
 */
export const questions = ({ sellerId, window, at, standards: { unanswered } }: Evaluated) => sql`
  select m.order_id, m.sent_at, answer.at as answered_at,
    coalesce(answer.at, ${at}::timestamptz) > m.sent_at + ${unanswered.within / 1000} * interval '1 second' as is_late
  from conversations c
  join conversation_messages m on m.seller_id = ${sellerId} and m.order_id = c.order_id
  left join lateral (
    select min(a.sent_at) as at from conversation_messages a
    where a.seller_id = ${sellerId} and a.order_id = m.order_id and a.sender = 'SELLER' and a.sent_at < ${at}
      and a.id > m.id and coalesce(a.seen_id, a.id) >= m.id
  ) answer on true
  where c.seller_id = ${sellerId} and c.last_at >= ${window.from} and m.sender = 'BUYER'
    and m.sent_at >= ${window.from} and m.sent_at < ${new Date(at.getTime() - unanswered.within)}
    and (answer.at is not null or m.id > c.settled_id)`

/** Orders with the faults that rows of their own record. */
const listed = {
  defects: (on: Evaluated) => sql`${decidedCases(on)} union
    select order_id from cancellations
    where seller_id = ${on.sellerId} and counts_as_defect and requested_at >= ${on.window.from} and requested_at < ${on.at}`,
  cases: decidedCases,
  unanswered: (on: Evaluated) => sql`select order_id from (${questions(on)}) as question where is_late`,
}

/** What makes a sale a fault (seller-hubs 2.1). A sale that was on time by either of two measures is not late. */
const isFault: Record<Fault, (on: Evaluated) => SqlCondition> = {
  late: (on) =>
    sql`o.delivered_at > o.estimated_delivery_max and o.ship_by is not null and ${hasParcel(on, leftLate)}
      and ${hasParcel(on, sql`p.delivered_at > o.estimated_delivery_max and p.delivered_at < ${on.at}`)}`,
  defects: (on) => sql`o.id in (${listed.defects(on)})`,
  cases: (on) => sql`o.id in (${listed.cases(on)})`,
  unanswered: (on) => sql`o.id in (${listed.unanswered(on)})`,
  untracked: (on) =>
    sql`${mayBeUntracked(on)} and ${isDue(on)} and (o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'CANCELLED') or ${hasParcel(
      on,
      sql`p.tracking_number is null or coalesce(p.recorded_at, p.shipped_at) > o.ship_by or ${firstScan} is null or ${firstScan} >= ${on.at}`,
    )})`,
}

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
    standards,
  }: { sellerId: number; evaluation: Date; zone: string; standards: SellerStandards },
): Promise<EvaluationWindow> {
  const { lookBack, busy } = standards
  const standardWindow = windowOf(evaluation, zone, inMonths(lookBack))
  if (!busy) return standardWindow
  const window = windowOf(evaluation, zone, busy.months)
  const { orders } = await readOne(
    db,
    sellerId,
    sql<{ orders: number }>`select count(*) as orders from (
      select from orders o where ${isSoldIn({ sellerId, window, at: evaluation, standards })} limit ${busy.orders}) as many`,
  )
  return orders >= busy.orders ? window : standardWindow
}

/** When and of which sales the next evaluation is. Without levels, each month is evaluated once it has ended. */
export async function nextEvaluation(
  db: SellerDb,
  { id: sellerId, timeZone: zone }: MeasuredSeller,
  { standards, now }: { standards: SellerStandards; now: Date },
): Promise<Evaluation> {
  const { next: at } = evaluationsAround(now, zone, evaluationDay(standards))
  return { at, window: await chooseWindow(db, { sellerId, evaluation: at, zone, standards }) }
}

/** Counts of the next evaluation as of now: each page that shows a measure has them from here. */
export async function readMeasures(
  db: SellerDb,
  seller: MeasuredSeller,
  { standards, now }: { standards: SellerStandards; now: Date },
): Promise<MeasuredSales & { on: Evaluated }> {
  const { window } = await nextEvaluation(db, seller, { standards, now })
  const on = { sellerId: seller.id, window, at: now, standards }
  return { ...(await measureSales(db, seller, on)), on }
}

export async function readOrderStanding(
  db: SellerDb,
  { on, faulty }: Pick<MeasuredSales, 'faulty'> & { on: Evaluated },
  orderId: number,
): Promise<OrderStanding> {
  const defects = faulty.flatMap(({ fault, ids }) => (fault === 'defects' ? ids : []))
  const { hasBuyer } = await readOne(
    db,
    on.sellerId,
    sql<Pick<OrderStanding, 'hasBuyer'>>`
    select count(*) > 0 as "hasBuyer" from orders o
    join orders d on d.seller_id = ${on.sellerId} and d.id = any (${defects}::bigint[]) and d.buyer_username = o.buyer_username
    where o.seller_id = ${on.sellerId} and o.id = ${orderId}`,
  )
  return { hasBuyer, isDefect: defects.includes(orderId) }
}

/** Reads the row of a statement that always returns one. Its text is constant, apart from the operator's rules. */
export async function readOne<T>(db: SellerDb, sellerId: number, statement: RawBuilder<T>): Promise<T> {
  return firstRow({ rows: await readOfSeller(db, sellerId, statement.compile(db)) })
}

export interface MeasuredSeller {
  id: number
  timeZone: string
}

/** The orders with a fault that were sold in a month, oldest first; `month` is its first day in the shop's zone. */
export interface FaultyMonth {
  fault: Fault
  month: string
  ids: number[]
}

export interface MeasuredSales {
  counts: FaultCounts
  faulty: FaultyMonth[]
}

export async function measureSales(
  db: SellerDb,
  { timeZone }: Pick<MeasuredSeller, 'timeZone'>,
  on: Evaluated,
): Promise<MeasuredSales> {
  // Once for both statements: they join each message to its answer.
  const { asked, late } = await readOne(
    db,
    on.sellerId,
    sql<{ asked: number[]; late: number[] }>`
    select coalesce(array_agg(distinct order_id), '{}') as asked,
      coalesce(array_agg(distinct order_id) filter (where is_late), '{}') as late
    from (${questions(on)}) as question`,
  )
  const [faulty, { since, ...counted }] = await Promise.all([
    readFaulty(db, on, { zone: timeZone, unanswered: late }),
    readOne(
      db,
      on.sellerId,
      sql<Pick<FaultCounts, 'orders' | 'due' | 'asked'> & { since: Date }>`
      select sold.orders, sold.due, sold.asked, s.registered_at as since
      from sellers s cross join (
        select count(*) as orders, count(*) filter (where ${isDue(on)}) as due,
          count(*) filter (where o.id in (select unnest(${asked}::bigint[]))) as asked
        from orders o where ${isSoldIn(on)}
      ) as sold
      where s.id = ${on.sellerId}`,
    ),
  ])
  const count = (of: Fault) => faulty.reduce((sum, { fault, ids }) => sum + (fault === of ? ids.length : 0), 0)
  const counts: FaultCounts = {
    ...counted,
    defectBuyers: new Set(faulty.flatMap(({ defectBuyers }) => defectBuyers ?? [])).size,
    late: count('late'),
    defects: count('defects'),
    cases: count('cases'),
    untracked: count('untracked'),
    unanswered: count('unanswered'),
    days: Math.max(0, Math.floor((on.at.getTime() - since.getTime()) / day)),
  }
  return { counts, faulty }
}

/**
 * Reads the orders of every fault in one statement, so that parcels are read once, and the buyers of those with a
 * defect. `unanswered`: ids of orders with a late answer.
 */
async function readFaulty(
  db: SellerDb,
  on: Evaluated,
  { zone, unanswered }: { zone: string; unanswered: readonly number[] },
): Promise<(FaultyMonth & { defectBuyers: string[] | null })[]> {
  // An array is read before the orders, which are then found by id in any plan.
  const isListed = (ids: SqlCondition) => sql`${isSoldIn(on)} and o.id = any (${ids})`
  const isFaulty = (fault: Fault) =>
    fault === 'unanswered'
      ? isListed(sql`${unanswered}::bigint[]`)
      : fault === 'defects' || fault === 'cases'
        ? isListed(sql`array(${listed[fault](on)})`)
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

export async function countSold(db: SellerDb, on: Evaluated): Promise<number> {
  const { orders } = await readOne(
    db,
    on.sellerId,
    sql<{ orders: number }>`select count(*) as orders from orders o where ${isSoldIn(on)}`,
  )
  return orders
}
