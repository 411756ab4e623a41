import { sql, type Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { receiveBuyerMessage } from '#features/orders/conversations/add-message-db.server.ts'
import type { MessageKey } from '#features/orders/conversations/message.ts'
import { takeFeedback } from '#features/orders/feedback/take-feedback-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { reportTransaction } from '#features/payments/reported/report-transaction-db.server.ts'
import { takeOrders } from '#features/orders/order-intake/take-orders-db.server.ts'
import { testLedgerRules } from '#features/core/ledger/testing.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import type { SellerDb } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { keyOf } from './order-params.ts'
import { orderBody } from './order-body.ts'
import { toPushedOrder } from './pushed-orders.ts'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'
import { type ApiAnswer } from './testing.ts'
import { testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop({ poolSize: 8 })

const waiting = () => waitingForLock(db.pool)

/** Sends a request while another transaction is uncommitted; the response comes after its commit. */
async function askBehind(written: (db: Kysely<Schema>) => Promise<unknown>, ask: () => Promise<ApiAnswer>) {
  const { answer } = await db.asOwner(async (own) => {
    await written(own)
    const asked = ask()
    await expect.poll(waiting).not.toEqual([])
    return { answer: asked }
  })
  return answer
}

const pushed = async (id: string): Promise<{ id: number; number: OrderNumber }> => {
  const item = await addTestListing(db, { sellerId, quantity: 5 })
  const { body } = await api.ask('POST', `${seller}/orders`, { body: orderOf(id, item) })
  const row = db.owner
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', body.number as string)
  return { id: (await row.executeTakeFirstOrThrow()).id, number: body.number as OrderNumber }
}

describe('two concurrent writes of the same thing: the second is answered as if it came later', () => {
  const facts = { displayName: 'A', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  const sellerRow = { display_name: 'A', registered_at: new Date(), country: 'GB', time_zone: 'Europe/London' }

  it('add a seller, or take a user name', async () => {
    const row = { ...sellerRow, currency: 'GBP', external_id: 'm-1', username: 'm-one' }
    const same = await askBehind(
      (own) => own.insertInto('sellers').values(row).execute(),
      () => api.ask('PUT', '/sellers/m-1', { body: { ...facts, username: 'm-one' } }),
    )
    expect(same.status).toBe(200)
    await api.ask('PUT', '/sellers/m-2', { body: { ...facts, username: 'm-two' } })
    const renamed = await askBehind(
      (own) => own.updateTable('sellers').set({ username: 'm-named' }).where('external_id', '=', 'm-1').execute(),
      () => api.ask('PUT', '/sellers/m-2', { body: { ...facts, username: 'm-named' } }),
    )
    expect(renamed).toMatchObject({ status: 409, body: { errors: [{ pointer: '/username' }] } })
  })

  it('report a transaction, also in another currency', async () => {
    const gift = { id: 't-1', kind: 'ADJUSTMENT', paidBy: 'MARKETPLACE', amountMinor: 500, currency: 'EUR' } as const
    const rest = { description: 'Gift', order: null, at: null, now: new Date() }
    const charge = { id: 't-1', kind: 'CHARGE', amount: { value: '5.00', currency: 'GBP' }, description: 'Fee' }
    const answer = await askBehind(
      (own) => reportTransaction(own, sellerId, { ...gift, ...rest }),
      () => api.ask('POST', `${seller}/transactions`, { body: charge }),
    )
    expect(answer).toMatchObject({ status: 409, body: { type: 'urn:seller-hub:problem:id-taken' } })
  })

  it('add a seller by the API while the first takes the user name', async () => {
    const row = { ...sellerRow, currency: 'GBP', external_id: 'm-3', username: 'm-three' }
    const first = async (own: Kysely<Schema>) => {
      await sql`select pg_advisory_xact_lock(lock_number('seller named m-three'))`.execute(own)
      await own
        .insertInto('sellers')
        .values(row)
        .onConflict((met) => met.doNothing())
        .execute()
    }
    const body = { ...facts, displayName: 'Said last', username: 'm-three' }
    const put = (id: string) => askBehind(first, () => api.ask('PUT', `/sellers/${id}`, { body }))
    expect(await put('m-3')).toMatchObject({ status: 200, body: { id: 'm-3', displayName: 'Said last' } })
    expect(await put('m-4')).toMatchObject({ status: 409, body: { errors: [{ pointer: '/username' }] } })
  })

  it('give a number to a product', async () => {
    const gtin = '4006381333931'
    const { body } = await api.ask('GET', '/categories')
    const product = { title: 'A', category: body.items[0].path as string }
    await api.ask('PUT', '/products/m-1', { body: product })
    await api.ask('PUT', '/products/m-2', { body: product })
    const taken = await askBehind(
      (own) => own.updateTable('products').set({ gtin }).where('external_id', '=', 'm-1').execute(),
      () => api.ask('PUT', '/products/m-2', { body: { ...product, gtin } }),
    )
    expect(taken).toMatchObject({ status: 409, body: { errors: [{ pointer: '/gtin' }] } })
  })

  it('add a member', async () => {
    const email = 'met@example.com'
    const met = await askBehind(
      (own) => own.insertInto('members').values({ id: 'met', name: 'Met', email, is_operator: false }).execute(),
      () => api.ask('PUT', `${seller}/members/${email}`, { body: { name: 'Met', role: 'viewer' } }),
    )
    expect(met).toMatchObject({ status: 201, body: { email, role: 'viewer' } })
  })

  it('use an external id for a message or feedback of different orders', async () => {
    const [one, other] = [await pushed('M-1'), await pushed('M-2')]
    const sentAt = '2026-11-20T10:00:00Z'
    const behind = async (written: (own: SellerDb) => Promise<unknown>, ask: () => Promise<ApiAnswer>) =>
      (
        await db.asOwnerFor(sellerId, async (own) => {
          await written(own)
          const asked = ask()
          await expect.poll(waiting).not.toEqual([])
          return { asked }
        })
      ).asked
    const key = keyOf('message m-1') as MessageKey
    const message = { sellerId, number: one.number, key, subject: null, text: 'One', pictures: [], sentAt: new Date() }
    const said = await behind(
      (own) => receiveBuyerMessage(own, message),
      () => api.ask('POST', `${seller}/orders/M-2/messages`, { body: { id: 'm-1', text: 'Other', sentAt } }),
    )
    expect(said).toMatchObject({ status: 409, body: { type: 'urn:seller-hub:problem:id-taken' } })
    const words = { rating: 'POSITIVE' as const, stars: null, title: null, comment: null, leftAt: new Date() }
    const rated = await behind(
      (own) => takeFeedback(own, { sellerId, orderId: one.id, id: 'f-1', ...words }),
      () => api.ask('PUT', `${seller}/feedback/f-1`, { body: { order: 'M-2', rating: 'NEGATIVE', leftAt: sentAt } }),
    )
    expect(rated).toMatchObject({ status: 409, body: { type: 'urn:seller-hub:problem:id-taken' } })
    expect(other.id).not.toBe(one.id)
  })
})

it('while orders for the same listing arrive, earlier orders are shipped, taken back and cancelled without deadlocks', async () => {
  const item = await addTestListing(db, { sellerId, quantity: 50 })
  const paid = { payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' } }
  const { body } = await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('W-0', item), ...paid } })
  const common = { sellerId, number: body.number as OrderNumber, actor: { kind: 'HUB' } as const, now: soonAfter }
  const key = newParcelKey()
  const parcel = { key, carrier: 'DHL', trackingNumber: null, shippedAt: new Date(), contents: 'rest' as const }
  const steps: ((own: SellerDb) => Promise<{ ok: boolean }>)[] = [
    (own) => shipOrder(own, { ...common, parcels: [parcel] }),
    (own) => voidParcel(own, { ...common, key }),
    (own) =>
      cancelOrder(own, {
        ...common,
        key: newCancelKey(),
        reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
        restocks: true,
        policyPack: testPolicyPack,
      }),
  ]
  for (const [nth, step] of steps.entries()) {
    let tries = 0
    const { stepping } = await db.asOwnerFor(sellerId, async (own) => {
      tries += 1
      await sql`select from listings where seller_id = ${sellerId} and item_number = ${item} for no key update`.execute(
        own,
      )
      const done = db.asSeller(sellerId, 'write', (mine) => {
        tries += 1
        return step(mine)
      })
      await expect.poll(waiting).not.toEqual([])
      const order = toPushedOrder(orderBody.parse({ ...orderOf(`W-${nth + 1}`, item), ...paid }))
      expect(
        await takeOrders(own, { sellerId, orders: [order], now: new Date(), rules: testLedgerRules }),
      ).toMatchObject([{ ok: true }])
      return { stepping: done }
    })
    expect([await stepping, tries]).toMatchObject([{ ok: true }, 2])
  }
})
