import type { Member, Seller } from '#features/accounts/signed-in.ts'
import { dueBounds } from '#features/orders/order.ts'
import { countOrders } from '#features/orders/orders-db.server.ts'
import { ordersNavigation, type OrdersNavigation } from '#features/orders/orders-navigation.ts'
import { listSavedViews } from '#features/orders/saved-views-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { Hub } from '../context.ts'

/** The orders' counts and the member's views, read in one transaction. */
export function loadOrdersNavigation(
  hub: Hub,
  { seller, member, url, texts }: { seller: Seller; member: Member; url: URL; texts: Texts },
): Promise<OrdersNavigation> {
  return hub.db.asSeller(seller.id, 'read', async (db) => {
    const counts = await countOrders(db, seller.id, dueBounds(hub.now(), seller.timeZone))
    const savedViews = await listSavedViews(db, seller.id, member.id)
    return ordersNavigation({ counts, savedViews, url, texts })
  })
}
