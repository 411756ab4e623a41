import { testShop } from './testing-shop.ts'
import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { editListing } from '#features/selling/listings/listing-edits-db.server.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const { db, api, sellerId } = await testShop({}, { external_id: 'shop' })
const sellerKey = await api.makeKey({ sellerId, scopes: ['stock:write', 'listings:read', 'listings:write'] })
const item = await addTestListing(db, { sellerId, quantity: 5 })

/** Says who keeps count. */
async function own(stockOwner: 'HUB' | 'SHOP' | null | undefined): Promise<string | null> {
  const { body: before } = await api.ask('GET', '/sellers/shop')
  const { username, displayName, country, timeZone, currency } = before
  const body = { username, displayName, country, timeZone, currency, stockOwner }
  return (await api.ask('PUT', '/sellers/shop', { body })).body.stockOwner
}
const count = (body: object, key?: string) => api.ask('PUT', `/sellers/shop/listings/${item}/stock`, { body, key })
const edit = (quantity: number) =>
  db.asSeller(sellerId, 'write', async (tx) => {
    const { version } = await rowOf(tx, 'listings', { seller_id: sellerId, item_number: item })
    const wanted = {
      sellerId,
      itemNumber: item,
      version,
      now: api.hub.now(),
      read: () => ({ quantity, priceMinor: 4_400 }),
    }
    const outcome = await editListing(tx, wanted)
    return outcome.ok ? 'ok' : outcome.reason === 'broken-rule' ? outcome.problem : outcome.reason
  })

describe('the stock of a seller', () => {
  it('may be counted by both until it is said whose it is, which stays where it is left out', async () => {
    expect(await own(undefined)).toBeNull()
    expect([(await count({ onHand: 6 })).status, (await count({ onHand: 7 }, sellerKey)).status]).toEqual([200, 200])
    expect(await edit(8)).toBe('ok')
    expect([await own('HUB'), await own(undefined), await own(null)]).toEqual(['HUB', 'HUB', null])
  })

  it('that the hub counts is read by the shop, and changed by members and their tools', async () => {
    await own('HUB')
    expect(await count({ onHand: 5 })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('stock.changed') },
    })
    expect((await count({ onHand: 5 }, sellerKey)).status).toBe(200)
    expect(await edit(6)).toBe('ok')
    const { body: events } = await api.ask('GET', '/events?limit=100')
    const last = events.items.findLast(({ type }: { type: string }) => type === 'stock.changed')
    expect(last.data).toMatchObject({ item, stock: { available: 6 } })
  })

  it('is told after each sale at once, and what is short in the answer', async () => {
    await own('HUB')
    const other = await addTestListing(db, { sellerId, quantity: 2 })
    const { body: begun } = await api.ask('GET', '/events?limit=100')
    const sale = { ...orderOf('H-1', other, { quantity: 3 }), onShort: 'take' }
    const { status, body: sold } = await api.ask('POST', '/sellers/shop/orders', { body: sale })
    expect([status, sold.lines[0].oversold]).toEqual([201, 1])
    const { body: told } = await api.ask('GET', `/events?limit=100&after=${begun.next}`)
    const last = told.items.findLast(({ type }: { type: string }) => type === 'stock.changed')
    expect(last.data).toMatchObject({ item: other, stock: { available: 0 } })
  })

  it('that the shop counts is what it says, beside what orders have reserved, and nobody else changes it', async () => {
    await own('SHOP')
    await api.ask('POST', '/sellers/shop/orders', { body: orderOf('S-1', item, { quantity: 2 }) })
    expect((await count({ available: 9 })).body).toEqual({ onHand: 11, reserved: 2, buffer: 0, available: 9 })
    expect((await count({ available: 9, buffer: 1 })).body).toEqual({
      onHand: 12,
      reserved: 2,
      buffer: 1,
      available: 9,
    })
    expect((await count({ onHand: 5 }, sellerKey)).status).toBe(409)
    expect([await edit(8), await edit(9)]).toEqual(['stockOfShop', 'ok'])
    for (const body of [{}, { onHand: 1, available: 1 }, { available: -1 }])
      expect((await count(body)).status).toBe(422)
  })
})
