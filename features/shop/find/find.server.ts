import type { SellerDb } from '#db/client.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views-db.server.ts'
import { listingsByState } from '#features/selling/listings/listing-counts-db.server.ts'
import { listingsNavigation } from '#features/selling/listings/listings-navigation.ts'
import { loadNavigation, navigationParts } from '#features/order-page/orders-navigation-db.server.ts'
import { ordersNavigation } from '#features/order-page/orders-navigation.ts'
import { dueBounds } from '#features/core/order/order.ts'
import { settingsGroups } from '#features/shop/settings/settings-pages.ts'
import { reportsNavigation } from '#features/reports/runs/reports-navigation.ts'
import { paymentsNavigation } from '#features/payments/summary/payments-navigation.ts'
import type { FindGroupModel, FindModel } from '#shui/find/find-model.ts'
import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import { itemUrl } from '#shui/navigation/navigation-model.ts'
import { plainText } from '#shui/text/text-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { Visit } from '#web/context.ts'
import { ownRows } from '#web/own-rows.ts'
import { performanceNavigation } from '#features/shop/seller-level/performance-navigation.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { SignedIn } from '#web/signed-in.ts'
import { findListings, findOrders } from './find-rows-db.server.ts'
import { listingsGroup, ordersGroup, placesGroup } from './find-view.ts'
import { withWords } from './place-words.ts'
import { matchPlaces, type Place } from './places.ts'
import { readFindQuery } from './find-query.ts'

type FindVisit = Pick<Visit, 'hub' | 'texts'> & { signedIn: SignedIn; url: URL }

/**
 * Everything matching the typed text: pages by name, orders and listings as their lists search them. Orders come first
 * if the text looks like an order number.
 */
export async function find(visit: FindVisit): Promise<FindModel> {
  const { hub, signedIn, url, texts } = visit
  const q = url.searchParams.get('q') ?? ''
  const question = readFindQuery(q)
  const { seller, member } = signedIn
  const { ordersOnly, isNumber, text } = question
  const places = (own: Place[]) =>
    ordersOnly || isNumber
      ? []
      : placesGroup(matchPlaces(withWords([...own, ...memberPlaces(signedIn, texts)], texts), text), texts)
  if (!seller) return answer(q, places([]), texts)
  const now = hub.now()
  const reader = {
    sellerId: seller.id,
    role: seller.role,
    now,
    zone: seller.timeZone,
    policyPack: hub.config.policyPack,
  }
  const shopTexts = textsFor(texts.locale, seller.timeZone)
  const hidesAmounts = !mayDo(seller.role, 'amounts.view')
  const found = await ownRows(hub, seller.id).read(async (db) => ({
    places: await sellerPlaces(db, {
      ...visit,
      ...reader,
      memberId: member.id,
      mayShip: mayDo(seller.role, 'orders.ship'),
      mayTalk: mayDo(seller.role, 'buyers.talk'),
      mayEdit: mayDo(seller.role, 'listings.edit'),
      seesMoney: mayDo(seller.role, 'money.view'),
      rates: Boolean(reader.policyPack.standards.levels),
    }),
    orders: ordersGroup(await findOrders(db, question, reader), { texts, hidesAmounts }),
    listings: ordersOnly
      ? []
      : listingsGroup(await findListings(db, question, reader), {
          texts: shopTexts,
          mayEdit: mayDo(seller.role, 'listings.edit'),
          hidesAmounts,
        }),
  }))
  // After the overview.
  const own = found.places.toSpliced(1, 0, ...creating(signedIn, texts))
  return answer(q, [...places(own), ...found.orders, ...found.listings], texts)
}

function answer(q: string, groups: FindGroupModel[], { t }: Texts): FindModel {
  const n = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return { q, groups, status: n === 0 ? t('find.none') : t('find.results', { n }) }
}

function creating({ seller }: SignedIn, { t }: Texts): Place[] {
  if (!seller || !mayDo(seller.role, 'listings.edit')) return []
  const href = paths.listingForm({ mode: 'AddItem' })
  return [{ text: t('listings.create'), section: t('listings.title'), href, count: null, creates: true }]
}

function memberPlaces(signedIn: SignedIn, texts: Texts): Place[] {
  const { t } = texts
  const place = (text: string, section: string | null, href: string): Place => ({ text, section, href, count: null })
  return [
    place(t('messages.title'), signedIn.seller && t('conversations.title'), paths.messages),
    ...settingsGroups(signedIn, texts).flatMap(({ pages }) =>
      pages.map(({ name, href }) => place(name, t('nav.settings'), href)),
    ),
    ...(signedIn.member.isOperator
      ? [
          place(t('nav.sellers'), t('nav.marketplace'), paths.operator),
          place(t('nav.health'), t('nav.marketplace'), paths.operatorHealth),
          place(t('operator.erase'), t('nav.marketplace'), paths.operatorEraseBuyer()),
          place(t('nav.connections'), t('nav.marketplace'), paths.operatorConnections()),
          place(t('nav.apiKeys'), t('nav.marketplace'), paths.marketplaceKeys),
          place(t('nav.webhooks'), t('nav.marketplace'), paths.operatorWebhooks),
        ]
      : []),
  ]
}

interface PlacesFor {
  sellerId: number
  memberId: string
  now: Date
  zone: string
  mayShip: boolean
  mayTalk: boolean
  mayEdit: boolean
  seesMoney: boolean
  rates: boolean
  url: URL
  texts: Texts
}

const placesParts = { ...navigationParts, listings: listingsByState }

async function sellerPlaces(
  db: SellerDb,
  { url, texts, mayShip, mayTalk, mayEdit, seesMoney, rates, now, zone, ...reader }: PlacesFor,
): Promise<Place[]> {
  let savedViews: SavedViewRow[] = []
  const { counts: value, others } = await loadNavigation(
    db,
    { ...reader, ...dueBounds(now, zone) },
    placesParts,
    (views) => (savedViews = views),
  )
  const counts = { state: 'ready', value } as const
  const orders = ordersNavigation({ counts, savedViews, mayShip, url, texts })
  const listings = listingsNavigation({ counts: { state: 'ready', value: others.listings }, mayEdit, url, texts })
  // Tabs of the orders that are no items of their own.
  const endedOrders = { heading: '', navItems: orders.ended }
  return [
    { text: texts.t('nav.overview'), section: null, href: paths.overview, count: null },
    { text: texts.t('tasks.title'), section: null, href: paths.tasks(), count: null },
    ...placesIn([...orders.navGroups, endedOrders], texts.t('orders.title'), texts.locale),
    ...(mayTalk
      ? [{ text: texts.t('conversations.title'), section: null, href: paths.conversations, count: null }]
      : []),
    ...placesIn(listings.navGroups, texts.t('listings.title'), texts.locale),
    ...(seesMoney
      ? placesIn(paymentsNavigation({ url, texts }).navGroups, texts.t('payments.title'), texts.locale)
      : []),
    ...placesIn(
      performanceNavigation({ url, texts, isRated: rates, seesMoney }).navGroups,
      texts.t('level.nav'),
      texts.locale,
    ),
    ...placesIn(
      reportsNavigation({ url, texts, mayUpload: mayEdit || mayShip || seesMoney }).navGroups,
      texts.t('reports.nav'),
      texts.locale,
    ),
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
