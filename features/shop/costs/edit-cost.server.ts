import { editCostOf, type CostEditAnswer } from '#features/core/costs/edit-cost.server.ts'
import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { parseSkuNumber } from './costs-list.server.ts'

/** Enters what each unit of a SKU costs from now on: form fields `item`, `version` and `value`. */
export const editCost = (args: SellerActionArgs): Promise<CostEditAnswer> =>
  editCostOf(args, async (db) => {
    const row = await db
      .selectFrom('costed_skus')
      .select(['sku', 'currency'])
      .where('seller_id', '=', args.seller.id)
      .where('sku_number', '=', parseSkuNumber(textOf(args.form, 'item')))
      .executeTakeFirst()
    return row ?? null
  })
