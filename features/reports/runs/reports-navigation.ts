import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { navLink } from '#web/nav-link.ts'
import { isAtOrBelow, paths } from '#web/paths.ts'

export interface ReportsNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

export const isReportsPlace = (pathname: string): boolean => isAtOrBelow(paths.reports, pathname)

export function reportsNavigation({
  url: { pathname },
  texts: { t },
  mayUpload,
}: {
  url: URL
  texts: Texts
  mayUpload: boolean
}): ReportsNavigation {
  const navItems = [
    navLink(t('reports.title'), paths.reports, pathname === paths.reports),
    navLink(t('reports.new'), paths.newDownload(), pathname === paths.newDownload()),
    navLink(t('reports.schedules'), paths.schedules, pathname === paths.schedules),
    ...(mayUpload ? [navLink(t('reports.upload'), paths.uploads, pathname === paths.uploads)] : []),
  ]
  const navGroups = [{ heading: t('reports.nav'), navItems }]
  return { navItem: { ...navLink(t('reports.nav'), paths.reports, false), navItems, navGroups }, navGroups }
}
