import { useLoaderData } from 'react-router'
import { paths } from '#web/paths.ts'
import { sellerLoader } from '#web/guard.server.ts'
import type { SellerDb } from '#db/client.ts'
import { addressDetail } from '#web/roles.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { formatGridQuery, parseGridQuery } from '#lib/grid-query.ts'
import { parseOrderNumber } from './order.ts'
import { OrderView, type NeighbourLinks } from './order-view.tsx'
import { loadOrder, type OrderDetails } from './order-details-db.server.ts'
import { orderDetailsModel } from './order-details-view.ts'
import { findNeighbours, type Neighbour } from './order-neighbours-db.server.ts'
import { orderHref, ordersDefinitionFor, resolveOrders } from './orders-query.ts'
import { backToList } from '#features/grid/saved-views.ts'
import { refuse } from '#web/refusals.ts'

/** One order; 404 for what is no order of this seller, be it another's or nobody's. */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, url, texts: reader }) => {
  const orderNumber = parseOrderNumber(url.searchParams.get('orderid'))
  const details = orderNumber && (await read((db) => loadOrder(db, seller.id, orderNumber)))
  if (!details) throw refuse('not-found')
  const now = hub.now()
  const detail = addressDetail(seller.role)
  const from = url.searchParams.get('from')
  const neighbours =
    from === null ? null : await read((db) => neighbourLinks(db, { details, from, detail, now, zone: seller.timeZone }))
  return {
    model: orderDetailsModel(details, { now, texts: textsFor(reader.locale, seller.timeZone), addressDetail: detail }),
    backHref: backToList(paths.orders, from && `?${from}`, ordersDefinitionFor(detail)),
    neighbours,
  }
})

interface ListOf {
  details: OrderDetails
  /** The query of the list. */
  from: string
  detail: 'full' | 'masked' | 'none'
  now: Date
  zone: string
}

/** The addresses of the orders before and after this one in its list; each knows the list too. */
async function neighbourLinks(db: SellerDb, { details, from, detail, now, zone }: ListOf): Promise<NeighbourLinks> {
  const definition = ordersDefinitionFor(detail)
  const { query } = parseGridQuery(new URLSearchParams(from), definition)
  const { seller_id, id } = details.order
  const { previous, next } = await findNeighbours(db, seller_id, resolveOrders(query, now, zone, detail), id)
  const link = (neighbour: Neighbour | null) =>
    neighbour && orderHref(neighbour.orderNumber, formatGridQuery({ ...query, offset: neighbour.offset }, definition))
  return { previous: link(previous), next: link(next) }
}

/** An order's page. */
export default function OrderDetailsPage() {
  const { model, backHref, neighbours } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{model.title}</title>
      <OrderView model={model} backHref={backHref} neighbours={neighbours} />
    </>
  )
}
