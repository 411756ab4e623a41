import { getEventListeners } from 'node:events'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
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
