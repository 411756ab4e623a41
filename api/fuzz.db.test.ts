import { rowOf } from '#db/testing-row.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { endpoints } from './endpoints.ts'
import { oddRequests } from './testing-requests.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi } from './testing.ts'
import { minute } from '#lib/duration.ts'

let clock = new Date('2026-11-22T09:00:00Z')

const db = await testDatabase()
// One minute per request, so that the rate limit is never reached.
const api = await testApi(db, { now: () => (clock = new Date(clock.getTime() + minute)) })
// The key expires after ten years of this clock.
api.key = await api.makeKey({ days: 3_650 })
const sellerId = await addTestSeller(db)
const { username } = await rowOf(db.owner, 'sellers', { id: sellerId })
const known = { seller: username, item: await addTestListing(db, { sellerId, quantity: 1_000_000 }) }

it('any request is answered as documented, and never with a server error', async () => {
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(oddRequests(endpoints, known), async ({ method, path, body, headers }) => {
      const { status } = await api.ask(method, path, { body, headers, key: api.key })
      statuses.add(status)
      expect(status).toBeLessThan(500)
    }),
    propertyRuns(300),
  )
  // There were valid and invalid requests.
  for (const status of [200, 201, 422, 404]) expect(statuses).toContain(status)
})
