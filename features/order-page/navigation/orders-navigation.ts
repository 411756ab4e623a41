import { navLink, type NavSection } from '#web/nav-link.ts'
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
import type { SavedViewRow } from '#features/machinery/grid/saved-views.ts'

export interface OrdersNavigation extends NavSection {
  /** Tabs of all orders that the navigation leaves out. */
  ended: NavItemModel[]
}

const ended: readonly OrderTab[] = ['cancelled', 'refunded']

interface NavigationInput {
  counts: WaitOutcome<NavigationCounts> | Promise<WaitOutcome<NavigationCounts>>
  savedViews: readonly SavedViewRow[]
  /** Whether the reader may ship, and so upload tracking numbers. */
  mayShip: boolean
  url: URL
  texts: Texts
}

export function ordersNavigation({ counts, savedViews, mayShip, url, texts }: NavigationInput): OrdersNavigation {
  const present = presentPlace(url)
  // Reuse the objects: hydration data serializes an object once.
  const items = recordOf(orderTabs, (tab): NavItemModel => ({
    ...navLink(texts.t(`orders.tab.${tab}`), orderTabHref(tab), present.tab === tab),
    count: sideCount(counts, texts, (ready) => countOf(tab, ready, texts)),
  }))
  const item = (tab: OrderTab) =>
    tab === 'all' && present.tab && ended.includes(present.tab) ? { ...items.all, active: true } : items[tab]
  const sales = orderTabs.filter(
    (tab) => tab !== 'cancellation-requested' && !ended.includes(tab) && !tabFilters[tab].due,
  )
  const parts = orderTabs.filter((tab) => tabFilters[tab].due)
  const views = savedViews.map(({ id, name, query }) =>
    navLink(name, withSearch(paths.orders, `${query === '' ? '' : `${query}&`}view=${id}`), present.view === id),
  )
  const cases = caseKinds.map((kind): NavItemModel => ({
    ...navLink(texts.t(`cases.title.${kind}`), openCasesHref(kind), presentCases(url) === kind),
    count: sideCount(counts, texts, (ready) => ({ text: texts.number(countOfCases('open', ready.cases[kind])) })),
  }))
  const tools = (
    [
      ['orders.nav.pack', paths.pack],
      ['tracking.title', paths.uploadOf('tracking')],
      ['labels.list', paths.labels],
      ['shipped.title', paths.shippedLately()],
    ] as const
  ).map(([name, href]) => navLink(texts.t(name), href, url.pathname === href))
  const navGroups: NavGroupModel[] = [
    {
      heading: texts.t('word.orders'),
      navItems: sales.map((tab) =>
        tab === 'awaiting-shipment' ? { ...item(tab), navItems: parts.map(item) } : item(tab),
      ),
    },
    {
      heading: texts.t('orders.afterSale'),
      navItems: [item('cancellation-requested'), ...cases],
    },
    ...(mayShip ? [{ heading: texts.t('orders.tools'), navItems: tools }] : []),
    ...(views.length > 0 ? [{ heading: texts.t('orders.views'), navItems: views }] : []),
  ]
  const navItems = orderTabs.map((tab) => items[tab]).concat(cases)
  const isWithin = isAtOrBelow(paths.orders, url.pathname) && !isOfMessages(url)
  const navItem: NavItemModel = {
    ...navLink(texts.t('word.orders'), paths.orders, isWithin && !navItems.some(({ active }) => active)),
    navItems,
    navGroups,
  }
  return { navItem, navGroups, ended: ended.map((tab) => items[tab]) }
}

function countOf(tab: OrderTab, counts: OrderCounts, texts: Texts): NavCount {
  const n = tabCount(tab, counts)
  if (tab !== 'overdue') return { text: texts.number(n) }
  return { text: texts.number(n), urgent: n > 0, accessibilityText: texts.t('orders.nav.overdue', { n }) }
}

function presentCases({ pathname, searchParams }: URL): CaseKind | null {
  if (pathname === paths.case) return kindOfCase(searchParams.get('case') ?? '')
  return caseKinds.find((kind) => pathname === paths.cases[kind]) ?? null
}

/** Messages are a section of their own. */
const isOfMessages = ({ pathname }: URL) => [paths.conversations, paths.conversationPage].includes(pathname)

/** Current tab or saved view; for an order, that of its list. */
function presentPlace(url: URL): { tab: OrderTab | null; view: string | null } {
  const nowhere = { tab: null, view: null }
  if (presentCases(url) || isOfMessages(url)) return nowhere
  const isList = url.pathname === paths.orders
  const from = url.searchParams.get('from')
  if (!isList && (from === null || !isAtOrBelow(paths.orders, url.pathname))) return nowhere
  const params = isList ? url.searchParams : new URLSearchParams(from ?? '')
  const query = ordersQuery(params)
  return query.view ? { tab: null, view: query.view } : { tab: tabOf(query), view: null }
}
