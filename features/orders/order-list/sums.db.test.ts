import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrders } from './testing.ts'

const now = new Date('2026-11-20T12:00:00Z')

const db = await testDatabase()
const seller_id = await addSeller(db, 'ann')
const orders = await addOrders(db, { sellerId: seller_id, count: 20, now, seed: 'ring' })
const [one, other] = orders.filter(({ status }) => status === 'AWAITING_SHIPMENT')

const cancel = (order_id: number) =>
  db.asSeller(seller_id, 'write', (own) =>
    own
      .insertInto('cancellations')
      .values({ seller_id, order_id, initiator: 'SELLER', reason: 'OTHER', requested_at: now, state: 'APPROVED' })
      .execute(),
  )
const takeBack = (order_id: number) =>
  // As an import would; requests have no permission.
  db.asOwner((own) =>
    own.deleteFrom('cancellations').where('seller_id', '=', seller_id).where('order_id', '=', order_id).execute(),
  )

it.each([
  ['AWAITING_SHIPMENT', 'to cancelled'],
  ['AWAITING_SHIPMENT', 'back again'],
  ['CANCELLED', 'to cancelled'],
  ['CANCELLED', 'back again'],
] as const)('two orders swap their states: %s is read while the first moves %s', async (held, way) => {
  await cancel(other!.id)
  // Both transactions must lock the counts in the same order, or one waits for the other in a cycle.
  const moves = [() => cancel(one!.id), () => takeBack(other!.id)]
  if (way === 'back again') moves.reverse()
  const moving = await db.owner.transaction().execute(async (tx) => {
    const { rows } = await sql`select from order_counts where status = ${held} for update`.execute(tx)
    expect(rows.length).toBeGreaterThan(0)
    const first = moves[0]!()
    await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
    const second = moves[1]!()
    await expect.poll(() => waitingForLock(db.pool)).toHaveLength(2)
    return [first, second]
  })
  expect((await Promise.allSettled(moving)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await findWrongSums(db.owner)).toEqual([])
  await takeBack(one!.id)
})
