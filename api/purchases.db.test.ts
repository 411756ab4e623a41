import { expect, it } from 'vitest'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { addPurchase, addSupplier } from '#features/selling/purchases/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { testShop } from './testing-shop.ts'

const { db, api, sellerId } = await testShop()
const { username } = await db.owner
  .selectFrom('sellers')
  .select('username')
  .where('id', '=', sellerId)
  .executeTakeFirstOrThrow()
const orders = `/sellers/${username}/purchase-orders`

it('purchase orders are listed and read, only those of the seller', async () => {
  const add = async (seller: number, units: number) => {
    await addStocked(db, seller, `A${units}`)
    const skus = [{ sku: `A${units}`, units, price: 250 }]
    return (
      await addPurchase(db, seller, {
        supplier: await addSupplier(db, seller, { name: `S${units}` }),
        skus,
        freight: 490,
      })
    ).number
  }
  const [first, second] = [await add(sellerId, 3), await add(sellerId, 5)]
  await add(await addTestSeller(db, {}), 7)
  const gbp = (value: string) => ({ value, currency: 'GBP' })
  const one = {
    id: first,
    supplier: { name: 'S3', email: 'orders@film.example', leadDays: 14 },
    state: 'ORDERED',
    freight: gbp('4.90'),
    freightBy: 'VALUE',
    expectedOn: null,
    orderedAt: '2026-11-20T09:00:00.000Z',
    lines: [{ sku: 'A3', code: null, ordered: 3, received: 0, price: gbp('2.50') }],
  }
  expect(await api.ask('GET', `${orders}/${first}`)).toMatchObject({ status: 200, body: one })
  expect((await api.ask('GET', `${orders}?limit=1`)).body).toMatchObject({ items: [one], more: true })
  expect((await api.ask('GET', orders)).body.items).toMatchObject([{ id: first }, { id: second }])
  for (const none of ['PO-9999', 'x']) expect((await api.ask('GET', `${orders}/${none}`)).status).toBe(404)
})
