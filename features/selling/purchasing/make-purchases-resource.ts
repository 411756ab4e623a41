import { createHash } from 'node:crypto'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { parseStockNumber } from '#features/selling/inventory/stock-item.ts'
import { mostPurchaseLines, type PurchaseNumber } from '#features/selling/purchases/purchase.ts'
import { makePurchase } from '#features/selling/purchases/purchases-db.server.ts'
import { textsIn } from '#lib/form-fields.ts'
import { groupBy } from '#lib/group-by.ts'
import { lockSettings } from '#web/form-baseline.server.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { redirect } from '#web/router/router.ts'
import { reorderList } from './reorder-list.server.ts'

const mostAtOnce = 5_000

/**
 * Makes drafts of what is suggested of the chosen SKUs, one for each supplier. What is in a draft is not suggested any
 * more, so that a repeated press makes none. SKUs without a supplier stay in the list.
 */
export const action = sellerAction('listings.edit', async (args) => {
  const { form, hub, seller, member, write } = args
  const params = new URLSearchParams(textsIn(form))
  const chosen = openChosen(reorderList, { path: paths.reorder, params, parse: parseStockNumber }, args)
  const now = hub.now()
  const made = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'listings.edit')
    const ids = await firstIds(db, reorderList, chosen, mostAtOnce)
    const rows = await selectOfSeller(db, 'reorder_advice', seller.id)
      .select(['id', 'sku', 'supplier_id', 'suggested as units'])
      .where('id', 'in', [0, ...ids])
      .where('supplier_id', 'is not', null)
      .orderBy('sku')
      .execute()
    const numbers: PurchaseNumber[] = []
    for (const [supplierId, own] of groupBy(rows, (row) => row.supplier_id ?? ''))
      for (let at = 0; at < own.length; at += mostPurchaseLines) {
        const wanted = own.slice(at, at + mostPurchaseLines)
        const digest = createHash('sha256').update(JSON.stringify([now, supplierId, at]))
        const key = digest.digest('hex').slice(0, 16)
        const number = await makePurchase(db, { sellerId: seller.id, key, supplierId, wanted, by: member.name, now })
        if (number) numbers.push(number)
      }
    return numbers
  })
  const [first] = made
  if (!first) return redirect(paths.suppliers(), { status: 303 })
  return redirect(made.length === 1 ? paths.purchase(first) : withQuery(paths.purchases, { state: 'DRAFT' }), {
    status: 303,
  })
})
