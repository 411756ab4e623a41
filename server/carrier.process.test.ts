import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { startCarrierBeside, configureCarrier } from './carrier.ts'
import { readConfig } from './config.ts'
import { freePort } from './free-port.ts'
import type { Lifecycle } from './lifecycle.ts'
import { dataFolder } from './testing-process.ts'

it('the example carrier runs beside the demo, and stops with the hub', async () => {
  const [port, DATA_DIR, db] = [await freePort(), await dataFolder(), await testDatabase()]
  const config = readConfig({ HOST: '127.0.0.1', DATA_DIR, CARRIER_PORT: String(port) })
  expect(await configureCarrier({ db, config })).toBeNull()
  await addSeller(db, 'harbour-camera')
  const place = (await configureCarrier({ db, config }))!
  expect(place).toEqual({ port, url: `http://127.0.0.1:${port}`, publicUrl: `http://localhost:${port}` })
  expect(config.ownCarrier).toBe(place.url)
  const [messages, closers]: [string[], Parameters<Lifecycle['opened']>[0][]] = [[], []]
  const close = async () => {
    for (const each of closers.splice(0)) await each()
  }
  onTestFinished(close)
  const lifecycle: Lifecycle = {
    opened: async (closer) => void closers.push(closer),
    end: () => process.exit(1),
    ending: () => false,
    stopSignal: new AbortController().signal,
  }
  const services = testServices(db)
  const hub = { ...services, config }
  await startCarrierBeside({ hub, place, lifecycle, say: (line) => messages.push(line) })
  const answer = () => fetch(`${place.url}/`).then(({ status }) => status, String)
  expect(await answer()).toBe(200)
  expect(messages).toEqual([`The example carrier is at ${place.publicUrl}`])
  // The demo's shop can buy labels at once.
  const accounts = await db.owner.selectFrom('label_accounts').select(['provider', 'url']).execute()
  expect(accounts).toEqual([{ provider: 'EXAMPLE', url: place.url }])
  await close()
  expect(await answer()).toContain('fetch failed')
})

it('the example carrier runs with a served demo only, at a port that the hub does not use', () => {
  for (const env of [{ CARRIER_PORT: 'off' }, { HUB_DEMO: 'off' }, { NODE_ENV: 'development' }])
    expect(readConfig(env).carrier).toBeNull()
  expect(readConfig({}).carrier?.port).toBe(3003)
  expect(readConfig({ PORT: '3003' }).carrier?.port).toBe(3004)
  expect(() => readConfig({ PORT: '4000', CARRIER_PORT: '4000' })).toThrow('CARRIER_PORT: a port other than PORT')
})
