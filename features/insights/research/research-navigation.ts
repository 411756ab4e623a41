import type { Texts } from '#texts/texts.ts'
import { navLink, type NavSection } from '#web/nav-link.ts'
import { isAtOrBelow, paths } from '#web/paths.ts'

export const isResearchPlace = (pathname: string): boolean => isAtOrBelow(paths.research(), pathname)

export function researchNavigation({ url, texts: { t } }: { url: URL; texts: Texts }): NavSection {
  const isHere = isResearchPlace(url.pathname)
  const isActive = url.searchParams.get('tabName') === 'ACTIVE'
  const navItems = [
    navLink(t('research.tab.sold'), paths.research(), isHere && !isActive),
    navLink(t('research.tab.active'), paths.research({ tabName: 'ACTIVE' }), isHere && isActive),
  ]
  const navGroups = [{ heading: t('research.title'), navItems }]
  return { navItem: { ...navLink(t('research.nav'), paths.research(), false), navItems, navGroups }, navGroups }
}
