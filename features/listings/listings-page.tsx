import { useLoaderData } from 'react-router'
import { sellerLoader } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import { HubGrid } from '#features/grid/hub-grid.tsx'
import { packModel } from '#features/grid/packed-model.ts'
import { savedGridViews, viewProblemText } from '#features/grid/saved-views.ts'
import { listSavedViews } from '#features/grid/saved-views-db.server.ts'
import { parseGridQuery } from '#lib/grid-query.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { tabOfPath } from '#features/listing/listing.ts'
import { countByState, listListings } from './listings-db.server.ts'
import { listingsDefinition, resolveListings } from './listings-query.ts'
import { useRowEdit } from './use-row-edit.ts'
import { listingsModel } from './listings-view.ts'

/** A page of a tab of the listings. Days and clocks are the shop's, whatever zone the reader chose for elsewhere. */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, member, url, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const tab = tabOfPath(url.pathname)
  const definition = listingsDefinition(tab)
  const { query, problems } = parseGridQuery(url.searchParams, definition)
  const found = await read(async (db) => {
    const counts = await countByState(db, seller.id)
    return {
      counts,
      list: await listListings(db, seller.id, resolveListings(tab, query, now, seller.timeZone), counts),
      views: await listSavedViews(db, seller.id, member.id, `listings-${tab}`),
    }
  })
  const views = savedGridViews(found.views, texts)
  const model = listingsModel(
    { tab, query, problems, definition, now, ...found, views, mayEdit: mayDo(seller.role, 'listings.edit') },
    texts,
  )
  const viewProblem = viewProblemText(url.searchParams, texts)
  return {
    model: packModel(viewProblem ? { ...model, problems: [...(model.problems ?? []), viewProblem] } : model),
  }
})

/** A tab of the seller's listings. */
export default function ListingsPage() {
  const { model } = useLoaderData<typeof loader>()
  const edit = useRowEdit()
  return (
    <>
      <title>{model.title}</title>
      {/* Each tab is a list of its own: its selection and its editors do not go with the reader. */}
      <HubGrid key={model.path} model={model} edit={edit} />
    </>
  )
}
