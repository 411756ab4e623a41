import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { isAtOrBelow, paths, places } from '#web/paths.ts'

/** How the shop does: an item of the top level, and the group of the left. */
export interface PerformanceNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

/** Whether a path belongs to how the shop does. */
export const isPerformancePlace = (pathname: string): boolean => isAtOrBelow(places.sellerLevel, pathname)

/** Links to how the shop does. */
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
