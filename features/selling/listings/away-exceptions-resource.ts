import { parseItemNumber } from '#features/core/listing/listing.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { addExceptions } from '#features/orders/time-away/time-away-db.server.ts'
import { textsIn } from '#lib/form-fields.ts'
import { lockSettings } from '#web/form-baseline.server.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { redirect } from '#web/router/router.ts'
import { listingsList } from './listings-list.server.ts'

const mostAtOnce = 100_000

/** Excepts the listings chosen in the list from what all do while the seller is away. */
export const action = sellerAction('listings.edit', async (args) => {
  const { form, hub, seller, member, write } = args
  const params = new URLSearchParams(textsIn(form))
  const chosen = openChosen(listingsList, { path: paths.listings.active, params, parse: parseItemNumber }, args)
  await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    const ids = await firstIds(db, listingsList, chosen, mostAtOnce)
    await addExceptions(db, { sellerId: seller.id, ids, now: hub.now() })
  })
  return redirect(withQuery(paths.timeAway, { done: 'excepted' }), { status: 303 })
})
