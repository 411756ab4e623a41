import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { oddSellRequests, readKnown } from './testing-requests.ts'
import { sellRoutes } from './routes.ts'
import { sellHub } from './testing.ts'

it('any request of a tool is answered without a server error', async () => {
  const db = await testDatabase()
  const sell = await sellHub(db)
  const shop = await addFormShop(sell.hub, db, 'odd-shop')
  await addFormProducts(db)
  for (const sku of ['KNOWN-1', 'KNOWN-2', 'KNOWN-3']) await shop.publish({ sku })
  // One second per request, so that the rate limit is never reached.
  let clock = sell.hub.now()
  sell.hub.now = () => clock
  const key = await sell.makeKey(shop.sellerId)
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = {
      'content-type': 'application/json',
      ...init.headers,
      authorization: `Bearer ${sell.signFor(key.id)}`,
    }
    return fetch(sell.url + path, { ...init, headers })
  }
  const known = await readKnown(async (path) => (await send(path)).json(), 'EBAY_GB')
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(oddSellRequests(sellRoutes, known), async ({ method, path, body, headers }) => {
      clock = new Date(clock.getTime() + 1_000)
      const { status } = await send(path, { method, headers, ...(body !== undefined && { body }) })
      statuses.add(status)
      // An odd path segment leads nowhere.
      if (status !== 501) expect(status).toBeLessThan(500)
    }),
    propertyRuns(40),
  )
  // There were valid and invalid requests.
  for (const status of [200, 204, 400, 404]) expect(statuses).toContain(status)
})
