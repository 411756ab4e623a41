/** What a member is at a seller (seller-hubs 5.6). Operators have no role: they run the marketplace. */
export const roles = ['owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer'] as const
/** What a member is to a seller. */
export type Role = (typeof roles)[number]

/** Something that a role may or may not do at its seller. */
export type Permission =
  | 'hub.view'
  | 'listings.edit'
  | 'orders.ship'
  | 'orders.refund'
  | 'buyers.talk'
  | 'money.view'
  | 'buyers.addresses'
  | 'team.manage'
  | 'keys.manage'

const everyone = roles

/** Who may do what: the one table that pages, actions and buttons ask. */
export const permissions: Record<Permission, readonly Role[]> = {
  'hub.view': everyone,
  'listings.edit': ['owner', 'manager', 'lister'],
  'orders.ship': ['owner', 'manager', 'shipper'],
  'orders.refund': ['owner', 'manager'],
  // Reads and writes what is said with buyers and about them: names and addresses stand in it.
  'buyers.talk': ['owner', 'manager', 'shipper'],
  'money.view': ['owner', 'manager', 'accountant'],
  // Accountants and viewers see where an order went, but not to whom: country and city. Listers see neither.
  'buyers.addresses': ['owner', 'manager', 'shipper'],
  'team.manage': ['owner'],
  // A key acts without its maker, also once they have left.
  'keys.manage': ['owner'],
}

/** Whether a role may do something. */
export function mayDo(role: Role, permission: Permission): boolean {
  return permissions[permission].includes(role)
}

/** How much of a buyer's address a role sees: all, only the place, or nothing (seller-hubs 5.6). */
export function addressDetail(role: Role): 'full' | 'masked' | 'none' {
  if (mayDo(role, 'buyers.addresses')) return 'full'
  return role === 'lister' ? 'none' : 'masked'
}
