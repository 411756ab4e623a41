import { useLoaderData } from 'react-router'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { sellerLoader } from '#web/guard.server.ts'
import type { SellerDb } from '#db/client.ts'
import { addressDetail } from '#web/roles.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { formatGridQuery, gridHref } from '#lib/grid-query.ts'
import { parseOrderNumber } from './order.ts'
import { OrderView, type NeighbourLinks } from './order-view.tsx'
import { loadOrder } from './order-details-db.server.ts'
import { orderDetailsModel } from './order-details-view.ts'
import { refuse } from '#web/refusals.ts'
import { findNeighbours, type Neighbour } from '#features/grid/list-neighbours-db.server.ts'
import { openFrom } from '#features/grid/list-routes.server.ts'
import type { Reading } from '#features/grid/list.ts'
import { ordersList, type Orders } from './orders-list.server.ts'

/** One order; 404 for what is no order of this seller, be it another's or nobody's. */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const orderNumber = parseOrderNumber(url.searchParams.get('orderid'))
  const details = orderNumber && (await read((db) => loadOrder(db, seller.id, orderNumber)))
  if (!details) throw refuse('not-found')
  const from = url.searchParams.get('from')
  const list = openFrom(ordersList, paths.orders, from ?? '', visit)
  const view = {
    now: hub.now(),
    texts: textsFor(reader.locale, seller.timeZone),
    addressDetail: addressDetail(seller.role),
  }
  return {
    model: orderDetailsModel(details, view),
    backHref: gridHref(paths.orders, list.query, list.definition),
    neighbours: from === null ? null : await read((db) => neighbourLinks(db, list, details.order.id)),
  }
})

/** The addresses of the orders before and after this one in its list; each knows the list too. */
async function neighbourLinks(db: SellerDb, list: Reading<Orders>, orderId: number): Promise<NeighbourLinks> {
  const { query, definition } = list
  const { previous, next } = await findNeighbours(db, ordersList, list, orderId)
  const link = (neighbour: Neighbour | null) =>
    neighbour && paths.orderDetails(neighbour.key, formatGridQuery({ ...query, offset: neighbour.offset }, definition))
  return { previous: link(previous), next: link(next) }
}

/** An order's page. */
export default function OrderDetailsPage() {
  const { model, backHref, neighbours } = useLoaderData<typeof loader>()
  return (
    <>
      <PageName name={model.title} />
      <OrderView model={model} backHref={backHref} neighbours={neighbours} />
    </>
  )
}
