import { payoutRoutes } from './finances-payouts.ts'
import { transactionRoutes } from './finances-transactions.ts'
import { inventoryRoutes } from './inventory.ts'
import { negotiationRoutes } from './negotiation.ts'
import { orderRoutes } from './orders.ts'
import { parcelRoutes } from './parcels.ts'
import { policyRoutes } from './policies.ts'
import { promotionRoutes } from './promotions.ts'
import { refundRoutes } from './refunds.ts'
import type { SellRoute } from './sell-route.ts'

const routes: readonly SellRoute[] = [
  ...orderRoutes,
  ...parcelRoutes,
  ...refundRoutes,
  ...inventoryRoutes,
  ...policyRoutes,
  ...negotiationRoutes,
  ...promotionRoutes,
  ...payoutRoutes,
  ...transactionRoutes,
]

/** Each with its method and path. */
export const sellRoutes = routes.map((definition) => {
  const [method = '', path = ''] = definition.route.split(' ')
  return { ...definition, method, path }
})
