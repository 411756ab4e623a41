import type { SellerDb } from '#db/client.ts'
import { readTogether, type Part } from '#db/together.ts'
import { dueBounds } from '#features/order/order.ts'
import { caseCounts, type CaseCounts } from '#features/cases/case-counts-db.server.ts'
import type { CaseKind } from '#features/order/order-case.ts'
import { orderCounts, type OrderCounts } from './order-counts-db.server.ts'
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
 * What the orders' part of the navigation shows, and what `others` count beside it: two statements, each by indexes, whatever the
 * number of orders. The saved views are there first and told to `onViews`; the counts follow.
 */
export async function loadNavigation<Others extends Record<string, unknown>>(
  db: SellerDb,
  { sellerId, memberId, now, zone }: NavigationFor,
  others: { [Name in keyof Others]: Part<Others[Name]> },
  onViews: (savedViews: SavedViewRow[]) => void,
): Promise<{ counts: NavigationCounts; others: Others }> {
  const own = { orders: orderCounts(sellerId, dueBounds(now, zone)), cases: caseCounts(sellerId) }
  const [, { orders, cases, ...rest }] = await Promise.all([
    listSavedViews(db, sellerId, memberId, 'orders').then(onViews),
    readTogether<{
      orders: OrderCounts
      cases: NavigationCounts['cases']
      [name: string]: unknown
    }>(db, { ...others, ...own }),
  ])
  return { counts: { ...orders, cases }, others: rest as Others }
}
