import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { changeSavedViews } from '#features/grid/saved-views-action.server.ts'
import { tabOfPath } from '#features/listing/listing.ts'
import { listingsDefinition } from './listings-query.ts'

/** Keeps or deletes a view of a tab of the listings. Everybody may keep views. */
export const action = sellerAction('hub.view', (args) => {
  const tab = tabOfPath(args.url.pathname)
  return changeSavedViews(args, {
    resource: `listings-${tab}`,
    path: paths.listings[tab],
    definition: listingsDefinition(tab),
  })
})
