import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { anyListing, addRow, addRows } from '#db/testing-row.ts'
import { addSeller } from '#db/testing-seller.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { readLabelOrders } from './label-order-db.server.ts'
import { openContents, weightOf } from './label-parcel.ts'
import { usualSize } from './label-sheet-view.server.ts'

const db = await testDatabase()

/** What is proposed for an order of 2 units of 300 g in a listing, and 1 unit of a line without listing. */
async function proposed(contents: { package_id?: string; length_mm?: number; width_mm?: number; height_mm?: number }) {
  const sellerId = await addSeller(db, `weights${++shops}`)
  await addRows(db.owner, 'packages', [
    { seller_id: sellerId, id: 'usual', name: 'Mailer', empty_grams: 40, is_default: true },
    {
      seller_id: sellerId,
      id: 'box',
      name: 'Box',
      empty_grams: 150,
      is_default: false,
      length_mm: 300,
      width_mm: 200,
      height_mm: 100,
    },
  ])
  const listing = await addRow(db.owner, 'listings', {
    seller_id: sellerId,
    title: 'Lamp',
    ...anyListing,
  })
  await addRow(db.owner, 'listing_contents', {
    seller_id: sellerId,
    listing_id: listing.id,
    weight_grams: 300,
    ...contents,
  })
  const order = await addOrderToShip(db, sellerId, [2])
  await db.owner.updateTable('line_items').set({ listing_id: listing.id }).where('order_id', '=', order.id).execute()
  const [read] = await db.asSeller(sellerId, 'read', (own) =>
    readLabelOrders(own, sellerId, [parseOrderNumber(order.number)!]),
  )
  return { grams: weightOf(read!.lines, openContents(read!.lines)), size: usualSize(read!) }
}
let shops = 0

it('a parcel is proposed with the weight of its package, and the size of it if the listing has none', async () => {
  expect(await proposed({})).toEqual({ grams: 640, size: null })
  expect(await proposed({ package_id: 'box' })).toEqual({ grams: 750, size: [300, 200, 100] })
  expect(await proposed({ package_id: 'box', length_mm: 90, width_mm: 80, height_mm: 70 })).toEqual({
    grams: 750,
    size: [90, 80, 70],
  })
  expect(await proposed({ package_id: 'gone' })).toEqual({ grams: 640, size: null })
})

it('units share the heaviest of their packages, and a line without weight leaves the weight open', () => {
  const line = (nth: number, grams: number | null, emptyGrams: number) =>
    ({ line: nth, grams, emptyGrams, open: 3 }) as Parameters<typeof weightOf>[0][number]
  const contents = [
    { line: 1, units: 2 },
    { line: 2, units: 1 },
  ]
  expect(weightOf([line(1, 100, 20), line(2, 50, 90)], contents)).toBe(340)
  expect(weightOf([line(1, 100, 20), line(2, null, 90)], contents)).toBeNull()
  expect(weightOf([line(1, 100, 20), line(2, null, 90)], contents.slice(0, 1))).toBe(220)
})
