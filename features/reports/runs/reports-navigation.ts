import type { Texts } from '#texts/texts.ts'
import { navLink, type NavSection } from '#web/nav-link.ts'
import { isAtOrBelow, paths } from '#web/paths.ts'

export const isReportsPlace = (pathname: string): boolean => isAtOrBelow(paths.reports, pathname)

export function reportsNavigation({
  url: { pathname },
  texts: { t },
  mayUpload,
}: {
  url: URL
  texts: Texts
  mayUpload: boolean
}): NavSection {
  const navItems = [
    navLink(t('reports.title'), paths.reports, pathname === paths.reports),
    navLink(t('reports.new'), paths.newDownload(), pathname === paths.newDownload()),
    navLink(t('reports.schedules'), paths.schedules, pathname === paths.schedules),
    ...(mayUpload ? [navLink(t('common.uploadFile'), paths.uploads, pathname === paths.uploads)] : []),
  ]
  const navGroups = [{ heading: t('reports.nav'), navItems }]
  return { navItem: { ...navLink(t('reports.nav'), paths.reports, false), navItems, navGroups }, navGroups }
}
