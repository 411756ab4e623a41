import { describe, expect, it } from 'vitest'
import { addTestListing, orderOf, gbp } from './testing-orders.ts'
import { addPolicies, testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop({ poolSize: 4 }, { external_id: 'shop' })
await addPolicies(db, sellerId)

const set = {
  title: 'Gift set',
  category: 'Collectables',
  sku: 'SET',
  price: gbp('20.00'),
  pictures: ['https://shop.example/set.jpg'],
}
const put = (id: string, body: object) => api.ask('PUT', `${seller}/listings/${id}`, { body })
const get = async (id: string) => (await api.ask('GET', `${seller}/listings/${id}`)).body

describe('a kit of the shop', () => {
  it('is made, shown, sold and changed', async () => {
    await addTestListing(db, { sellerId, quantity: 5, sku: 'BOX' })
    await addTestListing(db, { sellerId, quantity: 6, sku: 'MUG' })
    const madeOf = [
      { sku: 'BOX', units: 1 },
      { sku: 'MUG', units: 2 },
    ]
    const made = await put('set', { ...set, madeOf })
    expect(made).toMatchObject({
      status: 201,
      body: { state: 'ACTIVE', madeOf, stock: { available: 3 }, problems: [] },
    })
    const { lines, ...order } = orderOf('O-1', '')
    const sold = await api.ask('POST', `${seller}/orders`, {
      body: { ...order, lines: lines.map((line) => ({ ...line, item: undefined, listing: 'set' })) },
    })
    expect(sold.body.lines).toMatchObject([{ sku: 'SET', madeOf }])
    // What the shop sends as its quantity is ignored, also if it counts the listing.
    expect((await put('set', { ...set, quantity: 50, stockOwner: 'SHOP' })).body).toMatchObject({
      madeOf,
      stock: { available: 2 },
    })
    expect((await put('set', { ...set, madeOf: [{ sku: 'BOX', units: 2 }] })).body.stock).toMatchObject({
      available: 2,
    })
    expect((await get('set')).madeOf).toEqual([{ sku: 'BOX', units: 2 }])
  })

  it('is told why its parts cannot be', async () => {
    const { body } = await put('inner', { ...set, sku: 'INNER', madeOf: [{ sku: 'SET', units: 1 }] })
    expect(body).toMatchObject({
      state: 'DRAFT',
      problems: [{ pointer: '/madeOf', rule: 'kit', values: { reason: 'kitOfKits' } }],
    })
  })
})
