import { expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from './testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const { sellerId, open, send, complete, listings } = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

it('performs no step of a form that is too long, and keeps the input visible', async () => {
  const policies = () => db.owner.selectFrom('seller_policies').select('id').where('seller_id', '=', sellerId).execute()
  const view = await open('mode=AddItem')
  const long = await complete({ description: '<q>'.repeat(65_000) })
  const refused = {
    typed: long,
    isKept: false,
    descriptionHtml: null,
    errors: [{ text: expect.stringContaining('too long') }],
  }
  for (const intent of ['description', 'rows', 'policy:RETURN', 'publish']) {
    const { status, data } = await send(view, intent, long)
    expect([status, data.view]).toMatchObject([409, refused])
  }
  expect([await policies(), await listings()]).toMatchObject([{ length: 3 }, { length: 0 }])
})
