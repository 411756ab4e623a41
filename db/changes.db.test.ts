import { getEventListeners, once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openChanges } from './changes.ts'
import { testDatabase } from './testing.ts'

it('a connection that listens for long keeps nothing of the times that it was tried', async () => {
  const { url } = await testDatabase()
  const signals = vi.spyOn(AbortSignal, 'any')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const changes = openChanges({ url, onError: () => {}, beat: 1 })
  changes.start(() => {})
  const beats = () => asked.mock.calls.filter(([text]) => text === 'select 1').length
  await vi.waitFor(() => expect(beats()).toBeGreaterThan(8), 30_000)
  const until = signals.mock.results[0]!.value as AbortSignal
  expect(getEventListeners(until, 'abort').length).toBeLessThan(3)
  await changes.stop()
  vi.restoreAllMocks()
})

it('a server that takes connections and says nothing is told of, and tried again', async () => {
  let tries = 0
  const silent = createServer(() => (tries += 1)).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const told = vi.fn<(error: unknown) => void>()
  const { port } = silent.address() as AddressInfo
  const changes = openChanges({ url: `postgres://hub@127.0.0.1:${port}/hub`, onError: told, within: 20, again: 1 })
  changes.start(() => {})
  await vi.waitFor(() => expect(tries).toBeGreaterThan(1), 30_000)
  expect(told).toHaveBeenCalledTimes(1)
  await changes.stop()
})
