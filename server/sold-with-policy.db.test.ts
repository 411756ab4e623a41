import { expect, it } from 'vitest'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import * as orderPage from '#features/order-page/details/order-details-page.tsx'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { addPolicy, changePolicy, deletePolicy } from '#features/selling/policies/policies-db.server.ts'
import * as policyPage from '#features/selling/shipping-policy/shipping-policy-page.tsx'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { orderOf } from '#api/testing-orders.ts'
import { testApi } from '#api/testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const api = await testApi(db)
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')
const { sellerId } = shop

it('an order keeps the version of the shipping policy that it was sold with, whatever becomes of the policy', async () => {
  await db.owner.updateTable('sellers').set({ external_id: 'shop' }).where('id', '=', sellerId).execute()
  const policy = { kind: 'FULFILMENT', name: 'Parcel', days: null, terms: '', shipping: flatShipping(395) } as const
  const id = (await db.asSeller(sellerId, 'write', (own) => addPolicy(own, sellerId, policy)))!
  const item = await shop.publish({ 'policy.FULFILMENT': id, quantity: '3' })
  const sell = async (order: string) => {
    const { status, body } = await api.ask('POST', '/sellers/shop/orders', { body: orderOf(order, item) })
    expect([status, body.errors]).toEqual([201, undefined])
    return body.number as string
  }
  const sold = async (number: string) =>
    (await shop.browser.get(orderPage, paths.orderDetails(number))).data.model.policies
  const change = (version: number, next: Partial<{ name: string; shipping: ReturnType<typeof flatShipping> }>) =>
    db.asSeller(sellerId, 'write', (own) =>
      changePolicy(own, { sellerId, kind: 'FULFILMENT', id, version, policy: { ...policy, ...next } }),
    )
  const first = await sell('O-1')
  expect(await change(1, { name: 'Tracked parcel', shipping: flatShipping(495) })).toEqual({ ok: true })
  const second = await sell('O-2')
  const href = (version: string) => paths.shippingPolicy({ policy: id, version })
  expect(await sold(first)).toEqual([{ text: 'Parcel, version 1', href: href('1') }])
  expect(await sold(second)).toEqual([{ text: 'Tracked parcel, version 2', href: href('2') }])

  const { versions } = (await shop.browser.get(policyPage, href('1'))).data
  expect(versions).toMatchObject([
    { version: 2, lines: ['Everywhere else: £4.95'], isOpen: false },
    {
      version: 1,
      name: expect.stringMatching(/^Version 1 · Parcel · since /),
      lines: ['Everywhere else: £3.95'],
      isOpen: true,
    },
  ])

  await db.owner.deleteFrom('listing_policies').where('policy_id', '=', id).execute()
  await db.asSeller(sellerId, 'write', (own) => deletePolicy(own, { sellerId, kind: 'FULFILMENT', id }))
  expect(await sold(first)).toEqual([{ text: 'Parcel, version 1', href: null }])
})
