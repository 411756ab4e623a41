import { expect, it } from 'vitest'
import { openDatabase, type Database } from '#db/client.ts'
import { readOnShards } from '#db/shards.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { readEvidence } from './evidence-db.server.ts'
import { readStanding } from './read-level.server.ts'

const db = await testDatabase()
const now = new Date('2026-11-25T12:00Z')

it('a level and its evidence are the same on a cluster', async () => {
  const { standards } = testPolicyPack
  const sellerId = await addSeller(db, 'ann')
  for (const placed of ['2026-09-30', '2026-10-31', '2026-11-01', '2026-11-24'])
    await addOrderToShip(db, sellerId, [1], { placedAt: new Date(`${placed}T20:00Z`) })
  // Due, and not shipped.
  await db.owner
    .updateTable('orders')
    .set(({ ref }) => ({ ship_by: ref('placed_at') }))
    .where('placed_at', '<', new Date('2026-11-20'))
    .execute()
  const measured = { id: sellerId, timeZone: 'Asia/Tokyo', currency: 'GBP' }
  const read = ({ asSeller }: Pick<Database, 'asSeller'>) =>
    asSeller(sellerId, 'read', async (own) => {
      const standing = await readStanding(own, measured, { standards, now })
      const ids = standing.next.faulty.flatMap((month) => month.ids)
      const { window } = standing.next
      return { standing, evidence: await readEvidence(own, { sellerId, window, at: now, standards }, ids) }
    })
  const expected = await read(db)
  expect(expected.standing.next.faulty.map(({ fault, month }) => [fault, month])).toEqual([
    ['untracked', '2026-10-01'],
    ['untracked', '2026-11-01'],
  ])
  expect(expected.evidence).toHaveLength(3)
  const divided = openDatabase({ url: db.url, poolSize: 1 })
  readOnShards(divided.owner)
  try {
    expect(await read(divided)).toEqual(expected)
  } finally {
    await divided.close()
  }
})
