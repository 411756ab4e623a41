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

export const sellRoutes: readonly SellRoute[] = [
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
