import { expect, it } from 'vitest'
import { addressDetail, mayDo, permissions, roles } from './roles.ts'

it('shows addresses whole to who ships, the place to who reckons or looks, and nothing to listers', () =>
  expect(Object.fromEntries(roles.map((role) => [role, addressDetail(role)]))).toEqual({
    owner: 'full',
    manager: 'full',
    lister: 'none',
    shipper: 'full',
    accountant: 'masked',
    viewer: 'masked',
  }))

it('lets each role do what the table of the documentation says', () => {
  const allowed = (permission: keyof typeof permissions) => roles.filter((role) => mayDo(role, permission))
  expect(allowed('hub.view')).toEqual(roles)
  expect(allowed('listings.edit')).toEqual(['owner', 'manager', 'lister'])
  expect(allowed('orders.ship')).toEqual(['owner', 'manager', 'shipper'])
  expect(allowed('orders.refund')).toEqual(['owner', 'manager'])
  expect(allowed('files.upload')).toEqual(['owner', 'manager', 'lister', 'shipper', 'accountant'])
  expect(allowed('amounts.view')).toEqual(['owner', 'manager', 'lister', 'accountant', 'viewer'])
  expect(allowed('money.view')).toEqual(['owner', 'manager', 'accountant'])
  expect(allowed('payouts.manage')).toEqual(['owner', 'manager'])
  expect(allowed('team.manage')).toEqual(['owner'])
  expect(allowed('keys.manage')).toEqual(['owner'])
})
