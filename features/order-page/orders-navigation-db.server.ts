import type { SellerDb } from '#db/client.ts'
import { readTogether, type Parts } from '#db/together.ts'
import { caseCounts, type CaseCounts } from '#features/after-sale/cases/case-counts-db.server.ts'
import type { CaseKind } from '#features/core/order/order-case.ts'
import { orderCounts, type CountedFor, type OrderCounts } from '#features/orders/order-list/order-counts-db.server.ts'
import { listSavedViews, type SavedViewRow } from '#features/machinery/grid/saved-views-db.server.ts'

/** Whose navigation, and when. */
export interface NavigationFor extends CountedFor {
  memberId: string
}

/** What the orders' part of the navigation counts. */
export interface NavigationCounts extends OrderCounts {
  cases: Record<CaseKind, CaseCounts>
}

/** The parts that count it; whoever reads the navigation asks for theirs beside them, all in one object (`readTogether`). */
export const navigationParts = { orders: orderCounts, cases: caseCounts }

/** All that was counted: what the orders' part of the navigation needs, and the others. */
interface Counted {
  orders: OrderCounts
  cases: NavigationCounts['cases']
}

/**
 * What the orders' part of the navigation shows, and what else `parts` count beside it: two statements, each by indexes, whatever the
 * number of orders. The saved views are there first and told to `onViews`; the counts follow.
 */
export async function loadNavigation<On extends NavigationFor, All extends Counted & Record<string, unknown>>(
  db: SellerDb,
  on: On,
  parts: Parts<On, All>,
  onViews: (savedViews: SavedViewRow[]) => void,
): Promise<{ counts: NavigationCounts; others: Omit<All, keyof Counted> }> {
  const [, { orders, cases, ...others }] = await Promise.all([
    listSavedViews(db, on.sellerId, on.memberId, 'orders').then(onViews),
    readTogether(db, parts, on),
  ])
  return { counts: { ...orders, cases }, others }
}
