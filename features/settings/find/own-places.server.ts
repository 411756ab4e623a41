import type { SellerDb } from '#db/client.ts'
import { dueBounds } from '#features/core/order/order.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views.ts'
import { loadNavigation, navigationParts } from '#features/order-page/navigation/orders-navigation-db.server.ts'
import { ordersNavigation } from '#features/order-page/navigation/orders-navigation.ts'
import { paymentsNavigation } from '#features/payments/summary/payments-navigation.ts'
import { reportsNavigation } from '#features/reports/runs/reports-navigation.ts'
import { guides } from '#features/settings/guides/guides.ts'
import { listingsByState } from '#features/selling/listings/listing-counts-db.server.ts'
import { listingsNavigation } from '#features/selling/listings/listings-navigation.ts'
import { performanceNavigation } from '#features/insights/seller-level/performance-navigation.ts'
import { researchNavigation } from '#features/insights/research/research-navigation.ts'
import { settingsGroups } from '#features/settings/preferences/settings-pages.ts'
import { settingsOf } from '#features/settings/preferences/settings-list.ts'
import { keysOf } from '#lib/records.ts'
import { itemUrl, type NavGroupModel, type NavItemModel } from '#shui/navigation/navigation-model.ts'
import { plainText } from '#shui/text/text-model.ts'
import type { Texts } from '#texts/texts.ts'
import type { Visit } from '#web/context.ts'
import { ownRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { SignedIn } from '#web/signed-in.ts'
import type { Place } from './places.ts'

export type PlacesVisit = Pick<Visit, 'hub' | 'texts'> & { signedIn: SignedIn; url: URL }

/** The pages that the member may open, in the order of the navigation. */
export async function ownPlaces(visit: PlacesVisit): Promise<Place[]> {
  const { hub, signedIn } = visit
  const { seller } = signedIn
  const own = seller ? await ownRows(hub, seller.id).read((db) => sellerPlaces(db, visit, seller)) : []
  return [...own, ...memberPlaces(visit)]
}

const place = (text: string, section: string | null, href: string): Place => ({ text, section, href, count: null })

function memberPlaces({ signedIn, texts }: PlacesVisit): Place[] {
  const { t } = texts
  return [
    place(t('messages.title'), signedIn.seller && t('conversations.title'), paths.messages),
    ...settingsPlaces(signedIn, texts),
    place(t('guides.title'), null, paths.guides()),
    ...keysOf(guides).map((name) => place(guides[name], t('guides.title'), paths.guides(name))),
    ...(signedIn.member.isOperator
      ? [
          place(t('word.sellers'), t('nav.marketplace'), paths.operator),
          place(t('nav.health'), t('nav.marketplace'), paths.operatorHealth),
          place(t('operator.erase'), t('nav.marketplace'), paths.operatorEraseBuyer()),
          place(t('nav.connections'), t('nav.marketplace'), paths.operatorConnections()),
          place(t('nav.apiKeys'), t('nav.marketplace'), paths.marketplaceKeys),
          place(t('nav.webhooks'), t('nav.marketplace'), paths.operatorWebhooks),
        ]
      : []),
  ]
}

/** All pages of settings, and after them the single settings, each with its page. */
export function settingsPlaces(signedIn: SignedIn, texts: Texts): Place[] {
  const title = texts.t('nav.settings')
  const pages = settingsGroups(signedIn, texts).flatMap((group) => group.pages)
  return [
    place(texts.t('settings.all'), title, paths.settings()),
    ...pages.map(({ name, href }) => place(name, title, href)),
    ...settingsOf(pages, texts).map(({ name, page, href }) => place(name, page, href)),
  ]
}

const placesParts = { ...navigationParts, listings: listingsByState }

async function sellerPlaces(
  db: SellerDb,
  { hub, signedIn: { member }, url, texts }: PlacesVisit,
  seller: NonNullable<SignedIn['seller']>,
): Promise<Place[]> {
  const { t } = texts
  let savedViews: SavedViewRow[] = []
  const reader = { sellerId: seller.id, memberId: member.id, ...dueBounds(hub.now(), seller.timeZone) }
  const navigation = await loadNavigation(db, reader, placesParts, (views) => (savedViews = views))
  const may = (permission: Parameters<typeof mayDo>[1]) => mayDo(seller.role, permission)
  const seesMoney = may('money.view')
  const isRated = Boolean(hub.config.policyPack.standards.levels)
  const counts = { state: 'ready', value: navigation.counts } as const
  const listingCounts = { state: 'ready', value: navigation.others.listings } as const
  const orders = ordersNavigation({ counts, savedViews, mayShip: may('orders.ship'), url, texts })
  const listings = listingsNavigation({ counts: listingCounts, mayEdit: may('listings.edit'), url, texts })
  const mayUpload = may('listings.edit') || may('orders.ship') || seesMoney
  const within = (groups: readonly NavGroupModel[], section: string) => placesIn(groups, section, texts.locale)
  return [
    place(t('word.overview'), null, paths.overview),
    ...(may('listings.edit')
      ? [{ ...place(t('listings.create'), t('listings.title'), paths.listingForm({ mode: 'AddItem' })), creates: true }]
      : []),
    place(t('tasks.title'), null, paths.tasks()),
    // Tabs of the orders that are no items of their own come last.
    ...within([...orders.navGroups, { heading: '', navItems: orders.ended }], t('word.orders')),
    ...(may('buyers.talk') ? [place(t('conversations.title'), null, paths.conversations)] : []),
    ...(may('amounts.view') ? [place(t('word.offers'), t('conversations.title'), paths.offers)] : []),
    ...within(listings.navGroups, t('listings.title')),
    ...(seesMoney ? within(paymentsNavigation({ url, texts }).navGroups, t('word.payments')) : []),
    ...(may('amounts.view') ? within(researchNavigation({ url, texts }).navGroups, t('research.title')) : []),
    ...within(performanceNavigation({ url, texts, isRated, seesMoney }).navGroups, t('level.nav')),
    ...within(reportsNavigation({ url, texts, mayUpload }).navGroups, t('reports.nav')),
  ]
}

function placesIn(groups: readonly NavGroupModel[], section: string, locale: string): Place[] {
  const items = groups.flatMap(({ navItems }) =>
    navItems.flatMap((item) => [item, ...(item.navItems ?? []), ...(item.tabs ?? [])]),
  )
  // The first tab is the page of its item.
  const isNew = (item: NavItemModel, index: number) =>
    items.findIndex((one) => itemUrl(one) === itemUrl(item)) === index
  return items.filter(isNew).flatMap((item) => {
    const [text, href] = [plainText(item.label, locale), itemUrl(item)]
    const count = item.count && 'text' in item.count ? item.count : null
    return href === null ? [] : [{ text, section: text === section ? null : section, href, count }]
  })
}
