import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import type { Reading } from '#features/machinery/grid/list.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { gridHref } from '#lib/grid-query.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import type { Orders } from './orders-list-row.server.ts'
import { ordersList } from './orders-list.server.ts'

/** Orders selected by the URL: given ones or all that match. */
export const openChosenOrders = (visit: SellerArgs) =>
  openChosen(ordersList, { path: paths.orders, params: visit.url.searchParams, parse: parseOrderNumber }, visit)

export const listOfChosen = ({ query, definition }: Reading<Orders>) => gridHref(paths.orders, query, definition)

/** Numbers of the first `limit` matching orders, in list order. */
export async function matchingNumbers(
  db: SellerDb,
  match: Reading<Orders>,
  { limit }: { limit: number },
): Promise<OrderNumber[]> {
  const ids = await firstIds(db, ordersList, match, limit)
  const { rows } = await sql<{ number: OrderNumber }>`
    select o.order_number as number from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${match.sellerId} and o.id = page.id order by page.place`.execute(db)
  return rows.map(({ number }) => number)
}
