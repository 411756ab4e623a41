import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { findApiKey, listApiKeys } from '#features/developers/api-keys/api-keys-db.server.ts'
import { listEndpoints } from '#features/developers/webhooks/endpoints-db.server.ts'
import { readConfig } from './config.ts'
import { configureMarketLinks, marketStartMessage } from './market.ts'

async function hubWith(env: Record<string, string>) {
  const { db, secret, now } = testServices(await testDatabase())
  return { db, secret, now, config: readConfig(env) }
}

const seller = {
  username: 'harbour-camera',
  display_name: 'Harbour Camera',
  country: 'GB',
  time_zone: 'Europe/London',
  currency: 'GBP',
  registered_at: new Date('2020-01-01T00:00:00Z'),
}

it('the example market runs for the demo marketplace: links lead there unless configured otherwise', async () => {
  const hub = await hubWith({ PORT: '4000', LISTING_URL: 'https://own.example/{item}' })
  expect(await configureMarketLinks(hub)).toBeNull()
  expect(hub.config.storeUrl).toBeNull()
  await hub.db.owner.insertInto('sellers').values(seller).execute()
  expect(await configureMarketLinks(hub)).toMatchObject({ port: 3001, url: 'http://localhost:3001' })
  expect(hub.config).toMatchObject({
    storeUrl: 'http://localhost:3001/stores/{seller}',
    listingUrl: 'https://own.example/{item}',
    productSummaryParents: ['http://localhost:3001'],
    ownWebhook: 'http://127.0.0.1:3001/hub-events',
  })
  const without: Record<string, string>[] = [{ MARKET_PORT: 'off' }, { HUB_DEMO: 'off' }, { NODE_ENV: 'development' }]
  for (const env of without) expect(readConfig(env).market).toBeNull()
  expect(readConfig({ PUBLIC_URL: 'https://hub.example', MARKET_PORT: '4001' }).market?.url).toBe(
    'http://hub.example:4001',
  )
})

it('the example market gets a new key and secret at each start, and earlier ones expire', async () => {
  const hub = await hubWith({})
  const first = await marketStartMessage(hub, hub.config.market!)
  const second = await marketStartMessage(hub, hub.config.market!)
  const { owner } = hub.db
  expect(await findApiKey(owner, first.key, hub.now())).toBeNull()
  expect(await findApiKey(owner, second.key, hub.now())).toMatchObject({ sellerId: null, name: 'Example market' })
  expect(await listApiKeys(owner)).toHaveLength(1)
  expect(await listEndpoints(owner, null)).toHaveLength(1)
  expect(second.webhookSecret).not.toBe(first.webhookSecret)
  // Hub and market find each other on any of the machine's addresses.
  for (const [HOST, hostInUrl] of [
    ['0.0.0.0', '127.0.0.1'],
    ['::1', '[::1]'],
    ['10.0.0.7', '10.0.0.7'],
  ] as const) {
    const config = readConfig({ HOST, WEBHOOKS: 'off' })
    const { webhookUrl } = config.market!
    expect(webhookUrl).toBe(`http://${hostInUrl}:3001/hub-events`)
    expect((await marketStartMessage({ ...hub, config }, config.market!)).hubUrl).toBe(`http://${hostInUrl}:3000`)
  }
  // Turning it off removes its key and webhook.
  hub.config.market = null
  expect(await configureMarketLinks(hub)).toBeNull()
  expect([await listApiKeys(owner), await listEndpoints(owner, null)]).toEqual([[], []])
})
