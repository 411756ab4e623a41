import type { SellerDb } from '#db/client.ts'
import { readBatch, type BatchParts } from '#db/read-batch.ts'
import { caseCounts, type CaseCounts } from '#features/after-sale/cases/case-counts-db.server.ts'
import type { CaseKind } from '#features/core/order/order-case.ts'
import { orderCounts, type CountedFor, type OrderCounts } from '#features/orders/order-list/order-counts-db.server.ts'
import { listSavedViews } from '#features/machinery/grid/saved-views-db.server.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views.ts'

export interface NavigationFor extends CountedFor {
  memberId: string
}

export interface NavigationCounts extends OrderCounts {
  cases: Record<CaseKind, CaseCounts>
}

/** Queries for these counts; combined with others into one object by `readTogether`. */
export const navigationParts = { orders: orderCounts, cases: caseCounts }

interface Counted {
  orders: OrderCounts
  cases: NavigationCounts['cases']
}

/**
 * Reads the navigation's counts and those of `parts` in two statements that use indexes, whatever the number of orders.
 * Calls `onViews` with the saved views, which arrive first.
 */
export async function loadNavigation<On extends NavigationFor, All extends Counted & Record<string, unknown>>(
  db: SellerDb,
  on: On,
  parts: BatchParts<On, All>,
  onViews: (savedViews: SavedViewRow[]) => void,
): Promise<{ counts: NavigationCounts; others: Omit<All, keyof Counted> }> {
  const [, { orders, cases, ...others }] = await Promise.all([
    listSavedViews(db, on.sellerId, on.memberId, 'orders').then(onViews),
    readBatch(db, parts, on),
  ])
  return { counts: { ...orders, cases }, others }
}
