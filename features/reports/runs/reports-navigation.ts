import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { isAtOrBelow, paths } from '#web/paths.ts'

export interface ReportsNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

export const isReportsPlace = (pathname: string): boolean => isAtOrBelow(paths.reports, pathname)

export function reportsNavigation({
  url: { pathname },
  texts: { t },
  mayEdit,
  seesMoney,
}: {
  url: URL
  texts: Texts
  mayEdit: boolean
  seesMoney: boolean
}): ReportsNavigation {
  const item = (text: string, URL: string, active: boolean): NavItemModel => ({
    label: { text, action: { type: 'NAV', URL } },
    active,
  })
  const navItems = [
    item(t('reports.title'), paths.reports, pathname === paths.reports),
    item(t('reports.new'), paths.newDownload(), pathname === paths.newDownload()),
    item(t('reports.schedules'), paths.schedules, pathname === paths.schedules),
    ...(mayEdit ? [item(t('reports.upload'), paths.uploads, pathname === paths.uploads)] : []),
    ...(seesMoney ? [item(t('reports.movingIn'), paths.movingIn, pathname === paths.movingIn)] : []),
  ]
  const navGroups = [{ heading: t('reports.nav'), navItems }]
  return { navItem: { ...item(t('reports.nav'), paths.reports, false), navItems, navGroups }, navGroups }
}
