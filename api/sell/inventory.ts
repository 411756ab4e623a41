import { itemRoutes } from './inventory-items.ts'
import { locationRoutes } from './locations.ts'
import { offerRoutes } from './offers.ts'
import { changeInBulk } from './price-quantity.ts'
import { inventoryRoot, type SellRoute } from './sell-route.ts'

export const inventoryRoutes: SellRoute[] = [
  ...itemRoutes,
  ...offerRoutes,
  ...locationRoutes,
  {
    route: `POST ${inventoryRoot}/bulk_update_price_quantity`,
    scope: 'listings:write',
    body: 25709,
    handle: changeInBulk,
  },
]
