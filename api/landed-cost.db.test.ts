import { expect, it } from 'vitest'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import { receivePurchase } from '#features/selling/purchases/receive-db.server.ts'
import { parsePurchaseNumber } from '#features/selling/purchases/purchase.ts'
import { readPurchase } from '#features/selling/purchases/purchases-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { addRow, rowOf } from '#db/testing-row.ts'
import { shipWhole } from './testing-kits.ts'
import { addTestListing, orderOf, gbp } from './testing-orders.ts'
import { testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop()
const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await api.ask(method, seller + path, body ? { body } : {})
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** Receives units of an order as the scanner does. */
async function receive(number: string, units: Record<string, number>): Promise<void> {
  const purchase = await own((tx) =>
    readPurchase(tx, { sellerId, number: assertDefined(parsePurchaseNumber(number) ?? undefined, 'a number') }),
  )
  const ids = await Promise.all(
    Object.entries(units).map(async ([sku, n]) => [(await rowOf(db.owner, 'stock_items', { sku })).id, n] as const),
  )
  const key = `${purchase!.id}`.padStart(16, '0')
  const of = { sellerId, id: purchase!.id, key, location: null, shopCurrency: 'GBP', by: 'Ann', now: new Date() }
  await own((tx) => receivePurchase(tx, { ...of, units: new Map(ids) }))
}

/** Sells and ships units of a SKU; returns what the sale brings before and after the goods are paid. */
async function sell(sku: string, quantity: number) {
  const payment = { id: 'p', method: 'CARD', state: 'PAID', paidAt: new Date().toISOString() }
  const listing = await rowOf(db.owner, 'listings', { sku })
  const { lines, ...order } = orderOf(`L-${sku}`, listing.item_number)
  const { number, id } = await ask('POST', '/orders', {
    ...order,
    payment,
    lines: lines.map((line) => ({ ...line, quantity })),
  })
  await own((tx) => shipWhole(tx, sellerId, number))
  const orderIds = [(await rowOf(db.owner, 'orders', { order_number: number })).id]
  await own((tx) => postOrders(tx, { sellerId, orderIds, rules }))
  const { items } = await ask('GET', '/transactions')
  const net = Number(items.find((each: { order: string }) => each.order === id).net.value)
  const { costOfGoods, profit } = await ask('GET', `/orders/${number}/profit`)
  return { cost: costOfGoods.value as string, left: profit.value as string, net }
}

it.each([
  // 10.00 of freight on goods of 30.00 and 30.00, of 300 and 700 grams; two of A were there for 8.00 each.
  { freightBy: 'VALUE', a: { five: '51.00', two: '20.40' }, b: '35.00' },
  { freightBy: 'WEIGHT', a: { five: '49.00', two: '19.60' }, b: '37.00' },
])(
  'freight shared by $freightBy reaches the moving average and the profit of the next sale',
  async ({ freightBy, a, b }) => {
    const [skuA, skuB] = [`A-${freightBy}`, `B-${freightBy}`]
    const grams = { [skuA]: 100, [skuB]: 700 }
    for (const sku of [skuA, skuB]) {
      const item = await addTestListing(db, { sellerId, quantity: sku === skuA ? 2 : 0, sku })
      const { id } = await rowOf(db.owner, 'listings', { item_number: item })
      const contents = { seller_id: sellerId, listing_id: id, form_key: null, weight_grams: grams[sku]! }
      await addRow(db.owner, 'listing_contents', contents)
    }
    const since = new Date(Date.now() - day).toISOString()
    await ask('PUT', `/skus/${skuA}/costs/first`, { unitCost: gbp('8.00'), quantity: 2, since })
    const { id: supplier } = await ask('POST', '/suppliers', { name: freightBy, currency: 'GBP', leadDays: 7 })
    const { id: number } = await ask('POST', '/purchase-orders', {
      supplier,
      lines: [
        { sku: skuA, units: 3, price: gbp('10.00') },
        { sku: skuB, units: 1, price: gbp('30.00') },
      ],
      freight: gbp('10.00'),
      freightBy,
    })
    await ask('POST', `/purchase-orders/${number}/steps`, { step: 'ORDER' })
    await receive(number, { [skuA]: 3, [skuB]: 1 })
    const stock = async (sku: string) => {
      const { stock_units: units, stock_minor: minor } = await rowOf(db.owner, 'costed_skus', { sku })
      return `${units} for ${(minor / 100).toFixed(2)}`
    }
    expect([await stock(skuA), await stock(skuB)]).toEqual([`5 for ${a.five}`, `1 for ${b}`])
    for (const [sku, units, cost] of [
      [skuA, 2, a.two],
      [skuB, 1, b],
    ] as const) {
      const sold = await sell(sku, units)
      expect(sold.cost).toBe(cost)
      expect(sold.left).toBe((sold.net - Number(cost)).toFixed(2))
    }
    // What is left keeps the average, to the cent.
    expect(await stock(skuA)).toBe(`3 for ${(Number(a.five) - Number(a.two)).toFixed(2)}`)
  },
)
