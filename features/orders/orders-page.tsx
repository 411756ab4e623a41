import { useLoaderData } from 'react-router'
import { sellerLoader } from '#web/guard.server.ts'
import { addressDetail } from '#web/roles.ts'
import { HubGrid } from '#features/grid/hub-grid.tsx'
import { packModel } from '#features/grid/packed-model.ts'
import { savedGridViews, viewProblemText } from '#features/grid/saved-views.ts'
import { listSavedViews } from '#features/grid/saved-views-db.server.ts'
import { parseGridQuery } from '#lib/grid-query.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { dueBounds } from './order.ts'
import { countOrders, listCountries, listOrders } from './orders-db.server.ts'
import { ordersDefinitionFor, resolveOrders, tabOf, withTabColumns } from './orders-query.ts'
import { ordersModel } from './orders-view.ts'

/** A page of orders. Days, due times and clocks are the shop's, whatever zone the reader chose for elsewhere. */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, member, url, texts: reader }) => {
  const now = hub.now()
  const zone = seller.timeZone
  const texts = textsFor(reader.locale, zone)
  const detail = addressDetail(seller.role)
  const allColumns = ordersDefinitionFor(detail)
  const definition = withTabColumns(allColumns, tabOf(parseGridQuery(url.searchParams, allColumns).query))
  const { query, problems } = parseGridQuery(url.searchParams, definition)
  const bounds = dueBounds(now, zone)
  const found = await read(async (db) => {
    const counts = await countOrders(db, seller.id, bounds)
    return {
      counts,
      list: await listOrders(db, seller.id, resolveOrders(query, now, zone, detail), counts),
      countries: detail === 'none' ? [] : await listCountries(db, seller.id),
      views: await listSavedViews(db, seller.id, member.id, 'orders'),
    }
  })
  const views = savedGridViews(found.views, texts)
  const model = ordersModel(
    { query, problems, definition, bounds, showsPlaces: detail !== 'none', ...found, views },
    texts,
  )
  const viewProblem = viewProblemText(url.searchParams, texts)
  return {
    model: packModel(viewProblem ? { ...model, problems: [...(model.problems ?? []), viewProblem] } : model),
  }
})

/** The seller's orders. */
export default function OrdersPage() {
  const { model } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{model.title}</title>
      <HubGrid model={model} />
    </>
  )
}
