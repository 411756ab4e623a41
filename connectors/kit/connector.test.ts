import { expect, it, onTestFinished } from 'vitest'
import { hour } from '#lib/duration.ts'
import { startConnector } from './connector.ts'
import { listingOfShop, orderOfShop } from './testing.ts'
import { roundOfTests } from './testing-round.ts'

it('a connector works at once, when it is woken, and again after a failure, which it says once', async () => {
  const { connected, shop, asked } = roundOfTests()
  shop.listings.push(listingOfShop())
  shop.orders.push(orderOfShop())
  const said: string[] = []
  const connector = startConnector({ ...connected, every: hour, say: (line) => said.push(line) })
  onTestFinished(() => connector.stop())
  await expect.poll(() => said).toEqual(['1 listings sent, 1 orders sent'])

  const order = orderOfShop()
  shop.orders.push({ ...order, id: 'A-2', order: { ...order.order, id: 'A-2' } })
  connector.wake()
  await expect.poll(() => asked.at(-1)).toBe('placeOrder A-2')

  shop.away = 'The shop does not answer.'
  connector.wake()
  await expect.poll(() => connected.outbox.place('failure')).toBe('The shop does not answer.')
  shop.away = null
  await expect.poll(() => connected.outbox.place('failure')).toBeNull()
  expect(said.filter((line) => line === 'The shop does not answer.')).toHaveLength(1)
})
