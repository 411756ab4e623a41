import { expect, it } from 'vitest'
import { setRole } from '#features/people/accounts/members.server.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { expirePermissionChecks } from '#web/testing-recheck-permission.ts'
import { loader } from './print-run-resource.ts'
import { startRun } from './print-runs-db.server.ts'

const { db, hub } = await testHubAt()

it.each([
  ['viewer', false],
  ['manager', true],
] as [Role, boolean][])('a print run of a member who has become %s during it: %s', async (role, isWhole) => {
  const { id, email } = await addTestMember(hub)
  const sellerId = await addTestSeller(db, { [id]: 'shipper' })
  const orders = await addOrders(db, { sellerId, count: 30, now: hub.now(), seed: 'printing' })
  const orderIds = orders.map((order) => order.id)
  const run = await db.asSeller(sellerId, 'write', (own) =>
    startRun(own, { sellerId, document: 'slip', orderIds, printedBy: 'Ada', now: hub.now(), label: null }),
  )
  const browser = await signedInBrowser(hub, email)
  const answer = Promise.withResolvers<Response>()
  const print = async (args: never) => answer.resolve(await loader(args))
  await browser.get({ loader: print }, paths.printRun(run, { from: '' }))
  const reader = assertDefined((await answer.promise).body, 'it is a page').getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('<main>')
  await setRole(db.owner, { memberId: id, sellerId, role })
  expirePermissionChecks()
  const rest = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read());
    return true
  }
  expect(await rest().catch(() => false)).toBe(isWhole)
})
