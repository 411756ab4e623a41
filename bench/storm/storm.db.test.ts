import { anyListing } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser, type TestPage } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { closeRefunded } from '#features/after-sale/cancellations/close-refunded-db.server.ts'
import * as takeBack from '#features/shipping/fulfilment/take-back-resource.ts'
import * as cancelOrder from '#features/order-page/actions/cancel-order-page.tsx'
import * as refundOrder from '#features/order-page/actions/refund-order-page.tsx'
import * as shipOrder from '#features/order-page/actions/ship-order-page.tsx'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import * as retryRefund from '#features/after-sale/refunds/retry-refund-resource.ts'
import { createRandom } from '#lib/random.ts'
import { actElsewhere, addStormOrders } from './orders.ts'
import { findContradictions, readStock, type Answered } from './verdict.ts'
import { createStormRequests, type StormRequest, type StormRequestKind } from './storm-requests.ts'

const pages: Record<StormRequestKind, TestPage> = {
  ship: shipOrder,
  'take back': takeBack,
  refund: refundOrder,
  cancel: cancelOrder,
  accept: cancelOrder,
  decline: cancelOrder,
  'try again': retryRefund,
}

it('many who ship, take back, cancel and refund the same orders break nothing, and find done what they were told is done', async () => {
  const db = await testDatabase({ poolSize: 10 })
  const hub = testServices(db)
  hub.refunds = { ...hub.refunds, followers: [closeRefunded, ...hub.refunds.followers] }
  const people = await Promise.all(Array.from({ length: 6 }, () => addTestMember(hub)))
  const sellerId = await addTestSeller(db, Object.fromEntries(people.map(({ id }) => [id, 'manager'])))
  const listings = await addListings(sellerId)
  const orders = await addStormOrders(db, { sellerId, count: 18, listings, now: new Date() })
  const stockBefore = await readStock(db, sellerId, listings)
  const random = createRandom('storm')
  const requests = createStormRequests(random, orders)
  const answered: Answered[] = []

  const work = async (email: string) => {
    const browser = await signedInBrowser(hub, email)
    const send = async ({ kind, path, fields }: StormRequest) => (await browser.post(pages[kind], path, fields)).status
    for (let turn = 0; turn < 45; turn += 1) {
      const request = requests.draw()
      // Simulates a lost response: the same request is sent again.
      if (random.chance(0.15)) await send(request)
      answered.push({ request, status: await send(request) })
    }
  }
  const others = async () => {
    for (let turn = 0; turn < 20; turn += 1)
      await actElsewhere(
        { db, sellerId, policyPack: testPolicyPack, random, now: new Date() },
        random.pick(requests.hot()),
      )
  }
  await Promise.all([...people.map(({ email }) => work(email)), others()])

  expect(await findContradictions(db, { sellerId, orders, answered, listings, stockBefore })).toEqual([])
  // Order and results are random, but both outcomes occur and every kind is tried.
  expect(new Set(answered.map(({ request }) => request.kind))).toEqual(new Set(Object.keys(pages)))
  expect(answered.some(({ status }) => status === 303)).toBe(true)
  expect(answered.some(({ status }) => status !== 303)).toBe(true)

  async function addListings(seller_id: number): Promise<number[]> {
    const listing = (title: string) => ({
      seller_id,
      title,
      sku: title,
      ...anyListing,
      quantity_available: 5,
      starts_at: new Date(),
    })
    const rows = ['A', 'B', 'C'].map(listing)
    return (await db.owner.insertInto('listings').values(rows).returning('id').execute()).map(({ id }) => id)
  }
})
