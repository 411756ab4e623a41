import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { cancellableDays, unshippedStatuses } from '#features/orders/order.ts'
import { answerDays, todoOrdersNeeded, type TodoBounds, type TodoKind, type TodoOrder, type TodoSum } from './todo.ts'

interface TodoOrderRow {
  kind: TodoKind
  order_number: string
  buyer_username: string
  line_count: number
  title: string | null
  due_at: Date | null
  currency: string
  total_minor: number
}

/** Counts the seller's orders with something to do, and reads the most urgent of each kind. */
export async function readTodos(
  db: SellerDb,
  sellerId: number,
  bounds: TodoBounds,
): Promise<{ sums: TodoSum[]; orders: TodoOrder[] }> {
  const { rows: sums } = await sql<TodoSum>`
    with due as (${dueOrders(sellerId, bounds)})
    select kind, currency, count(*) as orders, sum(total_minor) as "totalMinor",
      count(*) filter (where due_at < ${bounds.now}) as late
    from due
    group by kind, currency
  `.execute(db)
  if (sums.length === 0) return { sums, orders: [] }
  const { rows } = await sql<TodoOrderRow>`
    with due as (${dueOrders(sellerId, bounds)}),
    ranked as (select *, row_number() over (partition by kind order by due_at nulls last, id) as place from due)
    select kind, order_number, buyer_username, line_count, due_at, currency, total_minor,
      (select title from line_items l where l.seller_id = ${sellerId} and l.order_id = ranked.id order by position limit 1) as title
    from ranked
    where place <= ${todoOrdersNeeded}
    order by kind, place
  `.execute(db)
  return { sums, orders: rows.map(todoOrder) }
}

/** All orders of the seller with something to do, each of one kind: the kinds stand for statuses that exclude each other. */
function dueOrders(sellerId: number, { now, tomorrow, dayAfter, unpaid }: TodoBounds) {
  const columns = sql.raw('id, order_number, buyer_username, line_count, currency, total_minor')
  return sql`
    select case when ship_by < ${now} then 'ship-overdue' when ship_by < ${tomorrow} then 'ship-today' else 'ship-tomorrow' end as kind,
      ship_by as due_at, ${columns}
    from orders
    where seller_id = ${sellerId} and status = any(${[...unshippedStatuses]}) and ship_by < ${dayAfter}
    union all
    select 'cancellation',
      (select coalesce(respond_by, requested_at + make_interval(days => ${answerDays})) from cancellations c
        where c.seller_id = ${sellerId} and c.order_id = orders.id and c.state = 'REQUESTED' order by requested_at limit 1),
      ${columns}
    from orders
    where seller_id = ${sellerId} and status = 'CANCELLATION_REQUESTED'
    union all
    select 'unpaid', placed_at + make_interval(days => ${cancellableDays}),
      ${columns}
    from orders
    where seller_id = ${sellerId} and status = 'AWAITING_PAYMENT' and placed_at >= ${unpaid.from} and placed_at < ${unpaid.before}
  `
}

function todoOrder(row: TodoOrderRow): TodoOrder {
  return {
    kind: row.kind,
    orderNumber: row.order_number,
    buyer: row.buyer_username,
    title: row.title,
    lines: row.line_count,
    dueAt: row.due_at,
    total: { minor: row.total_minor, currency: row.currency },
  }
}
