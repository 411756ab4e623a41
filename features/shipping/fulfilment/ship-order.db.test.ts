import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import type { Actor, ParcelFacts } from '#features/core/order/order-event.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { listToShip } from '#features/home/previous-tool/previous-tool-db.server.ts'
import type { Contents, NewParcel, ParcelKey } from './parcel.ts'
import { newParcelKey, shipOrder } from './ship-order-db.server.ts'
import { minute } from '#lib/duration.ts'
import { voidParcel } from './void-parcel-db.server.ts'
import { addOrderToShip } from './testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const amira: Actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' }
const ben: Actor = { kind: 'MEMBER', id: 'ben', name: 'Ben Ito' }

const db = await testDatabase({ poolSize: 6 })
const ann = await addSeller(db, 'ann')
const bob = await addSeller(db, 'bob')
const known = await addOrders(db, { sellerId: ann, count: 60, now, seed: 'ship' })

const parcel = (contents: Contents = 'rest', more: Partial<NewParcel> = {}): NewParcel => ({
  key: newParcelKey(),
  carrier: 'DHL',
  trackingNumber: 'JD 0146',
  shippedAt: now,
  contents,
  ...more,
})

const numberOf = (order: { number: string }) => parseOrderNumber(order.number)!
const ship = (
  order: { number: string },
  parcels: readonly NewParcel[],
  { by = amira, sellerId = ann, at = now } = {},
) =>
  db.asSeller(sellerId, 'write', (own) =>
    shipOrder(own, { sellerId, number: numberOf(order), parcels, actor: by, now: at }),
  )
const takeBack = (order: { number: string }, key: ParcelKey, by = amira) =>
  db.asSeller(ann, 'write', (own) => voidParcel(own, { sellerId: ann, number: numberOf(order), key, actor: by, now }))
const eventsOf = ({ id }: { id: number }) => db.asSeller(ann, 'read', (own) => readOrderEvents(own, ann, id))

const take = (status: string) => {
  const index = known.findIndex((order) => order.status === status)
  return known.splice(index, 1)[0]!
}

/** Everything that shipping may change on an order. */
async function stateOf({ id }: { id: number }) {
  const order = await db.owner
    .selectFrom('orders')
    .select(['status', 'fulfilment_status', 'shipped_at', 'delivered', 'delivered_at'])
    .where('seller_id', '=', ann)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await db.owner
    .selectFrom('line_items')
    .select(['quantity', 'shipped_quantity'])
    .where('seller_id', '=', ann)
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  const shipments = await db.owner
    .selectFrom('shipments')
    .selectAll()
    .where('seller_id', '=', ann)
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  return { order, lines, shipments }
}

describe('shipOrder', () => {
  it('ships everything left in one parcel, and the order’s states follow', async () => {
    const order = take('AWAITING_SHIPMENT')
    expect(await ship(order, [parcel()])).toEqual({ ok: true, repeated: false })
    const { order: row, lines, shipments } = await stateOf(order)
    expect(row).toMatchObject({ status: 'SHIPPED', shipped_at: now })
    expect(shipments).toMatchObject([
      {
        carrier: 'DHL',
        tracking_number: 'JD 0146',
        state: 'SHIPPED',
        service: 'Tracked 24',
        member_name: 'Amira Farouk',
      },
    ])
    for (const line of lines) expect(line.shipped_quantity).toBe(line.quantity)
  })

  it('ships some lines and parts of a line in several parcels', async () => {
    const order = await addOrderToShip(db, ann, [1, 4])
    const first = parcel(
      new Map([
        [1, 1],
        [2, 1],
      ]),
      { service: null },
    )
    const second = parcel(new Map([[2, 2]]), { carrier: 'Royal Mail', trackingNumber: null, service: 'Special' })
    expect(await ship(order, [first, second])).toEqual({ ok: true, repeated: false })
    const { order: row, lines, shipments } = await stateOf(order)
    expect(row.status).toBe('PARTLY_SHIPPED')
    expect(lines.map((line) => line.shipped_quantity)).toEqual([1, 3])
    expect(shipments.map(({ carrier, service }) => [carrier, service])).toEqual([
      ['DHL', null],
      ['Royal Mail', 'Special'],
    ])
    expect(await ship(order, [parcel()])).toEqual({ ok: true, repeated: false })
    expect((await stateOf(order)).order.status).toBe('SHIPPED')
  })

  it('creates one parcel for a repeated request, also at the same moment', async () => {
    const order = take('AWAITING_SHIPMENT')
    const parcels = [parcel()]
    const outcomes = await Promise.all([ship(order, parcels), ship(order, parcels), ship(order, parcels)])
    expect(outcomes.filter((outcome) => outcome.ok && outcome.repeated)).toHaveLength(2)
    expect(outcomes).toContainEqual({ ok: true, repeated: false })
    expect(await ship(order, parcels)).toEqual({ ok: true, repeated: true })
    expect((await stateOf(order)).shipments).toHaveLength(1)
  })

  it('refuses a changed repeated request, reports the first result, and creates nothing', async () => {
    const order = await addOrderToShip(db, ann, [3, 1])
    const second = parcel(new Map([[2, 1]]), { trackingNumber: 'JD 0147' })
    const first = parcel(new Map([[1, 2]]))
    const sent = [first, second]
    await ship(order, sent)
    const before = await stateOf(order)
    const made = (await eventsOf(order)).map(({ after }) => after)
    const later = { at: new Date(now.getTime() + minute) }
    const altered: (readonly NewParcel[])[] = [
      [{ ...first, trackingNumber: 'JD 0149' }, second],
      [{ ...first, carrier: 'Royal Mail' }, second],
      [{ ...first, service: 'Special' }, second],
      [{ ...first, shippedAt: new Date('2026-11-19T08:00Z') }, second],
      [{ ...first, contents: new Map([[1, 3]]) }, second],
      [...sent, parcel(new Map([[1, 1]]))],
      [...sent, parcel()],
      [first],
    ]
    for (const parcels of altered)
      expect(await ship(order, parcels, later)).toEqual({ ok: false, reason: 'other-request', made })
    expect(await stateOf(order)).toEqual(before)
    // An identical retry, also one without a shipping time.
    expect(await ship(order, sent, later)).toEqual({ ok: true, repeated: true })
    const today = sent.map((each) => ({ ...each, shippedAt: later.at }))
    expect(await ship(order, today, later)).toEqual({ ok: true, repeated: true })
    // The key of another order's parcel does not match this order.
    const other = await addOrderToShip(db, ann, [2])
    expect(await ship(other, [first])).toMatchObject({ ok: false, reason: 'other-request' })
    expect(await ship(order, [parcel(new Map([[1, 1]]))], later)).toEqual({ ok: true, repeated: false })
  })

  it('lets one of two members ship the same units, and tells the other who did, and when', async () => {
    const order = await addOrderToShip(db, ann, [3, 1])
    const outcomes = await Promise.all([
      ship(order, [parcel(new Map([[1, 2]]))], { by: amira }),
      ship(order, [parcel(new Map([[1, 2]]))], { by: ben }),
    ])
    const won = outcomes.findIndex((outcome) => outcome.ok)
    const winner = [amira, ben][won] as { name: string }
    expect(outcomes[1 - won]).toEqual({
      ok: false,
      reason: 'more-than-open',
      lines: [{ line: 1, wanted: 2, open: 1, taken: { by: winner.name, at: now } }],
    })
    expect((await stateOf(order)).lines.map((line) => line.shipped_quantity)).toEqual([2, 0])
  })

  it('reports who shipped a completely shipped order', async () => {
    const order = await addOrderToShip(db, ann, [2])
    await ship(order, [parcel()], { by: ben })
    expect(await ship(order, [parcel()])).toEqual({
      ok: false,
      reason: 'more-than-open',
      lines: [{ line: 1, wanted: 2, open: 0, taken: { by: 'Ben Ito', at: now } }],
    })
  })

  it('counts the units of several parcels together', async () => {
    const order = await addOrderToShip(db, ann, [3])
    const two = () => parcel(new Map([[1, 2]]))
    expect(await ship(order, [two(), two()])).toMatchObject({
      reason: 'more-than-open',
      lines: [{ wanted: 4, open: 3 }],
    })
    expect(await ship(order, [parcel(new Map([[1, 3]]))])).toMatchObject({ ok: true })
  })

  it('creates no empty parcel', async () => {
    const order = await addOrderToShip(db, ann, [1])
    expect(
      await ship(order, [
        parcel(
          new Map([
            [1, 0],
            [9, 4],
          ]),
        ),
      ]),
    ).toEqual({ ok: false, reason: 'nothing-chosen' })
    expect(await ship(order, [parcel(new Map()), parcel()])).toMatchObject({ ok: true })
    expect((await stateOf(order)).shipments).toHaveLength(1)
  })

  it.each(['CANCELLED', 'CANCELLATION_REQUESTED', 'AWAITING_PAYMENT', 'REFUNDED'])(
    'does not ship if %s',
    async (status) => {
      const order = take(status)
      expect(await ship(order, [parcel()])).toEqual({ ok: false, reason: 'not-possible-now', status })
      expect((await stateOf(order)).shipments).toEqual([])
    },
  )

  it('finds no order of another seller', async () => {
    const order = take('AWAITING_SHIPMENT')
    expect(await ship(order, [parcel()], { sellerId: bob })).toEqual({ ok: false, reason: 'unknown' })
    expect((await stateOf(order)).shipments).toEqual([])
  })
})

describe('voidParcel', () => {
  it('restores the order exactly, and the number can be used again', async () => {
    const order = await addOrderToShip(db, ann, [2, 1])
    await ship(order, [parcel(new Map([[1, 1]]))], { at: new Date(now.getTime() - minute) })
    const before = await stateOf(order)
    const again = parcel('rest', { shippedAt: new Date('2026-11-19T08:00Z') })
    await ship(order, [again])
    expect(await takeBack(order, again.key)).toEqual({ ok: true, repeated: false })
    expect(await stateOf(order)).toEqual(before)
    expect(await takeBack(order, again.key)).toEqual({ ok: true, repeated: true })
    // A repeated submit of the form creates nothing.
    expect(await ship(order, [again])).toEqual({ ok: true, repeated: true })
    expect(await stateOf(order)).toEqual(before)
    expect(await ship(order, [{ ...again, key: newParcelKey() }])).toEqual({ ok: true, repeated: false })
  })

  it('refuses a scanned parcel, in the database too', async () => {
    const order = await addOrderToShip(db, ann, [1])
    const sent = parcel()
    await ship(order, [sent])
    await db.owner.updateTable('shipments').set({ state: 'IN_TRANSIT' }).where('parcel_key', '=', sent.key).execute()
    expect(await takeBack(order, sent.key)).toEqual({ ok: false, reason: 'scanned' })
    await expect(db.owner.deleteFrom('shipments').where('parcel_key', '=', sent.key).execute()).rejects.toThrow(
      'a parcel that was scanned stays',
    )
    expect((await stateOf(order)).shipments).toHaveLength(1)
  })

  it('finds no parcel of another order or seller', async () => {
    const [order, other] = [await addOrderToShip(db, ann, [1]), await addOrderToShip(db, ann, [1])]
    const sent = parcel()
    await ship(order, [sent])
    expect(await takeBack(other, sent.key)).toEqual({ ok: false, reason: 'unknown' })
    const asBob = db.asSeller(bob, 'write', (own) =>
      voidParcel(own, { sellerId: bob, number: numberOf(order), key: sent.key, actor: ben, now }),
    )
    expect(await asBob).toEqual({ ok: false, reason: 'unknown' })
    expect((await stateOf(order)).shipments).toHaveLength(1)
  })
})

describe('the timeline', () => {
  it('shows who did what and when, with the state before and after', async () => {
    const order = await addOrderToShip(db, ann, [2])
    const sent = parcel(new Map([[1, 1]]))
    await ship(order, [sent])
    await takeBack(order, sent.key, ben)
    const facts: ParcelFacts = {
      carrier: 'DHL',
      service: 'Tracked 24',
      trackingNumber: 'JD 0146',
      shippedAt: now.toISOString(),
      contents: [{ line: 1, units: 1 }],
      state: 'SHIPPED',
      deliveredAt: null,
    }
    const of = { subject: sent.key, at: now }
    expect(await eventsOf(order)).toEqual([
      { ...of, kind: 'PARCEL_SHIPPED', before: null, after: facts, actor: amira, requestKey: sent.key },
      { ...of, kind: 'PARCEL_VOIDED', before: facts, after: null, actor: ben, requestKey: `void ${sent.key}` },
    ])
  })

  it('is append-only: the database rejects changes, and deletes it only with its order', async () => {
    const order = await addOrderToShip(db, ann, [1])
    await ship(order, [parcel()])
    const attempts = [
      `update order_events set kind = 'NOTHING' where seller_id = ${ann}`,
      `delete from order_events where seller_id = ${ann}`,
      'truncate order_events',
    ]
    for (const attempt of attempts) {
      await expect(sql.raw(attempt).execute(db.owner)).rejects.toThrow('only added to')
      await expect(db.asSeller(ann, 'write', (own) => sql.raw(attempt).execute(own))).rejects.toThrow(
        'permission denied',
      )
    }
    await expect(
      db.asSeller(ann, 'write', (own) =>
        own.deleteFrom('orders').where('seller_id', '=', ann).where('id', '=', order.id).execute(),
      ),
    ).rejects.toThrow('permission denied')
    await db.owner.deleteFrom('orders').where('seller_id', '=', ann).where('id', '=', order.id).execute()
    expect(await eventsOf(order)).toEqual([])
  })

  it('stays right, and sums do, if five members ship and take back the same order at once', async () => {
    const order = await addOrderToShip(db, ann, [3, 4])
    const keys: ParcelKey[] = []
    const work = async (person: number) => {
      for (let turn = 0; turn < 12; turn += 1) {
        const sent = parcel(new Map([[1 + ((person + turn) % 2), 1 + (turn % 2)]]))
        if ((await ship(order, [sent])).ok) keys.push(sent.key)
        const back = keys[(person * 7 + turn) % Math.max(keys.length, 1)]
        if (back && turn % 3 === person % 3) await takeBack(order, back)
      }
    }
    await Promise.all([0, 1, 2, 3, 4].map(work))
    const { lines, shipments } = await stateOf(order)
    for (const line of lines) expect(line.shipped_quantity).toBeLessThanOrEqual(line.quantity)
    const standing = new Map((await eventsOf(order)).map(({ subject, after }) => [subject, after]))
    const alive = [...standing].filter(([, after]) => after !== null).map(([subject]) => subject)
    expect(alive.toSorted()).toEqual(shipments.map((shipment) => shipment.parcel_key).toSorted())
    expect([...standing.keys()].toSorted()).toEqual(keys.toSorted())
  })
})

it('listToShip lists unshipped orders, most urgent first', async () => {
  const { rows, total } = await db.asSeller(ann, 'read', (own) => listToShip(own, ann, 1))
  const due = rows.map((row) => row.ship_by?.getTime() ?? Infinity)
  expect(due).toEqual(due.toSorted((a, b) => a - b))
  expect(rows.length).toBe(Math.min(25, total))
  const none = await db.asSeller(bob, 'read', (own) => listToShip(own, bob, 1))
  expect(none).toEqual({ total: 0, rows: [] })
})
