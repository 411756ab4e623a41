import { data, useLoaderData } from 'react-router'
import { sellerLoader } from '#app/guard.server.ts'
import { addressDetail } from '#features/accounts/roles.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { parseOrderNumber } from './order.ts'
import { OrderView } from './order-view.tsx'
import { loadOrder } from './order-details-db.server.ts'
import { orderDetailsModel } from './order-details-view.ts'
import { ordersDefinitionFor } from './orders-query.ts'
import { backToList } from './saved-views.ts'

/** One order; 404 for what is no order of this seller, be it another's or nobody's. */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, url, texts: reader }) => {
  const orderNumber = parseOrderNumber(url.searchParams.get('orderid'))
  const details = orderNumber && (await read((db) => loadOrder(db, seller.id, orderNumber)))
  if (!details) throw data({ error: 'not-found' }, { status: 404 })
  const detail = addressDetail(seller.role)
  const texts = textsFor(reader.locale, seller.timeZone)
  const from = url.searchParams.get('from')
  return {
    model: orderDetailsModel(details, { now: hub.now(), texts, addressDetail: detail }),
    backHref: backToList(from && `?${from}`, ordersDefinitionFor(detail)),
  }
})

/** An order's page. */
export default function OrderDetailsPage() {
  const { model, backHref } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{model.title}</title>
      <OrderView model={model} backHref={backHref} />
    </>
  )
}
