import type { SellerDb } from '#db/client.ts'
import { enterCosts, removeCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { PatchedListing } from './store-patched-db.server.ts'

/** How changed costs of SKUs are entered. */
export interface CostsOrder {
  /** Names the cost of each SKU: what one change entered, its undo takes back. */
  key: string
  enteredBy: string
  isUndo: boolean
}

interface StoringCosts {
  sellerId: number
  listings: readonly PatchedListing[]
  now: Date
  costs: CostsOrder | undefined
}

/** Enters what a unit of each SKU costs from now on, or takes back what was entered. */
export async function storeCosts(db: SellerDb, { sellerId, listings, now, costs }: StoringCosts): Promise<void> {
  const changed = listings.filter((each) => each.changed.includes('unitCost'))
  if (changed.length === 0) return
  const { key, enteredBy, isUndo } = assertDefined(costs, 'costs that change have a key')
  if (isUndo) {
    // Before the undo its SKU may have been another.
    const skus = changed.flatMap(({ former, listing: { content } }) =>
      [former, content.sku].flatMap((sku) => sku ?? []),
    )
    await removeCosts(db, { sellerId, skus, key })
    return
  }
  const entered = changed.flatMap(({ listing: { unitCostMinor, content } }) =>
    content.sku === null || unitCostMinor === null
      ? []
      : { sku: content.sku, key, currency: content.currency, unitCostMinor, quantity: null, since: now },
  )
  await enterCosts(db, { sellerId, costs: entered, source: 'TYPED', enteredBy, now })
}
