import { data } from '#web/router/router.ts'
import { sellerAction } from '#web/guard.server.ts'
import { editListingPackaging } from './edit-listing-packaging.server.ts'

/** Edits the packaging of a listing's items in the list by script. Responds 409 to a stale edit. */
export const action = sellerAction('money.view', async (args) => {
  const answer = await editListingPackaging(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
