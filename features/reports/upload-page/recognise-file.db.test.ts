import { testHubAt } from '#features/people/accounts/testing.ts'
import { describe, expect, it } from 'vitest'
import { amazonOrders, ebayOrders } from '#features/orders/order-files/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { ownRows } from '#web/own-rows.ts'
import { recogniseFile } from './recognise-file.server.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'recognised-shop')
const { number: own } = await addOrderToShip(db, shop.sellerId, [1])

async function recognise(text: string) {
  const of = { hub, ...ownRows(hub, shop.sellerId), seller: { id: shop.sellerId, currency: 'GBP' } }
  const { fits, isSure } = await recogniseFile(of, new TextEncoder().encode(text))
  return [isSure, ...fits.map(({ kind }) => kind)].join(' ')
}

describe('a file is taken for', () => {
  it.each([
    ['listings with a price', 'SKU,Price,Quantity\nA,9.99,4'],
    ['listings that end', 'Action,Item number\nEnd,398160795273'],
    ['listings of Shopify', 'Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty\ncup,Cup,C-1,4.00,3'],
    ['listings of Square', 'Token,Item Name,Variation Name,SKU,Price,Current Quantity Shop,New Quantity Shop,Current Quantity Barn,New Quantity Barn\nT,Mug,Regular,M-1,8.00,4,,3,'], // prettier-ignore
    ['listings of Amazon by location', 'sku\tfnsku\tasin\tproduct-name\tcondition\tyour-price\tmfn-fulfillable-quantity\tafn-fulfillable-quantity\nM-1\tX1\tB1\tMug\tNew\t8.00\t\t4'], // prettier-ignore
    ['tracking', 'Order number,Tracking number,Carrier\n77-00001-00001,AB123456789GB,Royal Mail'],
    ['tracking of own orders', 'Order,Sendung\n{own},AB123456785GB'],
    ['orders of eBay', ebayOrders],
    ['orders of Amazon', amazonOrders],
    ['orders', 'Order number,Order date,Item title,Price\nZ-1,2025-01-01,Cup,9.99'],
    ['costs', 'SKU;Unit cost\nA;800,00'],
    ['count', 'SKU;Title;Counted\nA;Film;7'],
    ['report', 'Transaction creation date,Type,Order number,Net amount\nJul-21-25,Order,12-00001-00001,10.00'],
    ['report', 'Type,Order number,Net,Currency\nOrder,12-00001-00001,50.92,GBP'],
  ])('%s', async (kind, text) =>
    expect(await recognise(text.replace('{own}', own))).toMatch(new RegExp(`^true ${kind.split(' ')[0]}`)),
  )

  it('tracking numbers if an orders report names own orders, else for orders', async () => {
    const report = (number: string) =>
      `Order number,Order date,Item title,Price,Tracking number\n${number},2025-01-01,Cup,9.99,AB123456785GB`
    expect(await recognise(report(own))).toBe('true tracking orders')
    expect(await recognise(report('12-00001-00001'))).toBe('true orders tracking')
  })

  it.each([
    ['stock or a count', 'SKU,Quantity\nA,4', 'false listings count'],
    ['costs of purchases, or stock', 'SKU,Unit cost,Quantity\nA,1.00,4', 'false costs listings count'],
    ['a price list with costs', 'SKU,Price,Unit cost\nA,4.00,1.00', 'false listings costs'],
    ['codes of a scanner', '4006381333931\n4006381333931\nLENS-50,12\n', 'true count'],
    ['nothing that is known', 'Thing,When\nA,today', 'false'],
  ])('nothing without a question: %s', async (_, text, answer) => expect(await recognise(text)).toBe(answer))
})
