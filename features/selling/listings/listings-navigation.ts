import { navLink, type NavSection } from '#web/nav-link.ts'
import { paths, isAtOrBelow, places } from '#web/paths.ts'
import { sideCount } from '#web/side-count.ts'
import { gridDefinition } from '#features/machinery/grid/list-query.ts'
import { filterValues } from '#lib/grid-query.ts'
import { parseGridQuery } from '#lib/read-grid-query.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { isKeyOf } from '#lib/records.ts'
import type { NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { listingTabs, tabStates, type ListingTab } from '#features/core/listing/listing.ts'
import { countIn, type StateRows } from './listing-counts-db.server.ts'
import { activeParts, partStates, type ActivePart } from './listing-choices.ts'
import { listingsList, listingsHref } from './listings-list.server.ts'

interface NavigationInput {
  counts: WaitOutcome<StateRows[]> | Promise<WaitOutcome<StateRows[]>>
  mayEdit: boolean
  url: URL
  texts: Texts
}

export const isListingsPlace = (pathname: string): boolean =>
  [places.listings, places.listingForm, places.productInsights, paths.inventory, paths.saleEvents].some((place) =>
    isAtOrBelow(place, pathname),
  )

export function listingsNavigation({ counts, mayEdit, url, texts }: NavigationInput): NavSection {
  const present = presentPlace(url)
  const item = (name: ListingTab | ActivePart, label: string, href: string): NavItemModel => {
    const states = isKeyOf(tabStates, name) ? tabStates[name] : [partStates[name]]
    return {
      ...navLink(label, href, present === name),
      count: sideCount(counts, texts, (ready) => ({ text: texts.number(countIn(states, ready)) })),
    }
  }
  const parts = activeParts.map((part) =>
    item(part, texts.t(`listings.part.${part}`), listingsHref('active', { status: [part] })),
  )
  const tabItem = (tab: ListingTab) => item(tab, texts.t(`listings.tab.${tab}`), paths.listings[tab])
  const [activeTab, ...otherTabs] = listingTabs
  const [active, others] = [tabItem(activeTab), otherTabs.map(tabItem)]
  const navItems = [active, ...parts, ...others]
  const isAtChanges = [paths.bulkEdit(), paths.listingChanges()].some((place) => isAtOrBelow(place, url.pathname))
  const changes = navLink(texts.t('listings.history'), paths.listingChanges(), isAtChanges)
  const isAtSales = isAtOrBelow(paths.saleEvents, url.pathname)
  const isAtRules = isAtOrBelow(paths.priceRules, url.pathname) || url.pathname === paths.priceRule()
  const sales = navLink(texts.t('saleEvents.title'), paths.saleEvents, isAtSales && !isAtRules)
  const ruleTabs = [
    ['priceRules.title', paths.priceRules],
    ['priceRules.changes', paths.priceRuleChanges],
  ] as const
  const rules: NavItemModel = {
    ...navLink(texts.t('priceRules.title'), paths.priceRules, isAtRules),
    tabs: ruleTabs.map(([name, at]) => navLink(texts.t(name), at, url.pathname === at)),
  }
  const inventory = paths.inventory
  const readTabs = [
    ['word.stock', inventory],
    ['reorder.title', paths.reorder],
    ['purchases.nav', paths.purchases],
  ] as const
  const editTabs = [
    ['suppliers.nav', paths.suppliers()],
    ['inventory.count.title', paths.stockCount()],
    ['inventory.move', paths.stockMoves()],
    ['inventory.locations.title', paths.stockLocations()],
  ] as const
  const stock: NavItemModel = {
    ...navLink(texts.t('inventory.title'), inventory, isAtOrBelow(inventory, url.pathname)),
    tabs: [...readTabs, ...(mayEdit ? editTabs : [])].map(([name, at]) =>
      navLink(texts.t(name), at, url.pathname === at),
    ),
  }
  const navGroups = [
    { heading: texts.t('listings.title'), navItems: [{ ...active, navItems: parts }, ...others] },
    { heading: texts.t('listings.changes'), navItems: [stock, ...(mayEdit ? [sales, rules, changes] : [])] },
  ]
  return {
    navItem: {
      ...navLink(
        texts.t('listings.title'),
        paths.listings.active,
        isListingsPlace(url.pathname) &&
          ![...navItems, stock, sales, rules, changes].some(({ active: isHere }) => isHere),
      ),
      navItems,
      navGroups,
    },
    navGroups,
  }
}

/** The current tab or part; for a listing, the list it was opened from. */
function presentPlace(url: URL): ListingTab | ActivePart | null {
  if (!isAtOrBelow(places.listings, url.pathname)) return null
  const from = url.pathname === places.listing ? (url.searchParams.get('from') ?? '') : null
  const [name, search] = from === null ? [url.pathname.split('/')[3], url.search] : from.split('?')
  const tab = listingTabs.find((known) => known === name)
  if (tab !== 'active') return tab ?? null
  const here = { tab, mayEdit: false, seesMoney: true }
  const { query } = parseGridQuery(new URLSearchParams(search ?? ''), gridDefinition(listingsList, here))
  return activeParts.find((part) => part === filterValues(query, 'status')[0]) ?? tab
}
