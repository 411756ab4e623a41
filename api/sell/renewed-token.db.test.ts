import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { hour } from '#lib/duration.ts'
import { sellHub } from './testing.ts'

it('eBay’s client renews an expired token by itself', async () => {
  let later = 0
  const db = await testDatabase()
  const seller = await addSeller(db, 'harbour')
  const other = await sellHub(db, () => new Date(Date.now() + later))
  const own = other.toolOf(await other.makeKey(seller))
  const expired: number[] = []
  own.req.instance.interceptors.response.use(undefined, (error: { response?: { status: number } }) => {
    if (error.response) expired.push(error.response.status)
    throw error
  })
  expect(await own.sell.fulfillment.getOrders()).toMatchObject({ orders: [] })
  later = 3 * hour
  expect(await own.sell.fulfillment.getOrders()).toMatchObject({ orders: [] })
  expect(await own.sell.inventory.getInventoryItems()).toMatchObject({ total: 0 })
  expect(expired).toEqual([401])
  const bare = await fetch(`${other.url}/sell/fulfillment/v1/order`, { headers: { authorization: 'Bearer none' } })
  expect([bare.status, await bare.json()]).toMatchObject([
    401,
    { errors: [{ errorId: 1001, message: 'Invalid access token' }] },
  ])
})
