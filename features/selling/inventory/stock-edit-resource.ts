import { data } from '#web/router/router.ts'
import { sellerAction } from '#web/guard.server.ts'
import { editStockItem } from './edit-stock-item.server.ts'

/** Edits reorder point, bin or buffer of a SKU in the inventory by script. Responds 409 to a stale edit. */
export const action = sellerAction('listings.edit', async (args) => {
  const answer = await editStockItem(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
