import { getEventListeners, once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openChanges } from './changes.ts'
import { testDatabase } from './testing.ts'
import { addSeller } from './testing-seller.ts'

it('a connection that listens for long keeps nothing of the times that it was tried', async () => {
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

it('a cluster is told of no change, since a transaction over two of its servers could not commit with a notice', async () => {
  const db = await testDatabase({ forgetsSeller: true })
  const [ann, bob] = [await addSeller(db, 'ann'), await addSeller(db, 'bob')]
  const heard: number[] = []
  const changes = openChanges({ url: db.url, onError: () => {} })
  const ready = Promise.withResolvers<void>()
  changes.start((change) => (change ? heard.push(change.sellerId) : ready.resolve()))
  await ready.promise
  const addListing = (seller: number, version: string | null) =>
    db.asOwner(async (tx) => {
      if (version !== null) await sql`select set_config('citus.version', ${version}, true)`.execute(tx)
      await sql`insert into listings (seller_id, title, category, condition, state, price_minor, currency, quantity_available)
        values (${seller}, 'Lens', 'Lenses', 'NEW', 'DRAFT', 100, 'GBP', 1)`.execute(tx)
    })
  await addListing(ann, '13.2.2')
  await addListing(bob, null)
  await vi.waitFor(() => expect(heard).toEqual([bob]), 30_000)
  await changes.stop()
})

it('a server that takes connections and says nothing is told of, and tried again', async () => {
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
