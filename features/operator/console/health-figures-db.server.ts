import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { HealthRules } from '#features/core/policy-pack/policy-pack.ts'
import type { Failure, HealthFigures } from './health.ts'

/** Time and rules of a count. */
export interface HealthScope {
  rules: HealthRules
  now: Date
}

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

/** Condition: paid in the period, in this hub. The payment time of imported orders may be unknown. */
const isSold = ({ rules, now }: HealthScope): SqlCondition =>
  sql`o.placed_at >= ${ago(now, rules.lookBack)} and o.placed_at < ${now}
    and (o.paid_at < ${now} or (o.paid_at is null and o.status not in ('AWAITING_PAYMENT', 'CANCELLED', 'CANCELLATION_REQUESTED')))
    and not exists (select from orders h where h.seller_id = o.seller_id and h.placed_at = o.placed_at and h.id = o.id
      and h.history_at is not null)`

const parcels = (which: SqlCondition) =>
  sql`exists (select from shipments p where p.seller_id = o.seller_id and p.order_id = o.id and (${which}))`

/** Condition: should have been shipped by now. Excludes orders cancelled, or refunded before shipping. */
const isDue = ({ now }: HealthScope): SqlCondition =>
  sql`o.ship_by < ${now} and o.status not in ('CANCELLED', 'CANCELLATION_REQUESTED')
    and (o.status <> 'REFUNDED' or ${parcels(sql`true`)})`

/** When a parcel was shipped: its first scan, or the seller's date if it was never scanned. */
const left = sql<Date>`coalesce(p.scanned_at, p.shipped_at)`

/**
 * Buyers' messages that should have been answered by now, with the first answer after them. Excludes messages marked as
 * needing none.
 */
const askedMessages = ({ rules, now }: HealthScope, sellerIds: readonly number[]) => sql`
  select m.seller_id, m.order_id, m.sent_at, answer.at as answered_at,
    coalesce(answer.at, ${now}::timestamptz) > m.sent_at + ${rules.answerWithin / 1000} * interval '1 second' as is_late
  from conversations c
  join conversation_messages m on m.seller_id = c.seller_id and m.order_id = c.order_id
  left join lateral (
    select min(a.sent_at) as at from conversation_messages a
    where a.seller_id = m.seller_id and a.order_id = m.order_id and a.sender = 'SELLER' and a.sent_at <= ${now}
      and a.id > m.id and coalesce(a.seen_id, a.id) >= m.id
  ) answer on true
  where c.seller_id = any (${[...sellerIds]}::bigint[]) and c.last_at >= ${ago(now, rules.lookBack)} and m.sender = 'BUYER'
    and m.sent_at >= ${ago(now, rules.lookBack)} and m.sent_at < ${ago(now, rules.answerWithin)}
    and (answer.at is not null or m.id > c.settled_id)`

/** Failure conditions that depend on the order itself. */
const isFailure: Record<Exclude<Failure, 'unanswered'>, (on: HealthScope) => SqlCondition> = {
  late: (on) =>
    sql`${isDue(on)} and (o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED') or ${parcels(sql`${left} > o.ship_by`)})`,
  cases: () => sql`exists (select from cases k where k.seller_id = o.seller_id and k.order_id = o.id
    and k.state in ('CLOSED_BUYER', 'RETURN_REQUEST_TIMEOUT', 'REPLACEMENT_REQUEST_TIMEOUT', 'RETURN_LABEL_PENDING_TIMEOUT', 'SELLER_RESPONSE_TIMEOUT'))`,
  cancelled: () =>
    sql`exists (select from cancellations x where x.seller_id = o.seller_id and x.order_id = o.id and x.counts_as_defect)`,
}

const nothing: HealthFigures = { sold: 0, due: 0, asked: 0, late: 0, cases: 0, cancelled: 0, unanswered: 0 }

/** Counts orders by seller, in two statements that each read one index range per seller. */
export async function readFigures(
  db: Kysely<Schema>,
  sellerIds: readonly number[],
  on: HealthScope,
): Promise<Map<number, HealthFigures>> {
  const orders = sql<Omit<HealthFigures, 'asked' | 'unanswered'> & { seller_id: number }>`${overAllSellers}
    select o.seller_id, count(*) as sold,
      count(*) filter (where ${isDue(on)}) as due,
      count(*) filter (where ${isFailure.late(on)}) as late,
      count(*) filter (where ${isFailure.cases(on)}) as cases,
      count(*) filter (where ${isFailure.cancelled(on)}) as cancelled
    from orders o where o.seller_id = any (${[...sellerIds]}::bigint[]) and ${isSold(on)}
    group by o.seller_id`
  const messages = sql<{ seller_id: number; asked: number; unanswered: number }>`${overAllSellers}
    select seller_id, count(distinct order_id) as asked, count(distinct order_id) filter (where is_late) as unanswered
    from (${askedMessages(on, sellerIds)}) as message group by seller_id`
  const [sales, talks] = await Promise.all([orders.execute(db), messages.execute(db)])
  const figures = new Map(sellerIds.map((id) => [id, { ...nothing }]))
  for (const { seller_id: seller, ...counted } of [...sales.rows, ...talks.rows])
    Object.assign(figures.get(seller) ?? {}, counted)
  return figures
}

/** An order behind a figure, with number and dates only. Buyer, items and money are visible to the seller alone. */
export interface FailedOrder {
  order_number: OrderNumber
  placed_at: Date
  ship_by: Date | null
  /** When its last parcel was shipped; null if something is unshipped. */
  left_at: Date | null
  case_number: string | null
  /** When the case was decided for the buyer; null if the seller has not answered it. */
  decided_at: Date | null
  cancelled_at: Date | null
  /** The buyer's first message not answered in time, and its answer. */
  asked_at: Date | null
  answered_at: Date | null
}

/** Maximum orders shown for a figure. */
export const maxEvidence = 50

/** Orders counted for a seller's failure, newest first. */
export async function readFailedOrders(
  db: Kysely<Schema>,
  { sellerId, failure, ...on }: HealthScope & { sellerId: number; failure: Failure },
): Promise<FailedOrder[]> {
  const late = sql`select seller_id, order_id, min(sent_at) as asked_at, (array_agg(answered_at order by sent_at))[1] as answered_at
    from (${askedMessages(on, [sellerId])}) as message where is_late group by 1, 2`
  const chosen =
    failure === 'unanswered' ? sql`talk.order_id is not null` : sql`${isSold(on)} and ${isFailure[failure](on)}`
  const { rows } = await sql<FailedOrder>`${overAllSellers}
    select o.order_number, o.placed_at, o.ship_by,
      case when o.status not in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED') then (
        select max(${left}) from shipments p where p.seller_id = o.seller_id and p.order_id = o.id
      ) end as left_at,
      k.case_number, k.decided_at,
      (select min(x.requested_at) from cancellations x
        where x.seller_id = o.seller_id and x.order_id = o.id and x.counts_as_defect) as cancelled_at,
      talk.asked_at, talk.answered_at
    from orders o
    left join (${late}) as talk on talk.seller_id = o.seller_id and talk.order_id = o.id
    left join lateral (
      select case_number, case when state = 'CLOSED_BUYER' then closed_at end as decided_at from cases c
      where c.seller_id = o.seller_id and c.order_id = o.id and (c.state = 'CLOSED_BUYER' or c.state like '%TIMEOUT')
      order by c.opened_at desc limit 1
    ) k on true
    where o.seller_id = ${sellerId} and ${chosen}
    order by o.placed_at desc, o.id desc limit ${maxEvidence}`.execute(db)
  return rows
}
