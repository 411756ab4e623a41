import { expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { addOrders, addSeller } from './testing.ts'

const clients = 12
const now = new Date('2026-11-20T12:00:00Z')

it('lets many move orders between the same states at once, each their own, one way and back', async () => {
  const db = await testDatabase({ poolSize: clients })
  const seller_id = await addSeller(db, 'ann')
  const orders = await addOrders(db, { sellerId: seller_id, count: 4 * clients, now, seed: 'ring' })
  const paid = orders.filter(({ status }) => status === 'AWAITING_SHIPMENT').slice(0, clients)
  expect(paid.length).toBeGreaterThan(5)
  await Promise.all(
    paid.map(async ({ id }, client) => {
      const cancelled = { seller_id, order_id: id, initiator: 'SELLER', reason: 'OTHER', requested_at: now } as const
      for (let turn = 0; turn < 6; turn += 1) {
        const state = (turn + client) % 2 ? 'APPROVED' : 'REQUESTED'
        await db.asSeller(seller_id, 'write', (own) =>
          own
            .insertInto('cancellations')
            .values({ ...cancelled, state })
            .execute(),
        )
        await db.asSeller(seller_id, 'write', (own) =>
          own.deleteFrom('cancellations').where('seller_id', '=', seller_id).where('order_id', '=', id).execute(),
        )
      }
    }),
  )
  expect(await findWrongSums(db.owner)).toEqual([])
})
