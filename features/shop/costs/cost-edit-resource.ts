import { data } from '#web/router/router.ts'
import { sellerAction } from '#web/guard.server.ts'
import { editCost } from './edit-cost.server.ts'

/** Edits the cost of a SKU in the list by script. Responds 409 to a stale edit. */
export const action = sellerAction('money.view', async (args) => {
  const answer = await editCost(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
