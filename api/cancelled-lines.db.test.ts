import { testShop } from './testing-shop.ts'
import { afterEach, expect, it } from 'vitest'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { answerCancellation } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import type { CancelKey } from '#features/after-sale/cancellations/cancellation.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' } as const

const { db, api, sellerId, seller } = await testShop()
afterEach(() => expectSoundBooks(db))

it('a buyer’s request to cancel one unit is accepted, reported with its lines and refund, and the rest is shipped', async () => {
  const now = new Date()
  const item = await addTestListing(db, { sellerId, quantity: 5 })
  const payment = { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: now.toISOString() }
  const body = { ...orderOf('U-1', item, { quantity: 3 }), placedAt: now.toISOString(), payment }
  const { body: placed } = await api.ask('POST', `${seller}/orders`, { body })
  const number = parseOrderNumber(placed.number)!
  const ask = (more: object, id = 'c-1') =>
    api.ask('POST', `${seller}/orders/U-1/cancellation-requests`, { body: { id, reason: 'ORDER_MISTAKE', ...more } })

  for (const lines of [
    [],
    [{ line: 0, quantity: 1 }],
    [{ line: 1, quantity: 0 }],
    [1, 1].map((line) => ({ line, quantity: 1 })),
  ])
    expect((await ask({ lines })).status).toBe(422)
  for (const lines of [[{ line: 1, quantity: 4 }], [{ line: 2, quantity: 1 }]])
    expect(await ask({ lines })).toMatchObject({
      status: 409,
      body: { detail: 'The order refuses it: more-than-open.' },
    })
  const lines = [{ line: 1, quantity: 1 }]
  const asked = await ask({ lines })
  expect(asked).toMatchObject({
    status: 201,
    body: { status: 'CANCELLATION_REQUESTED', cancellation: { state: 'REQUESTED', lines, refund: null } },
  })
  expect((await ask({ lines })).status).toBe(200)
  expect((await ask({ lines: [{ line: 1, quantity: 2 }] })).status).toBe(409)

  const key = asked.body.cancellation.id as CancelKey
  const common = { sellerId, number, policyPack, actor, now }
  await db.asSeller(sellerId, 'write', (own) =>
    answerCancellation(own, { ...common, key, answer: { accept: true, restocks: true } }),
  )
  const { body: left } = await api.ask('GET', `${seller}/orders/U-1`)
  expect(left).toMatchObject({
    status: 'AWAITING_SHIPMENT',
    cancelState: 'NONE_REQUESTED',
    lines: [{ quantity: 3, cancelled: 1, reserved: 2 }],
    cancellations: [{ id: key, lines, refund: left.refunds[0].id }],
    refunds: [
      { amount: { value: '45.00' }, parts: [{ line: 1, kind: 'ITEM', amount: { value: '45.00', currency: 'GBP' } }] },
    ],
  })
  const { body: events } = await api.ask('GET', '/events?limit=100')
  const told = events.items.find(({ type }: { type: string }) => type === 'order.lines_cancelled')
  expect(told.data).toMatchObject({ subject: key, order: { id: 'U-1', cancellations: [{ id: key, lines }] } })
  const { body: decisions } = await api.ask('GET', `${seller}/decisions`)
  expect(decisions.items).toMatchObject([{ kind: 'CANCELLATION_ACCEPTED', order: 'U-1', lines }])

  const parcel = {
    key: newParcelKey(),
    carrier: 'DHL',
    trackingNumber: null,
    shippedAt: now,
    contents: 'rest' as const,
  }
  await db.asSeller(sellerId, 'write', (own) => shipOrder(own, { ...common, parcels: [parcel] }))
  const { body: shipped } = await api.ask('GET', `${seller}/orders/U-1`)
  expect(shipped).toMatchObject({
    status: 'SHIPPED',
    fulfilmentStatus: 'FULFILLED',
    lines: [{ shipped: 2, cancelled: 1, reserved: 0 }],
    parcels: [{ contents: [{ line: 1, quantity: 2 }] }],
  })
  expect(await ask({}, 'c-2')).toMatchObject({
    status: 409,
    body: { detail: 'The order refuses it: already-shipped.' },
  })
})
