import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { isAtOrBelow, paths, places } from '#web/paths.ts'

export interface PerformanceNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

export const isPerformancePlace = (pathname: string): boolean => isAtOrBelow(places.performance, pathname)

interface PerformancePlaces {
  url: URL
  texts: Texts
  isRated: boolean
  seesMoney: boolean
}

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
