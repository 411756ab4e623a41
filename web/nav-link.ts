import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'

/** A section: its item above, and its groups beside the page. */
export interface NavSection {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

/** An item of the navigation; `active` means the current page itself, not one below it. */
export const navLink = (text: string, URL: string, active: boolean): NavItemModel => ({
  label: { text, action: { type: 'NAV', URL } },
  active,
})
