import { expect, it } from 'vitest'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { addPurchase, addSupplier } from '#features/selling/purchases/testing.ts'
import { removeSupplier, saveSupplierSkus } from '#features/selling/purchases/suppliers-db.server.ts'
import { updateRows } from '#db/testing-row.ts'
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
  const { next } = (await api.ask('GET', orders)).body
  const later = async () => (await api.ask('GET', `${orders}?after=${encodeURIComponent(next)}`)).body.items
  expect(await later()).toEqual([])
  await updateRows(
    db.owner,
    'purchase_orders',
    { seller_id: sellerId, po_number: first },
    { expected_on: '2026-12-02' },
  )
  expect(await later()).toMatchObject([{ id: first, expectedOn: '2026-12-02' }])
})

it('suppliers are listed with their SKUs and prices, only those of the seller that are not removed', async () => {
  const list = `/sellers/${username}/suppliers`
  const known = (await api.ask('GET', list)).body.items.length
  const [first, gone] = [
    await addSupplier(db, sellerId, { name: 'Roll & Co' }),
    await addSupplier(db, sellerId, { name: 'Old' }),
  ]
  const other = await addSupplier(db, await addTestSeller(db, {}))
  const offered = [{ sku: 'R-1', code: 'X1', price_minor: 250, least_units: 6, pack_units: 3 }]
  await db.asSeller(sellerId, 'write', async (own) => {
    await saveSupplierSkus(own, { sellerId, supplier: first, offered })
    await removeSupplier(own, { sellerId, id: gone, now: new Date() })
  })
  const body = {
    id: first,
    name: 'Roll & Co',
    email: 'orders@film.example',
    currency: 'GBP',
    leadDays: 14,
    note: null,
    skus: [{ sku: 'R-1', code: 'X1', price: { value: '2.50', currency: 'GBP' }, leastUnits: 6, packUnits: 3 }],
  }
  expect(await api.ask('GET', `${list}/${first}`)).toMatchObject({ status: 200, body })
  for (const none of [gone, other, 'x']) expect((await api.ask('GET', `${list}/${none}`)).status).toBe(404)
  const seen: string[] = []
  for (let query = '?limit=1'; ;) {
    const page = (await api.ask('GET', list + query)).body
    seen.push(...page.items.map(({ id }: { id: string }) => id))
    if (!page.more) break
    query = `?limit=1&after=${encodeURIComponent(page.next)}`
  }
  expect([seen.length, new Set(seen).size, seen.includes(first)]).toEqual([known + 1, known + 1, true])
})
