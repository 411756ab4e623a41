import { selectOfSeller } from '#db/select-of-seller.ts'
import { data } from '#web/router/router.ts'
import { sellerAction, type SellerActionArgs } from '#web/guard.server.ts'
import { editCostOf, type CostEditAnswer } from '#features/core/costs/edit-cost.server.ts'
import { textOf } from '#lib/form-fields.ts'
import { parseSkuNumber } from './costs-list.server.ts'

/** Edits the cost of a SKU in the list by script. Responds 409 to a stale edit. */
export const action = sellerAction('money.view', async (args) => {
  const answer = await editCost(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})

/** Enters what each unit of a SKU costs from now on: form fields `item`, `version` and `value`. */
const editCost = (args: SellerActionArgs): Promise<CostEditAnswer> =>
  editCostOf(args, async (db) => {
    const row = await selectOfSeller(db, 'costed_skus', args.seller.id)
      .select(['sku', 'currency'])
      .where('sku_number', '=', parseSkuNumber(textOf(args.form, 'item')))
      .executeTakeFirst()
    return row ?? null
  })
