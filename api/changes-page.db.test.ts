import { updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import type { SellerDb } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testApi } from './testing.ts'

const db = await testDatabase({ poolSize: 10 })
const api = await testApi(db)

async function shop() {
  const sellerId = await addTestSeller(db)
  const named = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
  return { sellerId, path: `/sellers/${(await named.executeTakeFirstOrThrow()).username}` }
}

/** Reads the list from a cursor: new items and the next cursor. */
async function readOn(path: string, after: string | null, name = 'id') {
  const seen: string[] = []
  for (let next = after; ;) {
    const { body } = await api.ask('GET', `${path}?limit=2${next === null ? '' : `&after=${encodeURIComponent(next)}`}`)
    seen.push(...body.items.map((item: Record<string, string>) => item[name]))
    next = body.next
    if (!body.more) return { seen, next }
  }
}

describe('a list of changes', () => {
  it('has each row once, also a transaction that began first and commits last', async () => {
    const { sellerId, path } = await shop()
    const item = await addTestListing(db, { sellerId, quantity: 9 })
    for (const id of ['slow', 'fast']) await api.ask('POST', `${path}/orders`, { body: orderOf(id, item) })
    const known = await readOn(`${path}/orders`, null)
    const change = (tx: SellerDb, externalId: string) =>
      updateRows(
        tx,
        'orders',
        { seller_id: sellerId, external_id: externalId },
        { version: 2, shipping_service: 'Courier' },
      )
    const early = await db.asSeller(sellerId, 'write', async (slow) => {
      await change(slow, 'slow')
      await db.asSeller(sellerId, 'write', (tx) => change(tx, 'fast'))
      return readOn(`${path}/orders`, known.next)
    })
    expect(early.seen).toEqual(['fast'])
    const late = await readOn(`${path}/orders`, early.next)
    expect(late.seen).toEqual(['slow'])
    expect((await readOn(`${path}/orders`, late.next)).seen).toEqual([])
  })

  it('includes a change that is in progress while its row is read', async () => {
    const { sellerId, path } = await shop()
    const item = await addTestListing(db, { sellerId, quantity: 9 })
    await api.ask('POST', `${path}/orders`, { body: orderOf('one', item) })
    const note = (tx: SellerDb, buyerNote: string) =>
      updateRows(tx, 'orders', { seller_id: sellerId }, { version: 2, shipping_service: buyerNote })
    // Once before it has a position, and once after.
    const waiting = await db.asSeller(sellerId, 'write', async (tx) => {
      await note(tx, 'first')
      return readOn(`${path}/orders`, null)
    })
    const placed = await readOn(`${path}/orders`, waiting.next)
    const meanwhile = await db.asSeller(sellerId, 'write', async (tx) => {
      await note(tx, 'second')
      return readOn(`${path}/orders`, placed.next)
    })
    const last = await readOn(`${path}/orders`, meanwhile.next)
    expect([waiting, placed, meanwhile, last].map(({ seen }) => seen)).toEqual([[], ['one'], [], ['one']])
  })

  it('is the same for all readers at one moment, while orders arrive', async () => {
    const { sellerId, path } = await shop()
    const item = await addTestListing(db, { sellerId, quantity: 99 })
    const ids = Array.from({ length: 6 }, (_, index) => `m-${index}`)
    const reading = ids.map(() => readOn(`${path}/orders`, null))
    await Promise.all([
      ...ids.map((id) => api.ask('POST', `${path}/orders`, { body: orderOf(id, item, { buyer: id }) })),
      ...reading,
    ])
    for (const begun of await Promise.all(reading)) {
      const rest = await readOn(`${path}/orders`, begun.next)
      expect([...begun.seen, ...rest.seen].toSorted()).toEqual(ids.toSorted())
    }
  })

  it('reports that a listing is on offer, and then that it no longer is', async () => {
    const { sellerId, path } = await shop()
    const [item, gone] = [
      await addTestListing(db, { sellerId, quantity: 1 }),
      await addTestListing(db, { sellerId, quantity: 1 }),
    ]
    const stock = (of: string, onHand: number) => api.ask('PUT', `${path}/listings/${of}/stock`, { body: { onHand } })
    await stock(gone, 0)
    const all = await readOn(`${path}/listings`, null, 'item')
    expect(all.seen).toEqual([item])
    await updateRows(db.owner, 'listings', { seller_id: sellerId }, { watchers: 9, views_30d: 99 })
    expect((await readOn(`${path}/listings`, all.next, 'item')).seen).toEqual([])
    await stock(item, 0)
    await db.owner.updateTable('sellers').set({ suspended_at: new Date() }).where('id', '=', sellerId).execute()
    const closed = await readOn(`${path}/listings`, all.next, 'item')
    expect(closed).toEqual({ seen: [], next: all.next })
    await db.owner.updateTable('sellers').set({ suspended_at: null }).where('id', '=', sellerId).execute()
    expect(await readOn(`${path}/listings`, closed.next, 'state')).toMatchObject({ seen: ['OUT_OF_STOCK'] })
  })

  it('reports parcels, also those taken back, refunds and decisions', async () => {
    const { sellerId, path } = await shop()
    const item = await addTestListing(db, { sellerId, quantity: 9 })
    const now = new Date()
    const payment = { id: 'p', method: 'CARD', state: 'PAID', paidAt: now.toISOString() }
    const order = { ...orderOf('A-1', item, { quantity: 3 }), placedAt: now.toISOString(), payment }
    const { number } = (await api.ask('POST', `${path}/orders`, { body: order })).body
    const own = <T>(work: (tx: SellerDb) => Promise<T>) => db.asSeller(sellerId, 'write', work)
    const by = { sellerId, actor: { kind: 'HUB' } as const, now, number }
    const keys = [newParcelKey(), newParcelKey()]
    const parcel = {
      carrier: 'Royal Mail',
      service: null,
      trackingNumber: null,
      shippedAt: now,
      contents: new Map([[1, 1]]),
    }
    await own((tx) => shipOrder(tx, { ...by, parcels: keys.map((key) => ({ ...parcel, key })) }))
    const shipments = await readOn(`${path}/shipments`, null)
    expect(shipments.seen).toEqual(keys)
    await own((tx) => voidParcel(tx, { ...by, key: keys[0]! }))
    const voided = await api.ask('GET', `${path}/shipments?after=${encodeURIComponent(shipments.next!)}`)
    expect(voided.body.items).toMatchObject([{ id: keys[0], order: 'A-1', state: 'VOIDED', contents: [] }])

    await own((tx) =>
      refundOrder(tx, { ...by, key: newRefundKey(), reason: 'OTHER_ADJUSTMENT', input: { amountMinor: 700 } }),
    )
    expect((await api.ask('GET', `${path}/refunds`)).body.items).toMatchObject([
      {
        order: 'A-1',
        state: 'PENDING',
        amount: { value: '7.00' },
        parts: [{ line: 1, kind: 'ITEM', amount: { value: '7.00' } }],
      },
    ])

    const other = (await api.ask('POST', `${path}/orders`, { body: { ...order, id: 'A-2' } })).body.number
    const reason = 'BUYER_ASKED_CANCEL' as const
    await own((tx) =>
      cancelOrder(tx, {
        ...by,
        number: other,
        policyPack: testPolicyPack,
        key: newCancelKey(),
        reason,
        restocks: true,
      }),
    )
    expect((await api.ask('GET', `${path}/decisions`)).body.items).toMatchObject([
      { kind: 'ORDER_CANCELLED', order: 'A-2', by: 'HUB', reason, step: null },
    ])
  })

  it('returns the same to a client that has everything', async () => {
    const { path } = await shop()
    const { next } = await readOn(`${path}/orders`, null)
    const again = () => api.ask('GET', `${path}/orders?after=${encodeURIComponent(next!)}`)
    expect((await again()).headers.get('etag')).toBe((await again()).headers.get('etag'))
  })
})
