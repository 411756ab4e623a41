import { sql } from 'kysely'
import { editCostOf, type CostEditAnswer } from '#features/core/costs/edit-cost.server.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'

/** Enters what each unit of a listing's SKU costs from now on: form fields `item`, `version` and `value`. */
export const editListingCost = (args: SellerActionArgs): Promise<CostEditAnswer> =>
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
