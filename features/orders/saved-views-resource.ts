import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { addressDetail } from '#web/roles.ts'
import { changeSavedViews } from '#features/grid/saved-views-action.server.ts'
import { ordersDefinitionFor } from './orders-query.ts'

/** Keeps or deletes a view of the orders. Everybody may keep views. */
export const action = sellerAction('hub.view', (args) =>
  changeSavedViews(args, {
    resource: 'orders',
    path: paths.orders,
    definition: ordersDefinitionFor(addressDetail(args.seller.role)),
  }),
)
