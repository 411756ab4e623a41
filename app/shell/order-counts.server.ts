import type { SellerDb } from '#db/client.ts'
import { loadOrdersNavigation, type NavigationFor } from '#features/orders/orders-navigation-db.server.ts'
import type { OrderCounts } from '#features/orders/order-counts-db.server.ts'
import type { SavedViewRow } from '#features/grid/saved-views-db.server.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { readNamed, type WaitVisit } from '#web/named-wait.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { sideCountTimeoutMs } from '#web/side-count.ts'

/** What the orders' part of the navigation is made of. */
export interface OrdersWaits {
  counts: Promise<WaitOutcome<OrderCounts>>
  /** None where they cannot be had. */
  savedViews: Promise<SavedViewRow[]>
}

/** Begins to read the orders' part of the navigation. One transaction: the views are there at once, the counts may be slow. */
export function startOrderCounts(visit: WaitVisit, reader: NavigationFor, timeoutMs = sideCountTimeoutMs): OrdersWaits {
  const views = Promise.withResolvers<SavedViewRow[]>()
  const { read } = ownRows(visit.hub, reader.sellerId)
  const load = (db: SellerDb) => loadOrdersNavigation(db, reader, views.resolve)
  const counts = readNamed({ ...visit, read }, 'order counts', load, timeoutMs)
  void counts.then(() => views.resolve([]))
  return { counts, savedViews: views.promise }
}
