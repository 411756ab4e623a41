import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backup, restore } from '#db/backup.ts'
import { withClient } from '#db/connection.ts'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi, type TestApi } from './testing.ts'

/** Items after a cursor, and the next cursor. */
async function readOn(api: TestApi, list: string, after?: string): Promise<{ told: string[]; next: string }> {
  const { body } = await api.ask('GET', list + (after === undefined ? '' : `?after=${encodeURIComponent(after)}`))
  return { told: body.items.map(({ item, type }: { item?: string; type?: string }) => item ?? type), next: body.next }
}

it('a reader of a restored hub gets the following events, and again those that were lost', async () => {
  const db = await testDatabase()
  const hub = await testApi(db)
  const sellerId = await addTestSeller(db)
  const item = await addTestListing(db, { sellerId, quantity: 3 })
  const { username } = await db.owner.selectFrom('sellers').select('username').executeTakeFirstOrThrow()
  const listings = `/sellers/${username}/listings`
  const count = (api: TestApi, onHand: number) => api.ask('PUT', `${listings}/${item}/stock`, { body: { onHand } })
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-restored-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'hub.backup')
  await readOn(hub, listings)
  await readOn(hub, '/events')
  await withClient(db.url, (client) => backup(client, file, new Date()))
  for (const onHand of [2, 1]) await count(hub, onHand)
  const [offers, events] = [await readOn(hub, listings), await readOn(hub, '/events')]

  const other = await testDatabase({ forgetsSeller: true })
  await withClient(other.url, (client) => restore(client, file, { schema: 'hub', replace: true }))
  const restored = await testApi(other)
  expect((await readOn(restored, listings, offers.next)).told).toEqual([item])
  expect((await readOn(restored, '/events', events.next)).told).toEqual([])
  await count(restored, 2)
  expect((await readOn(restored, listings, offers.next)).told).toEqual([item])
  expect((await readOn(restored, '/events', events.next)).told).toContain('stock.changed')
})
