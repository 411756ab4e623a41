import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { sellHub } from './testing.ts'

const db = await testDatabase()
const sell = await sellHub(db)

it('a seller’s tool can ship the rest under the tracking number of an earlier part', async () => {
  const seller = await addSeller(db, 'harbour')
  const { number } = await addOrderToShip(db, seller, [2, 2])
  const { fulfillment } = sell.toolOf(await sell.makeKey(seller)).sell
  const lineOf = (position: number) => ({ lineItemId: `${number.replaceAll('-', '')}00${position}` })
  const ship = (lineItems?: { lineItemId: string; quantity?: number }[]) =>
    fulfillment.createShippingFulfillment(number, {
      lineItems,
      shippingCarrierCode: 'ROYAL_MAIL',
      trackingNumber: 'AB123456785GB',
    })
  // Each is retried by a tool that got no response.
  for (const _ of ['', 'again']) await ship([{ ...lineOf(1), quantity: 1 }])
  for (const _ of ['', 'again']) await ship([lineOf(1)])
  await ship([{ ...lineOf(2), quantity: 1 }])
  for (const _ of ['', 'again']) await ship()
  const { fulfillments } = await fulfillment.getShippingFulfillments(number)
  expect(fulfillments.map(({ lineItems }: { lineItems: object[] }) => lineItems)).toEqual(
    [1, 1, 2, 2].map((position) => [{ ...lineOf(position), quantity: 1 }]),
  )
  expect(await fulfillment.getOrder(number)).toMatchObject({ orderFulfillmentStatus: 'FULFILLED' })
})
