import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { isAtOrBelow, paths, places } from '#web/paths.ts'

/** The navigation to the shop's performance: an item at the top, and a group on the left. */
export interface PerformanceNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

/** Whether a path belongs to the performance pages. */
export const isPerformancePlace = (pathname: string): boolean => isAtOrBelow(places.sellerLevel, pathname)

/** Links to the performance pages. */
export function performanceNavigation({ url, texts: { t } }: { url: URL; texts: Texts }): PerformanceNavigation {
  const action = { type: 'NAV' as const, URL: paths.sellerLevel() }
  const level: NavItemModel = {
    label: { text: t('level.title'), action },
    active: isPerformancePlace(url.pathname),
  }
  const navGroups = [{ heading: t('level.nav'), navItems: [level] }]
  return {
    navItem: { label: { text: t('level.nav'), action }, active: false, navItems: [level], navGroups },
    navGroups,
  }
}
