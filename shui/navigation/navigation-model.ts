import { textUrl } from '../text/text-model.ts'
import type { TextInput } from '../text/text-model.ts'

/** A number beside a navigation item, already formatted. */
export interface NavCount {
  text: string
  /** Draws it in the colour of what must be done now. */
  urgent?: boolean
  /** Read instead of the bare number: "4 overdue". */
  accessibilityText?: string
}

/** An item is a link where its label has a `NAV` action, else only the button of its dropdown. */
export interface NavItemModel {
  label: TextInput
  /** The reader is on this very item, not on one below it: it alone is marked as the page. */
  active?: boolean
  navItems?: readonly NavItemModel[] | null
  /** What the left navigation shows in its section: the second level of a phone's menu, where that has more; alone, it has no dropdown. */
  navGroups?: readonly NavGroupModel[] | null
  /** A promise that never rejects: the count is drawn when it comes, the item at once. */
  count?: NavCount | null | Promise<NavCount | null>
}

export interface NavGroupModel {
  heading: TextInput
  navItems: readonly NavItemModel[]
  /** Given, the heading folds and unfolds the group; true: folded at first. */
  folded?: boolean
}

/** The URL of an item's label, or null. */
export const itemUrl = (item: NavItemModel): string | null => textUrl(item.label)

/** Whether the item has a second level. */
export const hasChildren = (item: NavItemModel): boolean => (item.navItems?.length ?? 0) > 0

/** Whether the reader is on the item or on one below it. */
export function isWithin(item: NavItemModel): boolean {
  const below = [...(item.navItems ?? []), ...(item.navGroups ?? []).flatMap(({ navItems }) => navItems)]
  return item.active === true || below.some(isWithin)
}
