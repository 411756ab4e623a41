import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { createRandom } from '#lib/random.ts'
import { hour } from '#lib/duration.ts'
import { compareCharges } from './compare-charges-db.server.ts'
import { workOnDueLabels } from './due-labels.server.ts'
import { readCharges } from './label-charges.server.ts'
import { labelRequest, startTestCarrier } from './testing.ts'
import { wantLabels } from './want-labels-db.server.ts'

let now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase({ poolSize: 10 })
const carrier = await startTestCarrier(db, () => now)
afterAll(() => carrier.stop())

const [orders, members] = [60, 4]

it('four members who buy at once, from a carrier with faults and from hubs that are killed, pay each parcel once', async () => {
  const random = createRandom('labels')
  const sellerId = await addSeller(db, 'storm')
  const account = await carrier.account(sellerId)
  const open: { number: string }[] = []
  for (let index = 0; index < orders; index += 1) open.push(await addOrderToShip(db, sellerId, [1]))
  // Each member asks for all orders, in an order of their own: of an order's four labels one is wanted.
  await Promise.all(
    Array.from({ length: members }, async (_, index) => {
      const own = index % 2 === 0 ? open : open.toReversed()
      for (let at = 0; at < own.length; at += 10)
        await db.asSeller(sellerId, 'write', (ours) =>
          wantLabels(
            ours,
            {
              sellerId,
              member: { id: `m${index}`, name: `M${index}`, isLimited: false },
              batch: `000000000000000${index}`,
              zone: 'Europe/London',
              now,
            },
            own.slice(at, at + 10).map((order) => labelRequest(order, account)),
          ),
        )
    }),
  )
  expect(await db.owner.selectFrom('labels').select('id').where('seller_id', '=', sellerId).execute()).toHaveLength(
    orders,
  )
  for (const fault of ['ERROR_BEFORE_BUYING', 'WRONG_JSON', 'AWAY', 'TOO_MANY'])
    await account.fault(fault, { times: 5, path: '/v1/labels' })
  // Two hubs share the work. Killed ones lose the answer, and never record it.
  const killed = { ...carrier.hub, db: { ...carrier.hub.db, asSeller: dyingAt(random) } }
  for (let round = 0; round < 12; round += 1) {
    const works = [carrier.hub, round < 6 ? killed : carrier.hub].map((hub) =>
      workOnDueLabels(hub, { signal: new AbortController().signal, report: () => {} }),
    )
    await Promise.all(works)
    now = new Date(now.getTime() + hour)
  }
  const labels = await db.owner.selectFrom('labels').selectAll().where('seller_id', '=', sellerId).execute()
  const ended: string[] = ['BOUGHT', 'FAILED']
  expect(labels.filter(({ state }) => !ended.includes(state))).toEqual([])
  expect(labels.filter(({ state }) => state === 'BOUGHT').length).toBeGreaterThan(orders / 2)
  await readCharges(carrier.hub, { sellerId, id: account.id })
  const month = { from: new Date('2026-11-01T00:00:00Z'), until: new Date('2026-12-01T00:00:00Z') }
  const [compared] = await db.asSeller(sellerId, 'read', (ours) =>
    compareCharges(ours, { sellerId, accountId: account.id, ...month }),
  )
  expect(compared).toMatchObject({ differences: [], chargedMinor: compared?.bookedMinor })
  const parcels = await account.charged()
  expect(parcels.size).toBe(labels.filter(({ state }) => state === 'BOUGHT').length)

  /** One write in four fails as if the process had ended, before anything is stored. */
  function dyingAt(chance: { next: () => number }): typeof db.asSeller {
    return (id, access, work, ms) => {
      if (access === 'write' && chance.next() < 0.25) return Promise.reject(new Error('killed'))
      return db.asSeller(id, access, work, ms)
    }
  }
})
