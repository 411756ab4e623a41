import type { TextKey, Texts } from '#texts/texts.ts'
import { navLink, type NavSection } from '#web/nav-link.ts'
import { isAtOrBelow, paths, places } from '#web/paths.ts'

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
}: PerformancePlaces): NavSection {
  const measures = [isRated ? 'overview.level' : 'level.title.measures', paths.sellerLevel()] as const
  const links: readonly (readonly [TextKey, string])[] = seesMoney
    ? [['sales.title', paths.sales()], ['costs.title', paths.costs], measures, ['stockValue.title', paths.stockValue]]
    : [measures]
  const navItems = links.map(([key, URL]) => navLink(t(key), URL, isAtOrBelow(URL, pathname)))
  const navGroups = [{ heading: t('level.nav'), navItems }]
  return { navItem: { ...navLink(t('level.nav'), (links[0] ?? measures)[1], false), navItems, navGroups }, navGroups }
}
