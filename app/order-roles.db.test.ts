import type { RouteConfigEntry } from '#web/router/routes.ts'
import { describe, expect, it } from 'vitest'
import { signedInBrowser, type TestBrowser, type TestPage } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import { paths } from '#web/paths.ts'
import { roles, type Role } from '#web/roles.ts'
import routes from './routes.ts'

const { db, hub } = await testHubAt()
const by = {} as Record<Role, TestBrowser>

const members = await Promise.all(roles.map((role) => addTestMember(hub, { name: role })))
const seller = await addTestSeller(db, Object.fromEntries(members.map(({ id }, index) => [id, roles[index]!])))
for (const [index, role] of roles.entries()) by[role] = await signedInBrowser(hub, members[index]!.email)

const everyone: readonly Role[] = roles
const ships: readonly Role[] = ['owner', 'manager', 'shipper']
const refunds: readonly Role[] = ['owner', 'manager']
const talks = ships

/** Roles that may post to each order URL: repeated here, so that new permissions do not go unnoticed. */
const senders: Record<string, readonly Role[]> = {
  'sh/ord/ship': ships,
  'sh/ord/ship-many': ships,
  'sh/ord/ship-together': ships,
  'sh/ord/hand-over': ships,
  'sh/ord/shipped': ships,
  'sh/ord/take-back': ships,
  'sh/ord/print': ships,
  'sh/ord/print/run': ships,
  'sh/ord/label': ships,
  'sh/ord/labels/buy': ships,
  'sh/ord/labels/print': ships,
  'sh/ord/labels/views': ships,
  'sh/ord/pack': ships,
  'sh/ord/pack/events': ships,
  'sh/ord/address': ships,
  'sh/ord/cancel': refunds,
  'sh/ord/cancel-unpaid': refunds,
  'sh/ord/refund': refunds,
  'sh/ord/refund/retry': refunds,
  'sh/ord/case': refunds,
  'settings/returns': refunds,
  'settings/shipping-rules': refunds,
  'sh/ord/conversation': talks,
  'sh/ord/conversations/marks': talks,
  'sh/ord/conversations/views': talks,
  'sh/ord/feedback': talks,
  'sh/ord/note': talks,
  'sh/ord/tag': talks,
  'settings/templates': talks,
  'settings/printing': ships,
  // Personal settings: saved views, notices and mails.
  'sh/ord/views': everyone,
  'sh/ord/returns/views': everyone,
  'sh/ord/requests/views': everyone,
  messages: everyone,
  'messages/events': everyone,
  'settings/mail': everyone,
}

const flat = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])
const all = flat(routes).filter(({ path }) => path !== undefined)
const moduleOf = async (path: string) => {
  const { file } = all.find((route) => route.path === path)!
  return (await import(new URL(file, import.meta.url).href)) as TestPage
}

describe('the actions on orders', () => {
  it('are all listed, each with the roles that may use it', async () => {
    const taking: string[] = []
    for (const { path } of all)
      if (/^(sh\/ord|messages)/.test(path!) && (await moduleOf(path!)).action) taking.push(path!)
    expect(
      Object.keys(senders)
        .filter((path) => !path.startsWith('settings/'))
        .toSorted(),
    ).toEqual(taking.toSorted())
  })

  it.each(Object.entries(senders))('%s is refused for all other roles', async (path, allowed) => {
    const page = await moduleOf(path)
    for (const role of roles) {
      const { status } = await by[role].post(page, `/${path}`, {})
      // Permitted roles get a validation error instead of 403.
      if (allowed.includes(role)) expect([200, 204, 302, 303, 400, 404, 422], `${role} ${path}`).toContain(status)
      else expect(status, `${role} ${path}`).toBe(403)
    }
  })
})

it('an order offers each role exactly its actions', async () => {
  const order = await addOrderToShip(db, seller, [2], { placedAt: new Date() })
  const offered = async (role: Role) => {
    const { data } = await by[role].get(detailsPage, paths.orderDetails(order.number))
    const { shipHref, printHref, refundHref, cancelHref, talk } = data
    const things = { ship: shipHref, print: printHref, refund: refundHref, cancel: cancelHref, talk }
    return Object.entries(things).flatMap(([thing, value]) => (value === null ? [] : [thing]))
  }
  for (const role of roles)
    expect(await offered(role), role).toEqual([
      ...(ships.includes(role) ? ['ship', 'print'] : []),
      ...(refunds.includes(role) ? ['refund', 'cancel'] : []),
      ...(talks.includes(role) ? ['talk'] : []),
    ])
})
