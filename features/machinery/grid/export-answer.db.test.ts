import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { removeRole, setRole } from '#features/people/accounts/members.server.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Role } from '#web/roles.ts'
import { expirePermissionChecks } from '#web/testing-recheck-permission.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { createExportSlots, exportsPerMember, takeMemberSlot } from './export-slots.server.ts'
import { listExport } from './list-routes.server.ts'
import { transactionsList } from './testing-transactions.ts'

const poolSize = exportsPerMember + 2
const db = await testDatabase({ poolSize })
// One slot for all exports together.
const hub = { ...testServices(db), exports: createExportSlots(2) }
const members = await Promise.all(['ann', 'ben', 'cem'].map((name) => addTestMember(hub, { name })))
const seller = await addTestSeller(db, Object.fromEntries(members.map(({ id }) => [id, 'owner'])))
const [ann, ben, cem] = await Promise.all(members.map(({ email }) => signedInBrowser(hub, email)))
const loader = listExport(transactionsList)

/** Prepares an export up to its first query; the returned function requests the file. */
async function prepared(browser: TestBrowser | undefined): Promise<() => Promise<Response>> {
  const args = await new Promise<Parameters<typeof loader>[0]>((resolve) => {
    void browser!.get({ loader: async (given: never) => resolve(given) }, '/transactions/export')
  })
  return () => loader(args)
}

/** Running exports of a member, in any process. */
async function running(memberId: string, count: number): Promise<{ end: () => Promise<unknown> }> {
  const over = Promise.withResolvers<void>()
  const all = Array.from({ length: count }, () => {
    const begun = Promise.withResolvers<void>()
    const ended = db.asSeller(seller, 'read', async (own) => {
      expect(await takeMemberSlot(own, memberId)).toBe(true)
      begun.resolve()
      await over.promise
    })
    return { begun: begun.promise, ended }
  })
  await Promise.all(all.map(({ begun }) => begun))
  return { end: () => (over.resolve(), Promise.all(all.map(({ ended }) => ended))) }
}

it('of a member at their limit takes no slot from others, however often it is requested', async () => {
  const others = await running(members[0]!.id, exportsPerMember)
  const [more, bens] = [await prepared(ann), await prepared(ben)]
  // Both wait for a connection, so anything checked so far was checked without one.
  const clients = await Promise.all(Array.from({ length: poolSize - exportsPerMember }, () => db.pool.connect()))
  const answers = [more(), bens()]
  for (const client of clients) client.release()
  const [refused, answered] = await Promise.all(answers)
  expect([refused!.status, answered!.status]).toEqual([429, 200])
  expect(await answered!.text()).toContain('Order number')
  await others.end()
})

it.each([
  ['owner', 'manager', 'goes on'],
  ['accountant', 'owner', 'goes on'],
  // The same list without the buyer column.
  ['owner', 'accountant', 'ends'],
  ['owner', 'viewer', 'ends'],
  ['owner', null, 'ends'],
] as [Role, Role | null, string][])(
  'of a member who was %s and is %s before the next part is read %s',
  async (before, after, outcome) => {
    const { id, email } = await addTestMember(hub)
    const sellerId = await addTestSeller(db, { [id]: before, [(await addTestMember(hub)).id]: 'owner' })
    await addOrders(db, { sellerId, count: 3, now: hub.now(), seed: 'export' })
    // Its own slot, because slots are released some time after the end.
    const own = { ...hub, exports: createExportSlots(2) }
    const { body } = await (await prepared(await signedInBrowser(own, email)))()
    const reader = assertDefined(body, 'it is a file').getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('Order number')
    if (after) await setRole(db.owner, { memberId: id, sellerId, role: after })
    else await removeRole(db.owner, { memberId: id, sellerId })
    expirePermissionChecks()
    const more = reader.read().then(
      ({ done }) => (done ? 'is whole' : 'goes on'),
      () => 'ends',
    )
    expect(await more).toBe(outcome)
    await reader.cancel().catch(() => {})
  },
)

it('is refused while the hub has no slot, and works once another has ended', async () => {
  const begun = await (await prepared(ben))()
  expect(begun.status).toBe(200)
  const cems = await prepared(cem)
  expect((await cems()).status).toBe(503)
  await begun.text()
  expect(await (await cems()).text()).toContain('Order number')
})
