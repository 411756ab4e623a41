import { itemUrl, type NavGroupModel, type NavItemModel } from '#shui/navigation/navigation-model.ts'
import { plainText } from '#shui/text/text-model.ts'
import type { Texts } from '#texts/texts.ts'
import { navLink } from '#web/nav-link.ts'
import type { Pin } from './pins.ts'

/** The pinned pages as a group of the navigation, with the counts that they have there; none without pins. */
export function pinnedNavigation(
  pins: readonly Pin[],
  { navItems, texts }: { navItems: readonly NavItemModel[]; texts: Texts },
): NavGroupModel[] {
  if (pins.length === 0) return []
  const items = navItems.flatMap(withPagesBelow)
  const links = pins.map(({ id, name }) => {
    const item = items.find((each) => itemUrl(each) === id)
    return {
      ...navLink(name || (item ? plainText(item.label, texts.locale) : id), id, false),
      count: item?.count ?? null,
    }
  })
  return [{ heading: texts.t('overview.pinned'), navItems: links }]
}

/** An item after the pages of its section and before its tabs: the first of several links to a page names it. */
const withPagesBelow = (item: NavItemModel): NavItemModel[] => [
  ...[...(item.navGroups ?? []).flatMap(({ navItems }) => navItems), ...(item.navItems ?? [])].flatMap(withPagesBelow),
  item,
  ...(item.tabs ?? []),
]
