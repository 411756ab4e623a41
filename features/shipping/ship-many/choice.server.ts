import type { Reading } from '#features/machinery/grid/list.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import type { Orders } from '#features/orders/order-list/orders-list-row.server.ts'
import { openChosenOrders } from '#features/orders/order-list/chosen-orders.server.ts'
import { formatGridQuery } from '#lib/grid-query.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths, withSearch } from '#web/paths.ts'
import { maxRows } from './sheet.ts'

export type Choice = ReturnType<typeof readChoice>

export function readChoice(visit: SellerArgs) {
  const { keys, ...match } = openChosenOrders(visit)
  const isAll = keys === null
  const chosen = [...new Set(keys)]
  const { searchParams } = visit.url
  const behind = parseOrderNumber(searchParams.get('behind'))
  return {
    /** The list query; when paging, starts after the last order of the previous page. */
    match: { ...match, keys: null, ...(behind && { behind }) },
    /** Null: a page of all matching orders. */
    orders: isAll ? null : chosen.slice(0, maxRows),
    rest: chosen.slice(maxRows),
    /** Whether the orders are one page of all that match, continued after the last. */
    isPage: searchParams.get('paged') === '1',
  }
}

export function sheetHref(
  { query, definition }: Reading<Orders>,
  asked: { orders: readonly OrderNumber[]; isPage: boolean } | { behind: OrderNumber },
): string {
  const params = new URLSearchParams(formatGridQuery(query, definition))
  const of =
    'orders' in asked
      ? { keys: asked.orders.join(','), ...(asked.isPage && { paged: '1' }) }
      : { all: '1', behind: asked.behind }
  for (const [name, value] of Object.entries(of)) params.set(name, value)
  return withSearch(paths.ordersShip, params.toString().replaceAll('%2C', ','))
}
