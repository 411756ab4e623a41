/** Roles of a member at a seller (seller-hubs 5.6). Operators run the marketplace and have none. */
export const roles = ['owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer'] as const
export type Role = (typeof roles)[number]

export type Permission =
  | 'hub.view'
  | 'listings.edit'
  | 'orders.ship'
  | 'labels.buy'
  | 'orders.refund'
  | 'files.upload'
  | 'buyers.talk'
  | 'amounts.view'
  | 'money.view'
  | 'payouts.manage'
  | 'buyers.addresses'
  | 'team.manage'
  | 'keys.manage'

const everyone = roles

export const permissions: Record<Permission, readonly Role[]> = {
  'hub.view': everyone,
  'listings.edit': ['owner', 'manager', 'lister'],
  'orders.ship': ['owner', 'manager', 'shipper'],
  // Spends the shop's money at providers of labels; without `money.view` up to the shop's daily limit.
  'labels.buy': ['owner', 'manager', 'shipper'],
  'orders.refund': ['owner', 'manager'],
  // Opens the page for files; what a file is about needs its own right.
  'files.upload': ['owner', 'manager', 'lister', 'shipper', 'accountant'],
  // Reads and writes messages and notes, which contain names and addresses.
  'buyers.talk': ['owner', 'manager', 'shipper'],
  // Prices, totals and sums of sales: shippers see no money at all (decision 119).
  'amounts.view': ['owner', 'manager', 'lister', 'accountant', 'viewer'],
  // Payments, fees, payouts, costs and profit.
  'money.view': ['owner', 'manager', 'accountant'],
  'payouts.manage': ['owner', 'manager'],
  // Accountants and viewers see only country and city; listers see neither.
  'buyers.addresses': ['owner', 'manager', 'shipper'],
  'team.manage': ['owner'],
  // Keys outlive the membership of whoever created them.
  'keys.manage': ['owner'],
}

export function mayDo(role: Role, permission: Permission): boolean {
  return permissions[permission].includes(role)
}

/** How much of a buyer's address a role sees (seller-hubs 5.6). */
export function addressDetail(role: Role): 'full' | 'masked' | 'none' {
  if (mayDo(role, 'buyers.addresses')) return 'full'
  return role === 'lister' ? 'none' : 'masked'
}
