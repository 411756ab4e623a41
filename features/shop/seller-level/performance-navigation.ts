import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { isAtOrBelow, paths, places } from '#web/paths.ts'

/** The navigation to the shop's performance: an item at the top, and a group on the left. */
export interface PerformanceNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

/** Whether a path belongs to the performance pages. */
export const isPerformancePlace = (pathname: string): boolean => isAtOrBelow(places.performance, pathname)

interface PerformancePlaces {
  url: URL
  texts: Texts
  /** Whether the marketplace rates its sellers. */
  isRated: boolean
  /** Whether the reader may see money. */
  seesMoney: boolean
}

/** Links to the performance pages. */
export function performanceNavigation({
  url: { pathname },
  texts: { t },
  isRated,
  seesMoney,
}: PerformancePlaces): PerformanceNavigation {
  const measures = [isRated ? 'level.title' : 'level.title.measures', paths.sellerLevel()] as const
  const links: readonly (readonly [TextKey, string])[] = seesMoney
    ? [['sales.title', paths.sales()], ['costs.title', paths.costs], measures]
    : [measures]
  const item = (key: TextKey, URL: string, active: boolean): NavItemModel => ({
    label: { text: t(key), action: { type: 'NAV', URL } },
    active,
  })
  const navItems = links.map(([key, URL]) => item(key, URL, isAtOrBelow(URL, pathname)))
  const navGroups = [{ heading: t('level.nav'), navItems }]
  return { navItem: { ...item('level.nav', (links[0] ?? measures)[1], false), navItems, navGroups }, navGroups }
}
