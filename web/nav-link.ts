import type { NavItemModel } from '#shui/navigation/navigation-model.ts'

/** An item of the navigation; `active` means the current page itself, not one below it. */
export const navLink = (text: string, URL: string, active: boolean): NavItemModel => ({
  label: { text, action: { type: 'NAV', URL } },
  active,
})
