import { data } from '#web/router/router.ts'
import { sellerAction } from '#web/guard.server.ts'
import { editListingCost } from './edit-listing-cost.server.ts'

/** Edits the unit cost of a listing's SKU in the list by script. Responds 409 to a stale edit. */
export const action = sellerAction('money.view', async (args) => {
  const answer = await editListingCost(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
