import { testShop, addPolicies } from './testing-shop.ts'
import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { editListing } from '#features/selling/listings/listing-edits-db.server.ts'
import { orderOf } from './testing-orders.ts'

let made = 0

const { db, api, sellerId } = await testShop({}, { external_id: 'shop' })
await addPolicies(db, sellerId)

const price = { value: '45.00', currency: 'GBP' }
const listing = {
  title: 'Tin robot',
  description: 'Walks.',
  category: 'Collectables',
  pictures: ['https://shop.example/robot.jpg'],
}
const minute = (nth: number) => `2026-11-22T10:${String(nth).padStart(2, '0')}:00Z`
const put = async (id: string, body: object) => {
  const answer = await api.ask('PUT', `/sellers/shop/listings/${id}`, { body: { ...listing, ...body } })
  expect([200, 201]).toContain(answer.status)
  return answer.body
}
/** A listing without variations, of which the shop says how many are left. */
const count = (id: string, quantity: number, at: number) =>
  put(id, { price, quantity, stockOwner: 'SHOP', asOf: minute(at) })
async function stockOf(id: string): Promise<{ available: number; reserved: number; onHand: number }> {
  const { onHand, reserved, available } = (await api.ask('GET', `/sellers/shop/listings/${id}/stock`)).body
  return { onHand, reserved, available }
}
async function sell(line: object) {
  const { lines, ...order } = orderOf(`C-${(made += 1)}`, '')
  const [first] = lines
  const body = { ...order, lines: [{ ...first, item: undefined, ...line }], onShort: 'take' }
  const answer = await api.ask('POST', '/sellers/shop/orders', { body })
  expect(answer.status).toBe(201)
  return { id: order.id, body: answer.body }
}
const pay = (id: string) =>
  api.ask('PUT', `/sellers/shop/orders/${id}/payments/p`, {
    body: { method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' },
  })
const cancel = async (id: string, lines?: object[]) => {
  const body = { id: `x-${(made += 1)}`, reason: 'OTHER', decided: true, lines }
  const answer = await api.ask('POST', `/sellers/shop/orders/${id}/cancellation-requests`, { body })
  expect(answer.status).toBe(201)
}
/** Each movement of the listing with what stood then, which must be the sum of those so far. */
async function movementsOf(item: string) {
  const rows = await db.owner
    .selectFrom('stock_movements as m')
    .innerJoin('listings as l', (join) =>
      join.onRef('l.seller_id', '=', 'm.seller_id').onRef('l.id', '=', 'm.listing_id'),
    )
    .select(['m.kind', 'm.on_hand_change', 'm.reserved_change', 'm.on_hand', 'm.reserved'])
    .where('l.item_number', '=', item)
    .orderBy('m.id')
    .execute()
  let [onHand, reserved] = [0, 0]
  for (const row of rows) {
    onHand += row.on_hand_change
    reserved += row.reserved_change
    expect([row.on_hand, row.reserved]).toEqual([onHand, reserved])
    expect(reserved).toBeLessThanOrEqual(onHand)
  }
  return rows.map(({ kind, on_hand_change: change, reserved_change: held }) => [kind, change, held])
}

describe('units that the shop counts', () => {
  it('are what it said last, whether its figure or its order comes first', async () => {
    await count('before', 100, 1)
    await sell({ listing: 'before', quantity: 4 })
    expect(await stockOf('before')).toEqual({ onHand: 104, reserved: 4, available: 100 })
    const { item } = await count('before', 96, 2)
    expect(await stockOf('before')).toEqual({ onHand: 100, reserved: 4, available: 96 })
    expect(await movementsOf(item)).toEqual([
      ['COUNTED', 100, 0],
      ['COUNTED', 4, 0],
      ['RESERVED', 0, 4],
      ['COUNTED', -4, 0],
    ])

    await count('after', 100, 1)
    await count('after', 96, 2)
    await sell({ listing: 'after', quantity: 4 })
    expect(await stockOf('after')).toEqual({ onHand: 100, reserved: 4, available: 96 })
  })

  it('are not given back by a cancellation, whoever cancels, paid or not', async () => {
    const { item } = await count('unpaid', 60, 1)
    const { id: unpaid } = await sell({ listing: 'unpaid', quantity: 7 })
    await cancel(unpaid)
    expect(await stockOf('unpaid')).toEqual({ onHand: 60, reserved: 0, available: 60 })
    const { id: paid } = await sell({ listing: 'unpaid', quantity: 5 })
    await pay(paid)
    await cancel(paid, [{ line: 1, quantity: 2 }])
    expect(await stockOf('unpaid')).toEqual({ onHand: 63, reserved: 3, available: 60 })
    await movementsOf(item)
  })

  it('are sold to the last one without an oversold unit', async () => {
    await count('last', 1, 1)
    await count('last', 0, 2)
    const { id, body } = await sell({ listing: 'last', quantity: 1 })
    expect(body.lines).toMatchObject([{ oversold: 0 }])
    expect(await stockOf('last')).toEqual({ onHand: 1, reserved: 1, available: 0 })
    await cancel(id)
    const { state } = (await api.ask('GET', '/sellers/shop/listings/last')).body
    expect([state, await stockOf('last')]).toEqual(['OUT_OF_STOCK', { onHand: 0, reserved: 0, available: 0 }])
    await count('last', 1, 3)
    expect((await api.ask('GET', '/sellers/shop/listings/last')).body.state).toBe('ACTIVE')
  })

  it('stay as they are after a message that a later one has overtaken, alone and among others', async () => {
    await count('late', 10, 1)
    await count('late', 8, 3)
    await count('late', 9, 2)
    const late = { ...listing, listing: 'late', price, quantity: 10, stockOwner: 'SHOP', asOf: minute(1) }
    await api.ask('POST', '/sellers/shop/listings', {
      body: JSON.stringify(late),
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(await stockOf('late')).toMatchObject({ available: 8 })
    // The same figure at another moment.
    await count('late', 9, 4)
    await count('late', 8, 5)
    expect(await stockOf('late')).toMatchObject({ available: 8 })
  })

  it('are those of each variation', async () => {
    const variations = (...units: number[]) => ({
      axes: ['Size'],
      variations: units.map((quantity, nth) => ({ id: `v-${nth}`, values: [`${nth}`], price, quantity })),
    })
    await put('sizes', { ...variations(5, 5), stockOwner: 'SHOP' })
    const { id } = await sell({ listing: 'sizes', variationId: 'v-1', quantity: 5 })
    const unitsOf = async () => {
      const { body } = await api.ask('GET', '/sellers/shop/listings/sizes')
      return [body.stock.available, ...body.variations.map(({ available }: { available: number }) => available)]
    }
    expect(await unitsOf()).toEqual([10, 5, 5])
    await put('sizes', { ...variations(5, 0), stockOwner: 'SHOP' })
    expect(await unitsOf()).toEqual([5, 5, 0])
    await cancel(id)
    expect(await unitsOf()).toEqual([5, 5, 0])
  })

  it('are changed by no member and no tool of the seller', async () => {
    const { item } = await count('own', 5, 1)
    const change = (quantity: number) =>
      db.asSeller(sellerId, 'write', async (tx) => {
        const { version } = await rowOf(tx, 'listings', { seller_id: sellerId, item_number: item })
        return editListing(tx, { sellerId, itemNumber: item, version, now: api.hub.now(), read: () => ({ quantity }) })
      })
    expect(await change(7)).toEqual({ ok: false, reason: 'broken-rule', problem: 'stockOfShop' })
    const tool = await api.makeKey({ sellerId, scopes: ['stock:write', 'listings:read'] })
    const counted = (key: string) =>
      api.ask('PUT', '/sellers/shop/listings/own/stock', { body: { onHand: 7 }, key }).then(({ status }) => status)
    expect([await counted(tool), await counted(api.key)]).toEqual([409, 200])
    expect(await stockOf('own')).toMatchObject({ available: 7 })
  })

  it('are the hub’s once the shop hands them over', async () => {
    await count('handed', 10, 1)
    await sell({ listing: 'handed', quantity: 2 })
    await put('handed', { price, quantity: 9, stockOwner: 'HUB', asOf: minute(2) })
    await count('handed', 10, 1)
    await sell({ listing: 'handed', quantity: 3 })
    expect(await stockOf('handed')).toEqual({ onHand: 11, reserved: 5, available: 6 })
  })
})

describe('units of a seller whose stock the shop counts', () => {
  const own = async (stockOwner: string | null) => {
    const { username, displayName, country, timeZone, currency } = (await api.ask('GET', '/sellers/shop')).body
    const body = { username, displayName, country, timeZone, currency, stockOwner }
    await api.ask('PUT', '/sellers/shop', { body })
  }

  it('are what it said last, without a moment, too; and the hub’s once that counts', async () => {
    await own('SHOP')
    await put('owned', { price, quantity: 100 })
    await put('owned', { price, quantity: 96 })
    await sell({ listing: 'owned', quantity: 4 })
    expect(await stockOf('owned')).toEqual({ onHand: 100, reserved: 4, available: 96 })
    await api.ask('PUT', '/sellers/shop/listings/owned/stock', { body: { available: 95 } })
    await sell({ listing: 'owned', quantity: 1 })
    expect(await stockOf('owned')).toEqual({ onHand: 100, reserved: 5, available: 95 })
    await own('HUB')
    await sell({ listing: 'owned', quantity: 1 })
    expect(await stockOf('owned')).toEqual({ onHand: 100, reserved: 6, available: 94 })
    await own(null)
  })
})
