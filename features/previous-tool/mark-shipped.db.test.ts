import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { parseOrderNumber } from '#features/orders/order.ts'
import { addOrders, addSeller, type KnownOrder } from '#features/orders/testing.ts'
import { markShipped } from './mark-shipped-db.server.ts'
import { listToShip } from './previous-tool-db.server.ts'

const now = new Date('2026-11-20T14:30:00Z')
const parcel = { carrier: 'DHL', trackingNumber: 'JD 0146' }

let db: TestDatabase
let ann: number
let bob: number
let known: KnownOrder[]

beforeAll(async () => {
  db = await testDatabase()
  ann = await addSeller(db, 'ann')
  bob = await addSeller(db, 'bob')
  known = await addOrders(db, { sellerId: ann, count: 60, now, seed: 'ship' })
})

const ship = (order: KnownOrder, sent = parcel, sellerId = ann) =>
  db.asSeller(sellerId, 'write', (own) =>
    markShipped(own, { sellerId, number: parseOrderNumber(order.number)!, parcel: sent, now }),
  )

const take = (status: string) => {
  const index = known.findIndex((order) => order.status === status)
  return known.splice(index, 1)[0]!
}

async function stored({ id }: KnownOrder) {
  const of = { seller_id: ann, order_id: id }
  const order = await db.owner
    .selectFrom('orders')
    .select(['status', 'shipped_at', 'version'])
    .where('seller_id', '=', ann)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const shipments = await db.owner
    .selectFrom('shipments')
    .selectAll()
    .where('seller_id', '=', of.seller_id)
    .where('order_id', '=', id)
    .execute()
  const lines = await db.owner
    .selectFrom('line_items')
    .select(['quantity', 'shipped_quantity'])
    .where('seller_id', '=', ann)
    .where('order_id', '=', id)
    .execute()
  return { order, shipments, lines }
}

describe('markShipped', () => {
  it('hands over all units in one parcel, and the order’s states follow', async () => {
    const order = take('AWAITING_SHIPMENT')
    expect(await ship(order)).toBe('shipped')
    const { order: row, shipments, lines } = await stored(order)
    expect(row).toEqual({ status: 'SHIPPED', shipped_at: now, version: 2 })
    expect(shipments).toMatchObject([
      { carrier: 'DHL', tracking_number: 'JD 0146', state: 'SHIPPED', shipped_at: now, service: 'Tracked 24' },
    ])
    for (const line of lines) expect(line.shipped_quantity).toBe(line.quantity)
  })

  it('makes one parcel of the same form sent twice, also at the same moment', async () => {
    const order = take('AWAITING_SHIPMENT')
    expect(await Promise.all([ship(order), ship(order), ship(order)])).toEqual(['shipped', 'shipped', 'shipped'])
    expect(await ship(order)).toBe('shipped')
    expect((await stored(order)).shipments).toHaveLength(1)
  })

  it('does not ship what has left with another parcel', async () => {
    const order = take('AWAITING_SHIPMENT')
    await ship(order)
    expect(await ship(order, { ...parcel, trackingNumber: 'OTHER 1' })).toBe('already-shipped')
    expect((await stored(order)).shipments).toHaveLength(1)
  })

  it.each(['CANCELLED', 'CANCELLATION_REQUESTED', 'AWAITING_PAYMENT', 'REFUNDED'])(
    'does not ship where %s',
    async (status) => {
      const order = take(status)
      expect(await ship(order)).toMatch(/not-possible-now|already-shipped/)
      expect((await stored(order)).shipments).toEqual([])
    },
  )

  it('knows no order of another seller', async () => {
    const order = take('AWAITING_SHIPMENT')
    expect(await ship(order, parcel, bob)).toBe('unknown')
    expect((await stored(order)).shipments).toEqual([])
  })
})

describe('listToShip', () => {
  it('lists what is not shipped, the most urgent first', async () => {
    const { rows, total } = await db.asSeller(ann, 'read', (own) => listToShip(own, ann, 1))
    const due = rows.map((row) => row.ship_by?.getTime() ?? Infinity)
    expect(due).toEqual(due.toSorted((a, b) => a - b))
    expect(rows.length).toBe(Math.min(25, total))
    const none = await db.asSeller(bob, 'read', (own) => listToShip(own, ann, 1))
    expect(none).toEqual({ total: 0, rows: [] })
  })
})
