import { addRows, rowOf, updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { newMessageKey, sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import type { OrderEvent } from '#features/core/order/order-event.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { eventTypes, type EventType } from '#features/developers/webhooks/event.ts'
import { findEvent, readEvents, removeOldEvents } from '#features/developers/webhooks/events-db.server.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testApi } from './testing.ts'
import { day } from '#lib/duration.ts'

const now = new Date()
const amira = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' } as const

const db = await testDatabase({ poolSize: 8 })
const api = await testApi(db)

async function addShop() {
  const sellerId = await addTestSeller(db)
  const { username } = await rowOf(db.owner, 'sellers', { id: sellerId })
  const key = await api.makeKey({ sellerId, scopes: ['events:read'] })
  return { sellerId, username, key, path: `/sellers/${username}` }
}

/** All events after a cursor, read in pages of two. */
async function pull(key: string, after?: string) {
  const items: { id: string; type: EventType; timestamp: string; data: Record<string, unknown> }[] = []
  for (let next = after; ;) {
    const { status, body } = await api.ask(
      'GET',
      `/events?limit=2${next ? `&after=${encodeURIComponent(next)}` : ''}`,
      {
        key,
      },
    )
    expect(status).toBe(200)
    items.push(...body.items)
    next = body.next
    if (!body.more) return { items, next: body.next as string, types: items.map(({ type }) => type) }
  }
}

describe('events are published', () => {
  it('from order to parcel, with the object as the API shows it', async () => {
    const { sellerId, username, key, path } = await addShop()
    const item = await addTestListing(db, { sellerId, quantity: 3 })
    const begun = await pull(key)
    expect(begun.types).toEqual(['listing.published'])
    expect(begun.items[0]!.data).toMatchObject({ seller: username, listing: { item, stock: { available: 3 } } })
    const { body: order } = await api.ask('POST', `${path}/orders`, { body: orderOf('E-1', item) })
    const payment = { method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:30:05Z' }
    await api.ask('PUT', `${path}/orders/E-1/payments/p-1`, { body: payment })
    const number = parseOrderNumber(order.number)!
    const parcel = newParcelKey()
    await db.asSeller(sellerId, 'write', (own) =>
      shipOrder(own, {
        sellerId,
        number,
        actor: amira,
        now,
        parcels: [{ key: parcel, carrier: 'DHL', trackingNumber: 'JD 1', shippedAt: now, contents: 'rest' }],
      }),
    )
    const text = 'It is on its way'
    const messageKey = newMessageKey()
    await db.asSeller(sellerId, 'write', (own) =>
      sendMessage(own, {
        sellerId,
        thread: number,
        key: messageKey,
        subject: null,
        text,
        pictures: [],
        seen: null,
        actor: amira,
        now,
      }),
    )
    const told = await pull(key, begun.next)
    expect(told.types.toSorted()).toEqual(
      ['order.placed', 'stock.changed', 'order.paid', 'order.shipped', 'stock.changed', 'message.sent'].toSorted(),
    )
    expect(told.types.filter((type) => type.startsWith('order.'))).toEqual([
      'order.placed',
      'order.paid',
      'order.shipped',
    ])
    const of = (type: EventType) => told.items.findLast((each) => each.type === type)!
    const asRead = (await api.ask('GET', `${path}/orders/E-1`)).body
    expect(of('order.shipped').data).toEqual({ seller: username, order: asRead, subject: parcel })
    expect(of('stock.changed').data).toMatchObject({ item, stock: { onHand: 2, reserved: 0, available: 2 } })
    expect(of('message.sent').data).toMatchObject({ message: { key: messageKey, from: 'SELLER', text } })
    expect((await pull(key, told.next)).items).toEqual([])
  })

  it('for each entry of a timeline except the team’s private ones', async () => {
    const facts = { state: 'CLOSED_FOR_COMMITMENT' }
    const of = {
      PARCEL_SHIPPED: [{}, 'order.shipped'],
      // The marketplace knows both already.
      PARCEL_TRACKED: [{}, null],
      PARCEL_CORRECTED: [{}, null],
      PAYMENT_CHANGED: [{}, null],
      PARCEL_VOIDED: [null, 'order.parcel_voided'],
      HANDED_OVER: [{}, 'order.handed_over'],
      LABEL_BOUGHT: [{}, null],
      LABEL_VOIDED: [null, null],
      HAND_OVER_UNDONE: [null, 'order.hand_over_undone'],
      // Reported by the change itself.
      ADDRESS_CHANGED: [{}, null],
      MESSAGE_SENT: [{}, 'message.sent'],
      MESSAGE_RECEIVED: [{}, 'message.received'],
      SHIP_BY_SET: [{}, null],
      NOTE_WRITTEN: [{}, null],
      LINES_ADDED: [{}, 'order.lines_added'],
      TAGS_CHANGED: [{}, null],
      CANCELLATION_REQUESTED: [{}, 'order.cancellation_requested'],
      ORDER_CANCELLED: [{}, 'order.cancelled'],
      CANCELLATION_ACCEPTED: [{}, 'order.cancelled'],
      CANCELLATION_DECLINED: [{}, 'order.cancellation_declined'],
      CANCELLATION_EXPIRED: [facts, 'order.cancellation_declined'],
      // The refund has its own event.
      CANCELLATION_CLOSED: [{}, null],
      REFUND_REQUESTED: [{}, 'order.refund_requested'],
      REFUND_RETRIED: [{}, 'order.refund_requested'],
      REFUND_MADE: [{}, 'order.refunded'],
      REFUND_REFUSED: [{}, 'order.refund_failed'],
      CASE_STEP: [{ kind: 'RETURN', step: 'accept' }, 'return.changed'],
      BUYER_ERASED: [{}, null],
    } satisfies Record<OrderEvent['kind'], [object | null, EventType | null]>
    const entries = [
      ...Object.entries(of).map(([kind, [after, type]]) => ({ kind, after, type })),
      { kind: 'CANCELLATION_EXPIRED', after: { state: 'CLOSED_NO_REFUND' }, type: 'order.cancelled' },
      ...(['ORDER_CANCELLED', 'CANCELLATION_ACCEPTED', 'CANCELLATION_EXPIRED'] as const).map((kind) => ({
        kind,
        after: { state: 'CLOSED_NO_REFUND', units: [{ line: 1, units: 1 }] },
        type: 'order.lines_cancelled',
      })),
      { kind: 'ORDER_CANCELLED', after: { units: null }, type: 'order.cancelled' },
      { kind: 'REFUND_REQUESTED', after: { reported: true }, type: null },
      { kind: 'CASE_STEP', after: { kind: 'RETURN', step: 'open' }, type: 'return.opened' },
      { kind: 'CASE_STEP', after: { kind: 'NOT_RECEIVED', step: 'open' }, type: 'not_received.opened' },
      { kind: 'CASE_STEP', after: { kind: 'NOT_RECEIVED', step: 'refund' }, type: 'not_received.changed' },
    ]
    const { sellerId, key } = await addShop()
    const order = await addOrderToShip(db, sellerId, [1])
    await addRows(
      db.owner,
      'order_events',
      entries.map(({ kind, after }, index) => ({
        seller_id: sellerId,
        order_id: order.id,
        happened_at: now,
        actor: 'HUB' as const,
        kind,
        subject: `s-${index}`,
        before: after ? null : '{}',
        after: after && JSON.stringify(after),
      })),
    )
    const { types } = await pull(key)
    expect(types).toEqual(entries.flatMap(({ type }) => type ?? []))
    expect(eventTypes).toEqual(expect.arrayContaining(types))
  })

  it('for a listing from publication to end, but not for drafts', async () => {
    const { sellerId, key } = await addShop()
    const change = (set: string) =>
      sql`update listings set ${sql.raw(set)} where seller_id = ${sellerId}`.execute(db.owner)
    await sql`insert into listings (seller_id, title, category, condition, state, price_minor, currency, quantity_available)
      values (${sellerId}, 'A', 'Cameras', 'GOOD', 'DRAFT', 100, 'GBP', 1)`.execute(db.owner)
    const steps: [set: string, told: EventType[]][] = [
      ['quantity_available = 5', []],
      [`state = 'SCHEDULED', starts_at = now(), version = version + 1`, []],
      [`state = 'ACTIVE', version = version + 1`, ['listing.published']],
      ['views_30d = 7, watchers = 2', []],
      ['price_minor = 90, version = version + 1', ['listing.changed']],
      ['quantity_available = 4, quantity_sold = 1, version = version + 1', ['stock.changed']],
      [`state = 'OUT_OF_STOCK', quantity_available = 0, version = version + 1`, ['listing.changed', 'stock.changed']],
      [`state = 'ENDED', ended_at = now(), end_reason = 'SELLER', version = version + 1`, ['listing.ended']],
      [`state = 'ACTIVE', ended_at = null, end_reason = null, version = version + 1`, ['listing.published']],
    ]
    let place: string | undefined
    for (const [set, told] of steps) {
      await change(set)
      const { types, next } = await pull(key, place)
      expect(types, set).toEqual(told)
      place = next
    }
  })

  it('for a SKU that reaches its reorder point, once until it is above again', async () => {
    const { sellerId, key } = await addShop()
    await sql`insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available)
      values (${sellerId}, 'A', 'FILM-1', 'Film', 'NEW', 'ACTIVE', 100, 'GBP', 5)`.execute(db.owner)
    await sql`update stock_items set reorder_point = 3 where seller_id = ${sellerId}`.execute(db.owner)
    const low: object[] = []
    for (const left of [4, 3, 1, 0, 8, 2]) {
      await sql`update listings set on_hand = ${left} where seller_id = ${sellerId}`.execute(db.owner)
      const { items } = await pull(key)
      low.splice(0, low.length, ...items.filter(({ type }) => type === 'stock.low').map(({ data }) => data))
    }
    expect(low).toMatchObject([{ subject: 'FILM-1' }, { subject: 'FILM-1', stock: { onHand: 2 } }])
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from stock_gaps where seller_id = ${sellerId} and ended_at is not null`.execute(
      db.owner,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('but not for changes rolled back, nor while past data is loaded', async () => {
    const { sellerId, key } = await addShop()
    const publish = () => addTestListing({ ...db, owner: tx }, { sellerId, quantity: 1 })
    let tx = db.owner
    const torn = db.owner.transaction().execute(async (own) => {
      tx = own
      await publish()
      throw new Error('taken back')
    })
    await expect(torn).rejects.toThrow('taken back')
    await db.owner.transaction().execute(async (own) => {
      await sql`set local hub.quiet = on`.execute(own)
      tx = own
      await publish()
    })
    expect((await pull(key)).items).toEqual([])
  })
})

describe('the event stream', () => {
  it('is read once from start to end, including transactions that commit late', async () => {
    const { sellerId, key } = await addShop()
    const orders = [await addOrderToShip(db, sellerId, [1]), await addOrderToShip(db, sellerId, [1])]
    const note = (owner: TestDatabase['owner'], index: number) =>
      addRows(owner, 'order_events', {
        seller_id: sellerId,
        order_id: orders[index]!.id,
        happened_at: now,
        actor: 'HUB',
        kind: 'PARCEL_SHIPPED',
        subject: `parcel ${index}`,
        after: '{}',
      })
    const subjects = (told: Awaited<ReturnType<typeof pull>>) => told.items.map(({ data }) => data.subject)
    const late = await db.owner.startTransaction().execute()
    await note(late, 0)
    await note(db.owner, 1)
    const begun = await pull(key)
    expect(subjects(begun)).toEqual(['parcel 1'])
    await late.commit().execute()
    expect(subjects(await pull(key, begun.next))).toEqual(['parcel 0'])
    expect(new Set((await pull(key)).items.map(({ id }) => id)).size).toBe(2)
  })

  it('shows a seller’s key only that seller’s events, the marketplace’s key all, and other keys none', async () => {
    const ann = await addShop()
    const bob = await addShop()
    await addTestListing(db, { sellerId: ann.sellerId, quantity: 1 })
    await addTestListing(db, { sellerId: bob.sellerId, quantity: 1 })
    const sellers = async (key: string) => new Set((await pull(key)).items.map(({ data }) => data.seller))
    expect(await sellers(ann.key)).toEqual(new Set([ann.username]))
    expect(await sellers(bob.key)).toEqual(new Set([bob.username]))
    const all = await sellers(api.key)
    expect([all.has(ann.username), all.has(bob.username)]).toEqual([true, true])
    const { next } = await pull(ann.key)
    expect((await api.ask('GET', `/events?after=${encodeURIComponent(next)}`, { key: bob.key })).status).toBe(400)
    expect((await api.ask('GET', '/events', { key: await api.makeKey({ scopes: ['orders:read'] }) })).status).toBe(403)
  })

  it('is read by its id, only with a key that lists it', async () => {
    const [ann, bob] = [await addShop(), await addShop()]
    await addTestListing(db, { sellerId: ann.sellerId, quantity: 1 })
    const [told] = (await pull(ann.key)).items
    const read = (key: string, id = told!.id) => api.ask('GET', `/events/${id}`, { key })
    for (const key of [ann.key, api.key]) expect(await read(key)).toMatchObject({ status: 200, body: told })
    expect((await read(bob.key)).status).toBe(404)
    expect((await read(await api.makeKey({ scopes: ['orders:read'] }))).status).toBe(403)
    for (const id of [`evt_${'0'.repeat(32)}`, 'evt_', told!.id.toUpperCase()])
      expect((await read(api.key, id)).status).toBe(404)
    await removeOldEvents(db, new Date(now.getTime() + 31 * day))
    expect((await read(ann.key)).status).toBe(404)
  })

  it('drops events older than thirty days', async () => {
    const { sellerId, key } = await addShop()
    await addTestListing(db, { sellerId, quantity: 1 })
    const daysAhead = (days: number) => new Date(now.getTime() + days * day)
    const { items } = await pull(key)
    expect(items).toHaveLength(1)
    // Before the job ran.
    const shown = async (days: number) => {
      const at = { sellerId, now: daysAhead(days) }
      const listed = await readEvents(db.owner, { ...at, after: 0, limit: 9 })
      return [listed.length, (await findEvent(db.owner, { ...at, key: items[0]!.id })) !== null]
    }
    expect([await shown(29), await shown(31)]).toEqual([[1, true], [0, false]]) // prettier-ignore
    await removeOldEvents(db, daysAhead(29))
    expect((await pull(key)).items).toHaveLength(1)
    await removeOldEvents(db, daysAhead(31))
    expect((await pull(key)).items).toEqual([])
  })

  it('keeps events about the distant past for thirty days, also if nobody reads them at once', async () => {
    const { sellerId, key } = await addShop()
    await addTestListing(db, { sellerId, quantity: 1 })
    await updateRows(db.owner, 'events', {}, { happened_at: new Date(now.getTime() - 40 * day) })
    const kept = async (days: number) => {
      await removeOldEvents(db, new Date(now.getTime() + days * day))
      return (await pull(key)).items.length
    }
    expect([await kept(0), await kept(29), await kept(31)]).toEqual([1, 1, 0])
  })
})
