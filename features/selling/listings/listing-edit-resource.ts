import { data } from '#web/router/router.ts'
import { sellerAction } from '#web/guard.server.ts'
import { editRow } from './edit-row.server.ts'

/** Edits a price or quantity in the list by script. Responds 409 to a stale edit. */
export const action = sellerAction('listings.edit', async (args) => {
  const answer = await editRow(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
