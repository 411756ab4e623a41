import { isObject, isString, listOf, optional, shape, type Is } from '../model-shape.ts'
import { isText } from '../text/read-text.ts'
import { textUrl, type TextInput } from '../text/text-model.ts'

export interface NavCount {
  text: string
  /** Emphasises the count. */
  urgent?: boolean
  /** Read instead of the number: "4 overdue". */
  accessibilityText?: string
}

/** A link if its label has a `NAV` action, otherwise only a dropdown button. */
export interface NavItemModel {
  label: TextInput
  /** The current page is this item itself, not one below it. */
  active?: boolean
  navItems?: readonly NavItemModel[] | null
  /** Left navigation of its section; the second level of the phone menu if larger. Without `navItems` it has no dropdown. */
  navGroups?: readonly NavGroupModel[] | null
  /** Pages that share the item: tabs above the page while one of them is active. */
  tabs?: readonly NavItemModel[] | null
  /** A promise that never rejects; the item renders at once and the count when it arrives. */
  count?: NavCount | null | Promise<NavCount | null>
}

export interface NavGroupModel {
  heading: TextInput
  navItems: readonly NavItemModel[]
}

export const itemUrl = (item: NavItemModel): string | null => textUrl(item.label)

export const hasChildren = (item: NavItemModel): boolean => (item.navItems?.length ?? 0) > 0

export function isWithin(item: NavItemModel): boolean {
  const below = [...(item.navItems ?? []), ...(item.navGroups ?? []).flatMap(({ navItems }) => navItems)]
  return item.active === true || below.some(isWithin)
}

export const isCount: Is = (value) => isObject(value) && (typeof value['then'] === 'function' || isCountText(value))
const isCountText = shape({ text: isString, accessibilityText: optional(isString) })

export const isNavItem: Is = (value) => isItem(value)
export const isNavGroup: Is = shape({ heading: isText, navItems: listOf(isNavItem) })
const isItem = shape({
  label: isText,
  navItems: optional(listOf(isNavItem)),
  navGroups: optional(listOf(isNavGroup)),
  tabs: optional(listOf(isNavItem)),
  count: optional(isCount),
})
