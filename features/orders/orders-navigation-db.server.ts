import type { SellerDb } from '#db/client.ts'
import { dueBounds } from '#features/order/order.ts'
import { countCases, type CaseCounts } from '#features/cases/case-counts-db.server.ts'
import type { CaseKind } from '#features/order/order-case.ts'
import { countOrders, type OrderCounts } from './order-counts-db.server.ts'
import { listSavedViews, type SavedViewRow } from '#features/grid/saved-views-db.server.ts'

/** Whose navigation, and when. */
export interface NavigationFor {
  sellerId: number
  memberId: string
  now: Date
  /** The seller's: what is due today is due by the shop's day. */
  zone: string
}

/** What the orders' part of the navigation counts. */
export interface NavigationCounts extends OrderCounts {
  cases: Record<CaseKind, CaseCounts>
}

/**
 * What the orders' part of the navigation shows: three statements, each by an index, whatever the number of orders. The
 * saved views are there first and told to `onViews`; the counts follow.
 */
export async function loadOrdersNavigation(
  db: SellerDb,
  { sellerId, memberId, now, zone }: NavigationFor,
  onViews: (savedViews: SavedViewRow[]) => void = () => {},
): Promise<NavigationCounts> {
  onViews(await listSavedViews(db, sellerId, memberId, 'orders'))
  return { ...(await countOrders(db, sellerId, dueBounds(now, zone))), cases: await countCases(db, sellerId) }
}
