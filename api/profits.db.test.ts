import { testShop } from './testing-shop.ts'
import { expect, it } from 'vitest'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { changeListingPackaging } from '#features/core/costs/listing-packaging-db.server.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import { gbp } from './testing-orders.ts'

const now = new Date('2026-11-23T12:00:00Z')
const { db, api, sellerId } = await testShop({ now: () => now })
const found = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
const shop = `/sellers/${(await found.executeTakeFirstOrThrow()).username}`

/** A shipped order of two units for 1.00 each and 2.00 shipping, in the books. */
async function sell(sku: string) {
  const order = await addSold(db, sellerId, { units: 2 })
  await db.owner.updateTable('orders').set({ subtotal_minor: 200 }).where('id', '=', order.id).execute()
  const { listing_id: listingId } = await db.owner
    .updateTable('line_items')
    .set({ sku })
    .where('order_id', '=', order.id)
    .returning('listing_id')
    .executeTakeFirstOrThrow()
  await db.asSeller(sellerId, 'write', (own) => postOrders(own, { sellerId, orderIds: [order.id], rules }))
  return { ...order, listingId: listingId! }
}

const enter = (sku: string) =>
  db.asSeller(sellerId, 'write', (own) => {
    const cost = { sku, key: 'c-1', currency: 'GBP', unitCostMinor: 55, quantity: null, since: now }
    return enterCosts(own, { sellerId, costs: [cost], source: 'API', enteredBy: null, now })
  })

/** What the seller gets for the order before costs. */
async function netOf(number: string): Promise<number> {
  const { items } = (await api.ask('GET', `${shop}/transactions`)).body
  return Number(items.find(({ order }: { order: string }) => order === number).net.value)
}

it('the profit of an order is told with its lines once its cost is known, and listed', async () => {
  const [costed, other] = [await sell('M3'), await sell('M6')]
  expect((await api.ask('GET', `${shop}/orders/${costed.number}/profit`)).status).toBe(404)
  await enter('M3')
  const { status, body } = await api.ask('GET', `${shop}/orders/${costed.number}/profit`)
  const net = await netOf(costed.number)
  const profit = gbp((net - 1.1).toFixed(2))
  const margin = Math.round(((net - 1.1) / 4) * 10_000) / 10_000
  const figures = { revenue: gbp('4.00'), costOfGoods: gbp('1.10'), profit, margin }
  expect({ status, body }).toEqual({
    status: 200,
    body: { order: costed.number, ...figures, lines: [{ line: 1, sku: 'M3', ...figures }] },
  })
  expect((await api.ask('GET', `${shop}/profits`)).body).toEqual({ items: [body], next: null, more: false })
  expect((await api.ask('GET', `${shop}/orders/${other.number}/profit`)).status).toBe(404)
})

it('the profit of an order counts the packaging of each item by its listing', async () => {
  const { number, listingId } = await sell('M7')
  const since = new Date('2026-11-01T00:00:00Z')
  await db.asSeller(sellerId, 'write', (own) =>
    changeListingPackaging(own, { sellerId, listingId, packagingMinor: 25, currency: 'GBP', since }),
  )
  await enter('M7')
  const { body } = await api.ask('GET', `${shop}/orders/${number}/profit`)
  const profit = gbp(((await netOf(number)) - 1.1 - 0.5).toFixed(2))
  expect(body).toMatchObject({ costOfGoods: gbp('1.10'), profit, lines: [{ profit }] })
})
