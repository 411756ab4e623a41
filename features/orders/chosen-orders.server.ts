import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { matchingIds } from '#features/grid/list-db.server.ts'
import { openVisited } from '#features/grid/list-routes.server.ts'
import type { Reading } from '#features/grid/list.ts'
import { readSelection } from '#features/grid/selection.ts'
import { parseOrderNumber, type OrderNumber } from '#features/order/order.ts'
import { gridHref } from '#lib/grid-query.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { Orders } from './orders-list-row.server.ts'
import { ordersList } from './orders-list.server.ts'

/** The orders that an address asks for, of the seller's list: those selected, or all that match, as the list's steps send them. */
export function readChosen(visit: SellerArgs): Reading<Orders> {
  const { searchParams, search } = visit.url
  const keys = readSelection(searchParams, parseOrderNumber)
  if (keys === null && searchParams.get('all') !== '1') throw refuse('malformed')
  return { ...openVisited(ordersList, { ...visit, url: new URL(paths.orders + search, visit.url) }), keys }
}

/** The address of the list that orders were chosen in. */
export const listOfChosen = ({ query, definition }: Reading<Orders>) => gridHref(paths.orders, query, definition)

/** The numbers of the orders that match, after the first `skip` of them, in the list's order. */
export async function matchingNumbers(
  db: SellerDb,
  match: Reading<Orders>,
  { skip, limit }: { skip: number; limit: number },
): Promise<OrderNumber[]> {
  const found = await sql<{ id: number }>`${matchingIds(ordersList, match)} offset ${skip} limit ${limit}`.execute(db)
  const { rows } = await sql<{ number: OrderNumber }>`
    select o.order_number as number from unnest(${found.rows.map(({ id }) => id)}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${match.sellerId} and o.id = page.id order by page.place`.execute(db)
  return rows.map(({ number }) => number)
}
