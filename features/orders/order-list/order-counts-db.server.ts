import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'
import { exactInteger } from '#lib/exact-sums.ts'
import { unshippedStatuses, type DueBounds, type OrderStatus } from '#features/core/order/order.ts'

export interface StatusCountRow extends ListTotal {
  status: OrderStatus
}

export interface OrderCounts {
  byStatus: StatusCountRow[]
  overdue: number
  dueToday: number
  /** Conversations with unread messages. */
  unread: number
}

export function countOrders(db: SellerDb, sellerId: number, bounds: DueBounds): Promise<OrderCounts> {
  return readBatchPart(db, orderCounts, { ...bounds, sellerId })
}

interface CountRow extends Omit<StatusCountRow, 'minor'> {
  minor: string
  overdue: number
  due_today: number
  unread: number
}

export interface CountedFor extends DueBounds {
  sellerId: number
}

/** Query for the counts: stored sums and three index ranges. */
export const orderCounts: BatchPart<CountedFor, OrderCounts> = {
  statement: (at) => {
    const sellerId = at((on) => on.sellerId)
    const due = (
      before: RawBuilder<unknown>,
      from = sql``,
    ) => sql<number>`(select count(*) from orders o where o.seller_id = ${sellerId}
      and o.status in (${sql.join(unshippedStatuses)}) and o.ship_by < ${before} ${from})`
    const now = at((on) => on.now)
    return sql`
      select status, currency, orders as rows, units, total_minor::text as minor,
        ${due(now)} as overdue, ${due(
          at((on) => on.tomorrow),
          sql`and o.ship_by >= ${now}`,
        )} as due_today,
        (select count(*) from conversations c where c.seller_id = ${sellerId} and c.is_unread) as unread
      from order_counts where seller_id = ${sellerId} and orders > 0 order by status, currency`
  },
  read: (rows: CountRow[]) => ({
    byStatus: rows.map(({ status, currency, rows: n, units, minor }) => ({
      status,
      currency,
      rows: n,
      units,
      minor: exactInteger(BigInt(minor)),
    })),
    overdue: rows[0]?.overdue ?? 0,
    dueToday: rows[0]?.due_today ?? 0,
    unread: rows[0]?.unread ?? 0,
  }),
}

/** Countries that a seller ships to, found by a loose index scan. */
export const countriesOfOrders: BatchPart<{ sellerId: number }, string[]> = {
  statement: (at) => {
    const after = (bound: RawBuilder<unknown>) => sql`(select o.ship_to_country as country from orders o
      where o.seller_id = ${at((on) => on.sellerId)} ${bound} order by o.ship_to_country limit 1)`
    return sql`
      with recursive countries as (
        ${after(sql``)}
        union all
        select found.country from countries c, lateral ${after(sql`and o.ship_to_country > c.country`)} found
      ) select country from countries`
  },
  read: (rows: { country: string }[]) => rows.map(({ country }) => country),
}
