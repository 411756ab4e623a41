import { getEventListeners, once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openChanges } from './changes.ts'
import { testDatabase } from './testing.ts'
import { addSeller } from './testing-seller.ts'

it('a connection that listens for long keeps no listeners of earlier attempts', async () => {
  const { url } = await testDatabase()
  const signals = vi.spyOn(AbortSignal, 'any')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const changes = openChanges({ url, onError: () => {}, beat: 1 })
  changes.start(() => {})
  const beats = () => query.mock.calls.filter(([text]) => text === 'select 1').length
  await vi.waitFor(() => expect(beats()).toBeGreaterThan(8), 30_000)
  const until = signals.mock.results[0]!.value as AbortSignal
  expect(getEventListeners(until, 'abort').length).toBeLessThan(3)
  await changes.stop()
  vi.restoreAllMocks()
})

it('on a cluster the writer notifies after its transaction, since nobody listens where triggers run', async () => {
  const db = await testDatabase({ forgetsSeller: true })
  const [ann, bob] = [await addSeller(db, 'ann'), await addSeller(db, 'bob')]
  const heard: string[] = []
  const changes = openChanges({ url: db.url, onError: () => {} })
  const ready = Promise.withResolvers<void>()
  changes.start((change) => (change ? heard.push(`${change.sellerId} ${change.what}`) : ready.resolve()))
  await ready.promise
  const heardWhileOpen: string[] = []
  const add = async (seller: number, whileOpen: () => Promise<void>) =>
    db.asOwner(async (tx) => {
      await sql`select set_config('citus.version', '13.2.2', true)`.execute(tx)
      await sql`insert into listings (seller_id, title, category, condition, state, price_minor, currency, quantity_available)
        values (${seller}, 'Lens', 'Lenses', 'NEW', 'DRAFT', 100, 'GBP', 1), (${seller}, 'Body', 'Bodies', 'NEW', 'DRAFT', 100, 'GBP', 1)`.execute(
        tx,
      )
      await whileOpen()
    })
  // The notification of another seller marks the moment up to which nothing was heard.
  await add(ann, async () => {
    await sql`select pg_notify('hub_changes', ${`${bob} talk`})`.execute(db.owner)
    await vi.waitFor(() => expect(heard).toContain(`${bob} talk`), 30_000)
    heardWhileOpen.push(...heard)
  })
  await vi.waitFor(() => expect(heard).toContain(`${ann} listings`), 30_000)
  expect(heardWhileOpen).toEqual([`${bob} talk`])
  expect(heard).toEqual([`${bob} talk`, `${ann} listings`])
  await changes.stop()
})

it('a server that accepts connections but stays silent is reported and tried again', async () => {
  let tries = 0
  const silent = createServer(() => (tries += 1)).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const onError = vi.fn<(error: unknown) => void>()
  const { port } = silent.address() as AddressInfo
  const changes = openChanges({ url: `postgres://hub@127.0.0.1:${port}/hub`, onError, within: 20, again: 1 })
  changes.start(() => {})
  await vi.waitFor(() => expect(tries).toBeGreaterThan(1), 30_000)
  expect(onError).toHaveBeenCalledTimes(1)
  await changes.stop()
})
