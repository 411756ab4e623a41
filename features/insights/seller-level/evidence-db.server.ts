import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readOfSeller } from '#db/shards.ts'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { firstScan, questions, type Evaluated } from '#features/core/seller-level/measure-sales-db.server.ts'

export interface EvidenceRow {
  id: number
  order_number: OrderNumber
  buyer_username: string
  /** Title of its first item, and the number of further items. */
  title: string
  others: number
  placed_at: Date
  ship_by: Date | null
  promised_by: Date | null
  /** When all its parcels had a tracking number, and when all had been scanned; null if one never was. */
  tracked_at: Date | null
  scanned_at: Date | null
  delivered_at: Date | null
  cancelled_at: Date | null
  decided_at: Date | null
  case_number: string | null
  /** The first message of the buyer that was not answered in time, and its answer. */
  asked_at: Date | null
  answered_at: Date | null
}

/** The statement that reads these orders, ordered by `place`; `more` adds columns. */
export const evidenceOf = (ids: SqlCondition, on: Evaluated, more = sql``) => sql<EvidenceRow>`
    with chosen as materialized (${ids})
    select ${more} o.id, o.order_number, o.buyer_username, coalesce(l.title, '') as title, greatest(o.line_count - 1, 0) as others, o.placed_at,
      o.ship_by, o.estimated_delivery_max as promised_by, p.tracked_at, p.scanned_at, o.delivered_at, c.cancelled_at, d.decided_at, d.case_number, q.asked_at, q.answered_at
    from chosen join orders o on o.seller_id = ${on.sellerId} and o.id = chosen.id
    left join lateral (
      select title from line_items where seller_id = ${on.sellerId} and order_id = o.id
      order by cancelled_quantity >= quantity, position limit 1
    ) l on true
    left join lateral (
      select case when bool_and(p.tracking_number is not null) then max(coalesce(p.recorded_at, p.shipped_at)) end as tracked_at,
        case when bool_and(${firstScan} is not null) then max(${firstScan}) end as scanned_at
      from shipments p where p.seller_id = ${on.sellerId} and p.order_id = o.id
    ) p on true
    left join lateral (
      select min(requested_at) as cancelled_at from cancellations
      where seller_id = ${on.sellerId} and order_id = o.id and counts_as_defect and requested_at < ${on.at}
    ) c on true
    left join lateral (
      select closed_at as decided_at, case_number from cases
      where seller_id = ${on.sellerId} and order_id = o.id and state = 'CLOSED_BUYER' and closed_at < ${on.at}
      order by closed_at limit 1
    ) d on true
    left join (
      select order_id, min(sent_at) as asked_at, (array_agg(answered_at order by sent_at))[1] as answered_at
      from (${questions(on)}) as question where is_late group by order_id
    ) q on q.order_id = o.id
    order by chosen.place`

/** Reads the given orders, in the given order. */
export async function readEvidence(db: SellerDb, on: Evaluated, ids: readonly number[]): Promise<EvidenceRow[]> {
  if (ids.length === 0) return []
  return readOfSeller(db, on.sellerId, evidenceOf(inThisOrder(ids), on).compile(db))
}

export const inThisOrder = (ids: readonly number[]): SqlCondition =>
  sql`select id, place from unnest(${ids}::bigint[]) with ordinality as page (id, place)`
