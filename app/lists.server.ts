import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/router.ts'
import { notReceivedList, returnsList } from '#features/after-sale/cases/cases-list.server.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { disputesList } from '#features/payments/disputes/disputes-list.server.ts'
import { holdsList } from '#features/payments/holds/holds-list.server.ts'
import { payoutsList } from '#features/payments/payouts/payouts-list.server.ts'
import { transactionsList } from '#features/payments/transactions/transactions-list.server.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { reorderList } from '#features/selling/purchasing/reorder-list.server.ts'
import { purchasesList } from '#features/selling/purchasing/purchases-list.server.ts'
import { saleEventsList } from '#features/selling/sale-events/sale-events-list.server.ts'
import { priceRuleChangesList, priceRulesList } from '#features/selling/price-rules/price-rules-list.server.ts'
import { offersList } from '#features/selling/offers/offers-list.server.ts'
import { labelsList } from '#features/shipping/labels/labels-list.server.ts'
import { noticesTab } from '#features/home/messages/inbox-tabs.server.ts'
import { costsList } from '#features/selling/costs/costs-list.server.ts'
import { stockValueList } from '#features/selling/costs/stock-value-list.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { keysOf } from '#lib/records.ts'
import type { Access } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'

type Args = LoaderFunctionArgs | ActionFunctionArgs
type Part = keyof ReturnType<typeof listRoutes>

type Guarded = { access: Access } & ((args: Args) => Promise<unknown>)

const listings = listRoutes(listingsList)

const lists: Record<keyof typeof paths.lists, Record<Part, Guarded>> = {
  orders: listRoutes(ordersList),
  offers: listRoutes(offersList),
  conversations: listRoutes(conversationsList, async (visit) => [await noticesTab(visit)]),
  labels: listRoutes(labelsList),
  returns: listRoutes(returnsList),
  'not-received': listRoutes(notReceivedList),
  transactions: listRoutes(transactionsList),
  payouts: listRoutes(payoutsList),
  holds: listRoutes(holdsList),
  costs: listRoutes(costsList),
  'stock-value': listRoutes(stockValueList),
  disputes: listRoutes(disputesList),
  inventory: listRoutes(inventoryList),
  purchases: listRoutes(purchasesList),
  reorder: listRoutes(reorderList),
  'sale-events': listRoutes(saleEventsList),
  'price-rules': listRoutes(priceRulesList),
  'price-rule-changes': listRoutes(priceRuleChangesList),
  'listings-active': listings,
  'listings-drafts': listings,
  'listings-scheduled': listings,
  'listings-ended': listings,
}

const byPath = new Map<string, Record<Part, Guarded>>(keysOf(lists).map((name) => [paths.lists[name], lists[name]]))

function listAt(path: string, part: Part): Guarded {
  const page = part === 'page' ? path : path.slice(0, path.lastIndexOf('/'))
  return assertDefined(byPath.get(page), `a list is at ${path}`)[part]
}

/** The loader or action of a route that all lists share; `accessAt` is the access that its path requires. */
export function listRoute(part: Part) {
  // The router's pattern has no slash before it.
  const run = (args: Args) => listAt(`/${args.pattern}`, part)(args)
  return Object.assign(run, { accessAt: (path: string) => listAt(path, part).access })
}
