import { rowOf, rowsOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { lineItemId } from '#features/core/order/order.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { sellHub } from './testing.ts'

const now = new Date('2026-11-20T10:00:00Z')

const db = await testDatabase()
const sell = await sellHub(db, () => now)
const seller = await addSeller(db, 'harbour')
const tool = sell.toolOf(await sell.makeKey(seller))

type Units = [line: number, quantity: number, value: string]

/** An order of lines with 2, 1 and 1 units at £1, refunded line by line; its status and units open by line. */
async function refunded(reasonForRefund: string, lines: Units[], before: Units[] = []) {
  const { id, number } = await addOrderToShip(db, seller, [2, 1, 1])
  const itemOf = (line: number) => lineItemId(number, line)
  for (const [line, quantity] of before) await ship([[line, quantity, '']])
  const refundItems = lines.map(([line, , value]) => ({
    lineItemId: itemOf(line),
    refundAmount: { value, currency: 'GBP' },
  }))
  await tool.sell.fulfillment.issueRefund(number, { reasonForRefund, refundItems })
  const read = async () => {
    const { status } = await rowOf(db.owner, 'orders', { id })
    const units = await rowsOf(db.owner, 'line_items', { order_id: id }, 'position')
    return [status, units.map((line) => line.quantity - line.shipped_quantity - line.cancelled_quantity)]
  }
  async function ship(parts: Units[]) {
    await tool.sell.fulfillment.createShippingFulfillment(number, {
      lineItems: parts.map(([line, quantity]) => ({ lineItemId: itemOf(line), quantity })),
      shippingCarrierCode: 'Aramex',
      trackingNumber: `3123456789${parts[0]?.[0]}`,
    })
  }
  return { read, ship }
}

it('an item that a tool fully refunds as cancelled is not shipped', async () => {
  const { read, ship } = await refunded('SELLER_CANCEL', [
    [1, 2, '2.00'],
    [2, 1, '1.00'],
  ])
  expect(await read()).toEqual(['AWAITING_SHIPMENT', [0, 0, 1]])
  await ship([[3, 1, '']])
  expect(await read()).toEqual(['SHIPPED', [0, 0, 0]])
})

it.each<[string, Units[], Units[], unknown]>([
  [
    'BUYER_CANCEL',
    [
      [1, 2, '2.00'],
      [3, 1, '1.00'],
    ],
    [[2, 1, '']],
    ['SHIPPED', [0, 0, 0]],
  ],
  [
    'BUYER_CANCEL',
    [
      [1, 2, '2.00'],
      [2, 1, '1.00'],
      [3, 1, '1.00'],
    ],
    [],
    ['CANCELLED', [0, 0, 0]],
  ],
  // A part of the money, or another reason, cancels nothing.
  ['BUYER_CANCEL', [[1, 2, '1.00']], [], ['AWAITING_SHIPMENT', [2, 1, 1]]],
  ['OTHER_ADJUSTMENT', [[2, 1, '1.00']], [], ['AWAITING_SHIPMENT', [2, 1, 1]]],
])('a refund for %s of %j after %j', async (reason, lines, before, expected) =>
  expect(await (await refunded(reason, lines, before)).read()).toEqual(expected),
)
