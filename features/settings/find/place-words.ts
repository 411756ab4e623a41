import { openCasesHref } from '#features/after-sale/cases/cases-list.server.ts'
import { activeParts } from '#features/selling/listings/listing-choices.ts'
import { listingsHref } from '#features/selling/listings/listings-list.server.ts'
import { listingTabs } from '#features/core/listing/listing.ts'
import { heldHref } from '#features/payments/holds/holds-list.server.ts'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { orderTabs } from '#features/core/order/order.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { Place } from './places.ts'

/** Text keys of search words for pages, by URL. */
const wordsOfPlaces: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  [paths.overview, 'findWords.overview'],
  [paths.tasks(), 'findWords.tasks'],
  [paths.listingForm({ mode: 'AddItem' }), 'findWords.create'],
  ...orderTabs.map((tab): [string, TextKey] => [orderTabHref(tab), `findWords.orders.${tab}`]),
  [openCasesHref('RETURN'), 'findWords.returns'],
  [openCasesHref('NOT_RECEIVED'), 'findWords.not-received'],
  [paths.conversations, 'findWords.conversations'],
  [paths.offers, 'findWords.offers'],
  [paths.uploadOf('tracking'), 'findWords.tracking'],
  [paths.shippedLately(), 'findWords.shipped-lately'],
  [paths.labels, 'findWords.labels'],
  [paths.labelSettings, 'findWords.label-settings'],
  [paths.shippingRules(), 'findWords.shipping-rules'],
  [paths.pack, 'findWords.pack'],
  ...listingTabs.map((tab): [string, TextKey] => [paths.listings[tab], `findWords.listings.${tab}`]),
  ...activeParts.map((part): [string, TextKey] => [
    listingsHref('active', { status: [part] }),
    `findWords.listings.${part}`,
  ]),
  [paths.listingChanges(), 'findWords.listing-changes'],
  [paths.inventory, 'findWords.inventory'],
  [paths.stockCount(), 'findWords.stock-count'],
  [paths.stockMoves(), 'findWords.stock-moves'],
  [paths.reorder, 'findWords.reorder'],
  [paths.saleEvents, 'findWords.saleEvents'],
  [paths.priceRules, 'findWords.priceRules'],
  [paths.priceRuleChanges, 'findWords.priceRuleChanges'],
  [paths.purchases, 'findWords.purchases'],
  [paths.suppliers(), 'findWords.suppliers'],
  [paths.payments, 'findWords.payments'],
  [paths.transactions, 'findWords.transactions'],
  [paths.payouts, 'findWords.payouts'],
  [heldHref, 'findWords.holds'],
  [paths.disputes, 'findWords.disputes'],
  [paths.statements(), 'findWords.statements'],
  [paths.taxes(), 'findWords.taxes'],
  [paths.research(), 'findWords.research'],
  [paths.sales(), 'findWords.sales'],
  [paths.reconcile, 'findWords.reconcile'],
  [paths.reports, 'findWords.reports'],
  [paths.newDownload(), 'findWords.new-download'],
  [paths.schedules, 'findWords.schedules'],
  [paths.uploads, 'findWords.uploads'],
  [paths.sellerLevel(), 'findWords.level'],
  [paths.costs, 'findWords.costs'],
  [paths.stockValue, 'findWords.stock-value'],
  [paths.messages, 'findWords.messages'],
  [paths.guides(), 'findWords.guides'],
  [paths.settings(), 'findWords.settings'],
  [paths.preferences, 'findWords.preferences'],
  [paths.security, 'findWords.security'],
  [paths.mailSettings, 'findWords.mail'],
  [paths.team, 'findWords.team'],
  [paths.printSettings, 'findWords.printing'],
  [paths.caseRules, 'findWords.case-rules'],
  [paths.offerRules, 'findWords.offer-rules'],
  [paths.templates, 'findWords.templates'],
  [paths.policies, 'findWords.policies'],
  [paths.packages(), 'findWords.packages'],
  [paths.shipCalendar, 'findWords.ship-calendar'],
  [paths.timeAway, 'findWords.time-away'],
  [paths.stockLocations(), 'findWords.stock-locations'],
  [paths.payoutSettings, 'findWords.payout-settings'],
  [paths.costSettings, 'findWords.cost-settings'],
  [paths.apiKeys, 'findWords.api-keys'],
  [paths.webhooks, 'findWords.webhooks'],
  [paths.operator, 'findWords.operator'],
  [paths.operatorHealth, 'findWords.operator-health'],
  [paths.operatorEraseBuyer(), 'findWords.operator-erase'],
  [paths.operatorConnections(), 'findWords.operator-connections'],
  [paths.marketplaceKeys, 'findWords.operator-keys'],
  [paths.operatorWebhooks, 'findWords.operator-webhooks'],
])

/** Adds search words to places. Saved views have none; members name them. */
export function withWords(places: readonly Place[], { t }: Texts): Place[] {
  return places.map((place) => {
    const key = wordsOfPlaces.get(place.href)
    return key ? { ...place, words: t(key) } : place
  })
}
