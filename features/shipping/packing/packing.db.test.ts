import { addRow, addRows, updateRows } from '#db/testing-row.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { PackEvent } from './pack-station.ts'
import { listOrdersToPack, takePackEvents, type PackOrderRow } from './packing-db.server.ts'

const now = new Date('2026-11-20T14:30:00Z')

const db = await testDatabase()
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')
await addOrders(db, { sellerId: seller, count: 80, now, seed: 'packing' })

const list = () => db.asSeller(seller, 'read', (own) => listOrdersToPack(own, seller))

/** Adds an unpacked order that has a line with several units. */
async function fresh(): Promise<{ order: PackOrderRow; position: number; units: number }> {
  for (const order of await list()) {
    const line = order.lines.find(({ units }) => units > 1)
    if (line && order.lines.every(({ packed }) => packed === 0))
      return { order, position: line.position, units: line.units }
  }
  throw new Error('the seed has too few orders')
}

const event = (order: string, position: number, change: 1 | -1 = 1): PackEvent => ({
  id: randomUUID(),
  order,
  position,
  change,
  at: '2026-11-20T14:00:00.000Z',
})

const take = (events: PackEvent[], packedBy = 'Ada', of = seller, at = now) =>
  db.asSeller(of, 'write', (own) => takePackEvents(own, { sellerId: of, events, packedBy, now: at }))

async function packedOf(number: string, position: number): Promise<number> {
  const order = (await list()).find((each) => each.number === number)
  return order!.lines.find((line) => line.position === position)!.packed
}

/** Ships one unit of a line in a parcel with these times. */
async function ship(
  { order, position }: { order: PackOrderRow; position: number },
  moments: { shipped_at: Date; recorded_at?: Date },
): Promise<void> {
  const line = order.lines.find((each) => each.position === position)!
  const { id } = await addRow(db.owner, 'shipments', {
    seller_id: seller,
    order_id: order.id,
    carrier: 'X',
    ...moments,
  })
  await addRows(db.owner, 'shipment_lines', { seller_id: seller, shipment_id: id, line_item_id: line.id, quantity: 1 })
}

it('orders to pack have the GTINs of their items', async () => {
  const { order } = await fresh()
  const product = { epid: '99000007', gtin: '4006381333931', title: 'Pen', category: 'Pens' }
  const { id } = await db.owner.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow()
  const [{ id: line, position }] = order.lines as [PackOrderRow['lines'][number]]
  await db.owner.updateTable('line_items').set({ product_id: id }).where('id', '=', line).execute()
  const kept = (await list()).find(({ number }) => number === order.number)
  expect(kept!.lines.find((each) => each.position === position)).toMatchObject({ gtin: product.gtin })
})

describe('events of pack stations', () => {
  it('are counted once, however often they are sent', async () => {
    const { order, position } = await fresh()
    const events = [event(order.number, position), event(order.number, position)]
    for (let again = 0; again < 3; again += 1) expect((await take(events)).refused).toEqual([])
    expect(await packedOf(order.number, position)).toBe(2)
    expect(
      await db.owner
        .selectFrom('pack_events')
        .select(['packed_by', 'packed_at'])
        .where('id', '=', events[0]!.id)
        .execute(),
    ).toEqual([{ packed_by: 'Ada', packed_at: new Date('2026-11-20T14:00:00.000Z') }])
  })

  it('are refused beyond what is to be sent, with who packed it; two at once pack no unit twice', async () => {
    const { order, position, units } = await fresh()
    const wave = (by: string) =>
      take(
        Array.from({ length: units }, () => event(order.number, position)),
        by,
      )
    const [one, two] = await Promise.all([wave('Ada'), wave('Bea')])
    const refused = [...one.refused, ...two.refused]
    expect(refused).toHaveLength(units)
    expect(new Set(refused.map(({ why }) => why))).toEqual(new Set(['enough']))
    expect(await packedOf(order.number, position)).toBe(units)
    const [no] = (await take([event(order.number, position)], 'Cem')).refused
    expect(no).toMatchObject({ why: 'enough', by: expect.stringMatching(/Ada|Bea/) })
  })

  it('take out only packed units', async () => {
    const { order, position } = await fresh()
    const { refused } = await take([
      event(order.number, position),
      event(order.number, position, -1),
      event(order.number, position, -1),
    ])
    expect(refused).toMatchObject([{ why: 'none-packed' }])
    expect(await packedOf(order.number, position)).toBe(0)
  })

  it('are refused for shipped or foreign orders, and for unknown lines', async () => {
    const { order, position } = await fresh()
    expect((await take([event(order.number, 99)])).refused).toMatchObject([{ why: 'unknown-line' }])
    expect((await take([event('99-99999-99999', 1)])).refused).toMatchObject([{ why: 'not-to-pack' }])
    expect((await take([event(order.number, position)], 'Bob', other)).refused).toMatchObject([{ why: 'not-to-pack' }])
    await updateRows(db.owner, 'orders', { seller_id: seller, id: order.id }, { cancel_state: 'CANCELED' })
    const { refused, orders } = await take([event(order.number, position)])
    expect(refused).toMatchObject([{ why: 'not-to-pack' }])
    expect(orders).toMatchObject([{ status: 'CANCELLED' }])
  })

  it('are checked by the database too, and never rewritten', async () => {
    const { order, position, units } = await fresh()
    const line = order.lines.find((each) => each.position === position)!
    const insert = (count: number, change: 1 | -1) =>
      db.asSeller(seller, 'write', (own) =>
        own
          .insertInto('pack_events')
          .values(
            Array.from({ length: count }, () => ({
              seller_id: seller,
              id: randomUUID(),
              order_id: order.id,
              line_item_id: line.id,
              change,
              packed_by: 'Ada',
              packed_at: now,
              received_at: now,
            })),
          )
          .execute(),
      )
    await expect(insert(units + 1, 1)).rejects.toThrow('more is packed')
    await expect(insert(1, -1)).rejects.toThrow('more is packed')
    await insert(units, 1)
    const rewrite = db.asSeller(seller, 'write', (own) =>
      own.updateTable('pack_events').set({ packed_by: 'x' }).execute(),
    )
    await expect(rewrite).rejects.toThrow('permission denied')
  })

  it('list the orders due first, and requested ones', async () => {
    const all = (await list()).map(({ number }) => number as OrderNumber)
    const few = async (asked: OrderNumber[]) => {
      const rows = await db.asSeller(seller, 'read', (own) => listOrdersToPack(own, seller, { asked, most: 3 }))
      return rows.map(({ number }) => number)
    }
    expect(await few([])).toEqual(all.slice(0, 3))
    const [, second, , , fifth] = all as [OrderNumber, OrderNumber, OrderNumber, OrderNumber, OrderNumber]
    expect(await few([second, fifth, '99-99999-99999' as OrderNumber])).toEqual([...all.slice(0, 3), fifth])
  })

  it('start again after a parcel: what was packed is in it', async () => {
    const { order, position, units } = await fresh()
    await take([event(order.number, position)])
    await ship({ order, position }, { shipped_at: new Date(now.getTime() + 1_000) })
    const after = (await list()).find(({ number }) => number === order.number)!
    expect(after.lines.find((each) => each.position === position)).toMatchObject({ units: units - 1, packed: 0 })
  })

  it('count after the last parcel if they waited for it, even with an earlier clock', async () => {
    const { order, position } = await fresh()
    await ship({ order, position }, { shipped_at: now, recorded_at: new Date(now.getTime() + 1_000) })
    expect((await take([event(order.number, position)], 'Bea', seller, now)).refused).toEqual([])
    expect(await packedOf(order.number, position)).toBe(1)
    await take([event(order.number, position, -1)], 'Bea', seller, new Date(now.getTime() + 5_000))
    expect(await packedOf(order.number, position)).toBe(0)
  })
})
