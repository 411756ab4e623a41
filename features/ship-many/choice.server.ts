import type { Reading } from '#features/grid/list.ts'
import type { OrderNumber } from '#features/order/order.ts'
import type { Orders } from '#features/orders/orders-list-row.server.ts'
import { openChosenOrders } from '#features/orders/chosen-orders.server.ts'
import { formatGridQuery } from '#lib/grid-query.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths, withSearch } from '#web/paths.ts'
import { mostRows } from './sheet.ts'

/** Which orders the address of the sheet asks for. */
export interface Choice {
  /** The list that they were chosen in. */
  match: Reading<Orders>
  /** Null: all that match, of which a page is to be taken. */
  orders: readonly OrderNumber[] | null
  /** Chosen too, for pages to come. */
  rest: readonly OrderNumber[]
  /** Of a page of all that match: how many of them were passed before. */
  skip: number | null
}

/** Reads which orders are to be shipped: those selected, or all that match, as the actions of the list send them. */
export function readChoice(visit: SellerArgs): Choice {
  const { keys, ...match } = openChosenOrders(visit)
  const isAll = keys === null
  const chosen = [...new Set(keys)]
  const skip = /^\d{1,7}$/.exec(visit.url.searchParams.get('skip') ?? '')?.[0]
  return {
    match: { ...match, keys: null },
    orders: isAll ? null : chosen.slice(0, mostRows),
    rest: chosen.slice(mostRows),
    skip: skip === undefined ? null : Number(skip),
  }
}

/** The address of the sheet with these orders, or with those that match after `skip`. */
export function sheetHref(
  { query, definition }: Reading<Orders>,
  { orders, skip }: { orders: readonly OrderNumber[] | null; skip: number | null },
): string {
  const params = new URLSearchParams(formatGridQuery(query, definition))
  if (orders) params.set('keys', orders.join(','))
  else params.set('all', '1')
  if (skip !== null) params.set('skip', String(skip))
  return withSearch(paths.ordersShip, params.toString().replaceAll('%2C', ','))
}
