import { paths, isAtOrBelow, withSearch } from '#web/paths.ts'
import { sideCount } from '#web/side-count.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { recordOf } from '#lib/records.ts'
import type { NavCount, NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { orderTabs, tabFilters, type OrderTab } from '#features/core/order/order.ts'
import { countOf as countOfCases, openCasesHref } from '#features/after-sale/cases/cases-list.server.ts'
import { caseKinds, kindOfCase, type CaseKind } from '#features/core/order/order-case.ts'
import type { OrderCounts } from '#features/orders/order-list/order-counts-db.server.ts'
import type { NavigationCounts } from './orders-navigation-db.server.ts'
import { tabCount } from '#features/orders/order-list/order-tabs.ts'
import { orderTabHref, ordersQuery, tabOf } from '#features/orders/order-list/orders-list.server.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views-db.server.ts'

export interface OrdersNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

const afterSale: readonly OrderTab[] = ['cancellation-requested', 'cancelled', 'refunded']

interface NavigationInput {
  counts: WaitOutcome<NavigationCounts> | Promise<WaitOutcome<NavigationCounts>>
  savedViews: readonly SavedViewRow[]
  /** Whether the reader may ship, and so upload tracking numbers. */
  mayShip: boolean
  mayTalk: boolean
  url: URL
  texts: Texts
}

export function ordersNavigation({
  counts,
  savedViews,
  mayShip,
  mayTalk,
  url,
  texts,
}: NavigationInput): OrdersNavigation {
  const present = presentPlace(url)
  // Reuse the objects: hydration data serializes an object once.
  const items = recordOf(orderTabs, (tab): NavItemModel => ({
    label: link(texts.t(`orders.tab.${tab}`), orderTabHref(tab)),
    active: present.tab === tab,
    count: sideCount(counts, texts, (ready) => countOf(tab, ready, texts)),
  }))
  const item = (tab: OrderTab) => items[tab]
  const sales = orderTabs.filter((tab) => !afterSale.includes(tab) && !tabFilters[tab].due)
  const parts = orderTabs.filter((tab) => tabFilters[tab].due)
  const views = savedViews.map(({ id, name, query }): NavItemModel => ({
    label: link(name, withSearch(paths.orders, `${query === '' ? '' : `${query}&`}view=${id}`)),
    active: present.view === id,
  }))
  const cases = caseKinds.map((kind): NavItemModel => ({
    label: link(texts.t(`cases.title.${kind}`), openCasesHref(kind)),
    active: presentCases(url) === kind,
    count: sideCount(counts, texts, (ready) => ({ text: texts.number(countOfCases('open', ready.cases[kind])) })),
  }))
  const tracking: NavItemModel = {
    label: link(texts.t('tracking.title'), paths.tracking),
    active: url.pathname === paths.tracking,
  }
  const pack: NavItemModel = {
    label: link(texts.t('orders.nav.pack'), paths.pack),
    active: url.pathname === paths.pack,
  }
  const lately: NavItemModel = {
    label: link(texts.t('shipped.title'), paths.shippedLately()),
    active: url.pathname === paths.shippedLately(),
  }
  const conversations: NavItemModel = {
    label: link(texts.t('conversations.title'), paths.conversations),
    active: url.pathname === paths.conversations,
    count: sideCount(counts, texts, ({ unread: n }) =>
      n > 0
        ? { text: texts.number(n), urgent: true, accessibilityText: texts.t('conversations.nav.unread', { n }) }
        : null,
    ),
  }
  const navGroups: NavGroupModel[] = [
    {
      heading: texts.t('orders.title'),
      navItems: sales.map((tab) =>
        tab === 'awaiting-shipment' ? { ...item(tab), navItems: parts.map(item) } : item(tab),
      ),
    },
    {
      heading: texts.t('orders.afterSale'),
      navItems: [...(mayTalk ? [conversations] : []), ...afterSale.map(item), ...cases],
    },
    ...(mayShip ? [{ heading: texts.t('orders.tools'), navItems: [pack, tracking, lately] }] : []),
    ...(views.length > 0 ? [{ heading: texts.t('orders.views'), navItems: views }] : []),
  ]
  const navItems = [...sales.flatMap((tab) => (tab === 'awaiting-shipment' ? [tab, ...parts] : [tab])), ...afterSale]
    .map(item)
    .concat(cases)
  const isWithin = isAtOrBelow(paths.orders, url.pathname)
  const navItem: NavItemModel = {
    label: link(texts.t('orders.title'), paths.orders),
    active: isWithin && !navItems.some(({ active }) => active),
    navItems,
    navGroups,
  }
  return { navItem, navGroups }
}

const link = (text: string, href: string) => ({ text, action: { type: 'NAV' as const, URL: href } })

function countOf(tab: OrderTab, counts: OrderCounts, texts: Texts): NavCount {
  const n = tabCount(tab, counts)
  if (tab !== 'overdue') return { text: texts.number(n) }
  return { text: texts.number(n), urgent: n > 0, accessibilityText: texts.t('orders.nav.overdue', { n }) }
}

function presentCases({ pathname, searchParams }: URL): CaseKind | null {
  if (pathname === paths.case) return kindOfCase(searchParams.get('case') ?? '')
  return caseKinds.find((kind) => pathname === paths.cases[kind]) ?? null
}

/** Current tab or saved view; for an order, that of its list. */
function presentPlace(url: URL): { tab: OrderTab | null; view: string | null } {
  const nowhere = { tab: null, view: null }
  if (presentCases(url)) return nowhere
  const isList = url.pathname === paths.orders
  const from = url.searchParams.get('from')
  if (!isList && (from === null || !isAtOrBelow(paths.orders, url.pathname))) return nowhere
  const params = isList ? url.searchParams : new URLSearchParams(from ?? '')
  const query = ordersQuery(params)
  return query.view ? { tab: null, view: query.view } : { tab: tabOf(query), view: null }
}
