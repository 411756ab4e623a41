import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices } from '#features/shop/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { day, minute } from '#lib/duration.ts'
import { moveEarlierUploads } from './move-earlier-uploads.server.ts'
import { workOnUploads } from './testing.ts'
import { countRows, findUpload, listRows } from './uploads-db.server.ts'

const madeAt = new Date('2026-11-20T14:00:00Z')
let now = new Date('2026-11-20T14:30:00Z')

it('makes uploads of the previous version runs, and goes on with one that its process left; one over 30 days old is deleted', async () => {
  const db = await testDatabase()
  const hub = testServices(db, { now: () => now })
  const seller = await addSeller(db, 'earlier')
  const { number } = await addOrderToShip(db, seller, [1])
  const wish = { carrier: 'DHL', tracking: '0034 1', service: null, shippedAt: null, contents: null }
  const of = { seller_id: seller, member_id: 'ada', member_name: 'Ada', form: '{}', worked_at: madeAt }
  await db.owner
    .insertInto('tracking_uploads')
    .values([
      { ...of, id: 'a'.repeat(16), file_name: 'left.csv', state: 'RUNNING', made_at: madeAt },
      { ...of, id: 'b'.repeat(16), file_name: '', state: 'DONE', made_at: new Date(madeAt.getTime() - 30 * day) },
    ])
    .execute()
  const left = { seller_id: seller, upload_id: 'a'.repeat(16) }
  const problem = { column: 'tracking', value: '0034 1', rule: 'part-inside', facts: { left: 1 } }
  await db.owner
    .insertInto('tracking_upload_rows')
    .values([
      {
        ...left,
        row: 2,
        fields: [number, '0034 1'],
        order_number: number,
        verdict: 'CHANGE',
        parcel_key: 'a1b2c3d4e5f6',
        wish: JSON.stringify(wish),
      },
      {
        ...left,
        row: 3,
        fields: ['', '0034 1'],
        verdict: 'PROBLEM',
        problems: JSON.stringify([problem]),
      },
    ])
    .execute()
  const unexpected = (error: unknown) => {
    throw error
  }
  expect(await moveEarlierUploads({ db, now: () => madeAt }, unexpected), 'while it may be in work').toBe(0)
  expect(await moveEarlierUploads({ db, now: () => now }, unexpected)).toBe(2)
  expect(await db.owner.selectFrom('tracking_uploads').select('id').execute()).toEqual([])
  now = new Date(now.getTime() + minute)
  expect(await workOnUploads(hub)).toBe(1)
  const own = { sellerId: seller, id: 'a'.repeat(16) }
  await db.asSeller(seller, 'read', async (tx) => {
    expect(await countRows(tx, seller, own.id)).toMatchObject({ DONE: 1, PROBLEM: 1 })
    expect(await findUpload(tx, { sellerId: seller, id: own.id, now })).toMatchObject({
      fileName: 'left.csv',
      state: 'DONE',
    })
    const [row] = await listRows(tx, { ...own, verdicts: ['PROBLEM'], limit: 1 })
    expect(row?.problems).toEqual([{ column: 'tracking', value: '0034 1', rule: 'part-inside', values: { left: 1 } }])
    expect(await findUpload(tx, { sellerId: seller, id: 'b'.repeat(16), now })).toBeNull()
  })
})
