import { data } from '#web/router/router.ts'
import { sellerAction, type SellerActionArgs } from '#web/guard.server.ts'
import { sql } from 'kysely'
import { editCostOf, type CostEditAnswer } from '#features/core/costs/edit-cost.server.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { textOf } from '#lib/form-fields.ts'

/** Edits the unit cost of a listing's SKU in the list by script. Responds 409 to a stale edit. */
export const action = sellerAction('money.view', async (args) => {
  const answer = await editListingCost(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})

/** Enters what each unit of a listing's SKU costs from now on: form fields `item`, `version` and `value`. */
const editListingCost = (args: SellerActionArgs): Promise<CostEditAnswer> =>
  editCostOf(args, async (db) => {
    const item = parseItemNumber(textOf(args.form, 'item'))
    // Variations have SKUs of their own.
    const { rows } = await sql<{ sku: string; currency: string }>`
      select sku, currency from listings l
      where seller_id = ${args.seller.id} and item_number = ${item} and sku is not null
        and not exists (select from listing_variations where seller_id = ${args.seller.id} and listing_id = l.id)`.execute(
      db,
    )
    return rows[0] ?? null
  })
