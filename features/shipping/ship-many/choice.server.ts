import type { Reading } from '#features/machinery/grid/list.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import type { Orders } from '#features/orders/order-list/orders-list-row.server.ts'
import { openChosenOrders } from '#features/orders/order-list/chosen-orders.server.ts'
import { formatGridQuery } from '#lib/grid-query.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths, withSearch } from '#web/paths.ts'
import { mostRows } from './sheet.ts'

/** Which orders the address of the sheet asks for. */
export interface Choice {
  /** The list that they were chosen in; of a page that is to be taken, all behind the last one of the page before. */
  match: Reading<Orders>
  /** Null: all that match, of which a page is to be taken. */
  orders: readonly OrderNumber[] | null
  /** Chosen too, for pages to come. */
  rest: readonly OrderNumber[]
  /** Whether they are a page of all that match, which goes on behind the last of them. */
  isPage: boolean
}

/** Reads which orders are to be shipped: those selected, or all that match, as the actions of the list send them. */
export function readChoice(visit: SellerArgs): Choice {
  const { keys, ...match } = openChosenOrders(visit)
  const isAll = keys === null
  const chosen = [...new Set(keys)]
  const { searchParams } = visit.url
  const behind = parseOrderNumber(searchParams.get('behind'))
  return {
    match: { ...match, keys: null, ...(behind && { behind }) },
    orders: isAll ? null : chosen.slice(0, mostRows),
    rest: chosen.slice(mostRows),
    isPage: searchParams.get('paged') === '1',
  }
}

/** The address of the sheet with these orders, a page of all that match or some that were chosen, or with the page behind one. */
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
