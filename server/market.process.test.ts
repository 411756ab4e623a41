import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, it, onTestFinished } from 'vitest'
import { createMarketplaceApi } from '#api/marketplace-api.ts'
import { addTestListing } from '#api/testing-orders.ts'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { portOf } from '#lib/listening.ts'
import { readConfig } from './config.ts'
import type { Lifecycle } from './lifecycle.ts'
import { startMarketBeside } from './market.ts'
import { freePort } from './free-port.ts'
import { dataFolder } from './testing-process.ts'

/** Environments of the machine's readable processes; empty outside Linux. */
const environments = () =>
  globSync('/proc/[0-9]*/environ').flatMap((file) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      // Belongs to another user, or has exited.
      return []
    }
  })

it('the example market runs beside the hub with a key that nobody else sees, and stops with it', async () => {
  const db = await testDatabase()
  const title = 'Leica M3 body'
  await addTestListing(db, { sellerId: await addTestSeller(db), quantity: 1 })
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { secret, now, ...rest } = testServices(db)
  const keys: string[] = []
  const answer = getRequestListener(createMarketplaceApi({ ...rest, secret, now }))
  server.on('request', (request, response) => {
    keys.push(request.headers.authorization?.replace('Bearer ', '') ?? '')
    void answer(request, response)
  })
  const [port, DATA_DIR] = [await freePort(), await dataFolder()]
  const config = readConfig({ PORT: String(portOf(server)), HOST: '127.0.0.1', DATA_DIR })
  const place = { port, url: `http://127.0.0.1:${port}`, webhookUrl: `http://127.0.0.1:${port}/hub-events` }
  const messages: string[] = []
  const closers: Parameters<Lifecycle['opened']>[0][] = []
  const close = async () => {
    for (const each of closers.splice(0)) await each()
  }
  onTestFinished(close)
  await startMarketBeside({
    hub: { db, secret, now, config },
    place,
    lifecycle: {
      opened: async (closer) => void closers.push(closer),
      end: () => process.exit(1),
      ending: () => false,
      stopSignal: new AbortController().signal,
    },
    say: (line) => messages.push(line),
  })
  const shelves = () => fetch(`${place.url}/search`).then((page) => page.text(), String)
  // Startup waits until the market is filled.
  expect(await shelves()).toContain(title)
  const [key = ''] = keys
  expect(key).toMatch(/^hub_/)
  expect(messages.join('\n')).toBe(`The example market is at ${place.url}`)
  const own = environments().filter((environment) => environment.includes('MARKET_STARTED_BY=hub'))
  if (process.platform === 'linux') expect(own).not.toEqual([])
  expect(own.join('')).not.toContain(key)
  await close()
  expect(await shelves()).toContain('fetch failed')
  expect(messages).toHaveLength(1)
})
