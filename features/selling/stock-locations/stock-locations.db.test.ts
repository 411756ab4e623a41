import { rowOf, addRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { findWrongSums, rebuildSums } from '#db/kept-sums.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { correctStock } from '#features/selling/inventory/correct-stock-db.server.ts'
import { parseStockNumber } from '#features/selling/inventory/stock-item.ts'
import { lockStockItem } from '#features/selling/inventory/stock-items-db.server.ts'
import { addHeld, addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { moveStock } from './move-stock-db.server.ts'
import { addLocation, chooseDefaultLocation, listLocations, readDividedStock } from './stock-locations-db.server.ts'
import type { StockMove } from './stock-location.ts'

const now = new Date('2026-11-22T10:40:00Z')
const db = await testDatabase()
let sellerId: number
let serial = 0

beforeEach(async () => {
  sellerId = await addSeller(db, `seller${++serial}`)
  for (const name of ['Shop', 'Attic'])
    await db.asSeller(sellerId, 'write', (own) => addLocation(own, { sellerId, name, first: 'Warehouse', now }))
})

const key = () => String(++serial).padStart(16, '0')

const numberOf = async (sku: string) => {
  const { stock_number: number } = await rowOf(db.owner, 'stock_items', { seller_id: sellerId, sku })
  return assertDefined(parseStockNumber(number), 'it is one')
}

const move = async (sku: string, wanted: StockMove) => {
  const number = await numberOf(sku)
  return db.asSeller(sellerId, 'write', async (own) => {
    const item = assertDefined(await lockStockItem(own, sellerId, number), 'it is there')
    return moveStock(own, { sellerId, item, key: key(), by: 'Ann', ...wanted })
  })
}

/** Corrects what is on hand at a location, or at all of them. */
const correct = async (sku: string, { location = null, onHand }: { location?: number | null; onHand: number }) => {
  const number = await numberOf(sku)
  const stock = await stockOf(sku)
  const seen = location === null ? stock.reduce((sum, items) => sum + items, 0) : stock[location - 1]!
  return db.asSeller(sellerId, 'write', async (own) => {
    const item = assertDefined(await lockStockItem(own, sellerId, number), 'it is there')
    const cause = { kind: 'CORRECTION', reason: 'OTHER', by: 'Ann', sku } as const
    return correctStock(own, { sellerId, item, location, seen, onHand, cause, now })
  })
}

/** Items at each location, by id; what triggers keep of them must agree. */
async function stockOf(sku: string): Promise<number[]> {
  const number = await numberOf(sku)
  return db.asSeller(sellerId, 'write', async (own) => {
    const item = assertDefined(await lockStockItem(own, sellerId, number), 'it is there')
    const { elsewhere } = await rowOf(own, 'stock_items', { seller_id: sellerId, sku })
    const stock = await readDividedStock(own, { sellerId, sku, onHand: item.on_hand })
    expect(elsewhere).toBe(item.on_hand - stock[0]!.items)
    return stock.toSorted((a, b) => a.id - b.id).map(({ items }) => items)
  })
}

const makeDefault = (id: number) =>
  db.asSeller(sellerId, 'write', (own) => chooseDefaultLocation(own, { sellerId, id }))
const defaultOne = async () => (await db.asSeller(sellerId, 'read', (own) => listLocations(own, sellerId)))[0]!.id

const transfers = async (sku: string) => {
  const rows = await db.owner
    .selectFrom('stock_transfers')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('sku', '=', sku)
    .orderBy('moved_at')
    .orderBy('from_location')
    .execute()
  return rows.map((row) => `${row.kind} ${row.quantity}: ${row.from_location} to ${row.to_location}`)
}

const ship = async (number: string) => {
  const parcel = {
    key: newParcelKey(),
    carrier: 'DHL',
    trackingNumber: null,
    shippedAt: now,
    contents: 'rest',
  } as const
  const order = assertDefined(parseOrderNumber(number), 'it is one')
  const shipped = await db.asSeller(sellerId, 'write', (own) =>
    shipOrder(own, { sellerId, number: order, actor: { kind: 'HUB' }, now, parcels: [parcel] }),
  )
  expect(shipped).toMatchObject({ ok: true })
}

describe('stock at locations', () => {
  it('is at the default one until it is moved, and leaves it first when parcels leave', async () => {
    const listing_id = await addStocked(db, sellerId, 'A', { quantity_available: 10 })
    expect(await stockOf('A')).toEqual([10, 0, 0])
    await move('A', { from: 1, to: 2, items: 3 })
    await move('A', { from: 1, to: 3, items: 4 })
    expect(await stockOf('A')).toEqual([3, 3, 4])
    const first = await addHeld(db, { seller_id: sellerId, listing_id }, { quantity: 2 })
    const second = await addHeld(db, { seller_id: sellerId, listing_id }, { quantity: 5 })
    expect(await stockOf('A')).toEqual([3, 3, 4])
    await ship(first)
    expect(await stockOf('A')).toEqual([1, 3, 4])
    await ship(second)
    expect(await stockOf('A')).toEqual([0, 0, 3])
    expect(await transfers('A')).toEqual(['MOVED 3: 1 to 2', 'MOVED 4: 1 to 3', 'TAKEN 3: 2 to 1', 'TAKEN 1: 3 to 1'])
  })

  it('of a variation is its own, and stays when the form of its listing writes it anew', async () => {
    const own = { seller_id: sellerId, listing_id: await addStocked(db, sellerId, 'SHIRT', { quantity_available: 5 }) }
    await addVariations(db, own, { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    const number = await addHeld(db, own, { sku: 'SHIRT-M', quantity: 2 })
    // Three are available and two are reserved.
    expect(await move('SHIRT-M', { from: 1, to: 2, items: 4 })).toEqual({ ok: true })
    expect(await move('SHIRT-S', { from: 1, to: 2, items: 3 })).toMatchObject({ reason: 'too-few', items: 2 })
    await db.owner.deleteFrom('listing_variations').where('seller_id', '=', sellerId).execute()
    await addVariations(db, own, { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    expect(await stockOf('SHIRT-M')).toEqual([1, 4, 0])
    await ship(number)
    expect(await stockOf('SHIRT-M')).toEqual([0, 3, 0])
    expect(await correct('SHIRT-M', { location: 2, onHand: 1 })).toEqual({ ok: true })
    expect(await correct('SHIRT-M', { location: 3, onHand: 6 })).toEqual({ ok: true })
    expect(await stockOf('SHIRT-M')).toEqual([0, 1, 6])
  })

  it('follows a SKU to its next listing, as far as that has as many', async () => {
    const id = await addStocked(db, sellerId, 'A', { quantity_available: 6 })
    await move('A', { from: 1, to: 2, items: 5 })
    const ended = { state: 'ENDED', ended_at: now, end_reason: 'SELLER' } as const
    await db.owner.updateTable('listings').set(ended).where('id', '=', id).execute()
    expect(await stockOf('A')).toEqual([1, 5, 0])
    await addStocked(db, sellerId, 'A', { quantity_available: 4 })
    expect(await stockOf('A')).toEqual([0, 4, 0])
  })

  it('never falls below zero: the database refuses a transfer of more than there is', async () => {
    await addStocked(db, sellerId, 'A')
    await move('A', { from: 1, to: 2, items: 1 })
    const insert = (from_location: number, to_location: number, quantity: number) =>
      addRows(db.owner, 'stock_transfers', {
        seller_id: sellerId,
        sku: 'A',
        from_location,
        to_location,
        quantity,
        kind: 'MOVED',
      })
    await expect(insert(1, 2, 4)).rejects.toMatchObject({ constraint: 'stock_is_on_hand' })
    await expect(insert(2, 3, 2)).rejects.toMatchObject({ constraint: 'stock_is_at_location' })
    expect(await stockOf('A')).toEqual([3, 1, 0])
  })

  it('stays where it is when another location becomes the default one, and sales are taken from that', async () => {
    const listing_id = await addStocked(db, sellerId, 'A', { quantity_available: 10 })
    const own = { seller_id: sellerId, listing_id: await addStocked(db, sellerId, 'SHIRT', { quantity_available: 5 }) }
    await addVariations(db, own, { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    await addStocked(db, sellerId, 'NONE', { quantity_available: 0 })
    await move('A', { from: 1, to: 2, items: 3 })
    await move('A', { from: 1, to: 3, items: 4 })
    await move('SHIRT-M', { from: 1, to: 2, items: 3 })
    const held = await addHeld(db, { seller_id: sellerId, listing_id }, { quantity: 5 })
    const stock = async () => [
      await stockOf('A'),
      await stockOf('SHIRT-S'),
      await stockOf('SHIRT-M'),
      await stockOf('NONE'),
    ]
    const before = [
      [3, 3, 4],
      [2, 0, 0],
      [0, 3, 0],
      [0, 0, 0],
    ]
    expect(await stock()).toEqual(before)
    expect(await makeDefault(9)).toEqual({ ok: false, reason: 'unknown' })
    for (const id of [2, 2, 1, 3, 2]) {
      expect(await makeDefault(id)).toEqual({ ok: true })
      expect(await defaultOne()).toBe(id)
      expect(await stock()).toEqual(before)
    }
    expect(await findWrongSums(db.owner)).toEqual([])
    await ship(held)
    expect(await stockOf('A')).toEqual([1, 0, 4])
    expect((await transfers('A')).slice(2)).toEqual(['TAKEN 2: 1 to 2'])
    await move('A', { from: 3, to: 1, items: 4 })
    expect(await stockOf('A')).toEqual([5, 0, 0])
  })

  it('is checked by the doctor against what triggers keep of it, and repaired', async () => {
    await addStocked(db, sellerId, 'A')
    await move('A', { from: 1, to: 2, items: 3 })
    const wrong = async () =>
      (await findWrongSums(db.owner)).flatMap(({ table, rows }) => (table === 'stock_at_locations' ? [rows] : []))
    expect(await wrong()).toEqual([])
    await db.owner.updateTable('stock_items').set({ elsewhere: 1 }).where('seller_id', '=', sellerId).execute()
    expect(await wrong()).toEqual([2])
    await rebuildSums(db.owner, 'stock_at_locations')
    expect(await wrong()).toEqual([])
    expect(await stockOf('A')).toEqual([1, 3, 0])
  })

  it('goes with its seller', async () => {
    await addStocked(db, sellerId, 'A')
    await move('A', { from: 1, to: 2, items: 1 })
    await db.owner.deleteFrom('sellers').where('id', '=', sellerId).execute()
    const left = db.owner.selectFrom('stock_at_locations').selectAll().where('seller_id', '=', sellerId)
    expect(await left.execute()).toEqual([])
  })

  it('is always what is on hand, and taken from the default one first, whatever happens', async () => {
    const items = fc.nat(8)
    const place = fc.integer({ min: 1, max: 3 })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), from: place, to: place, items: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('count' as const), location: place, onHand: items }),
      fc.record({ kind: fc.constant('correct' as const), onHand: fc.nat(20) }),
      fc.record({ kind: fc.constant('default' as const), location: place }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const sku = `P-${++serial}`
        await addStocked(db, sellerId, sku, { quantity_available: 9 })
        let base = await defaultOne()
        let expected: number[] = [1, 2, 3].map((id) => (id === base ? 9 : 0))
        for (const each of steps) {
          const before = expected
          if (each.kind === 'move') {
            const { ok } = await move(sku, each)
            expect(ok).toBe(each.from !== each.to && before[each.from - 1]! >= each.items)
            if (ok) expected = moved(before, each)
          } else if (each.kind === 'default') {
            expect(await makeDefault(each.location)).toEqual({ ok: true })
            base = each.location
          } else if (each.kind === 'count') {
            expect(await correct(sku, each)).toEqual({ ok: true })
            expected = before.map((there, index) => (index === each.location - 1 ? each.onHand : there))
          } else {
            expect(await correct(sku, each)).toEqual({ ok: true })
            expected = withOnHand(before, { onHand: each.onHand, base })
          }
          expect(await stockOf(sku)).toEqual(expected)
        }
      }),
      propertyRuns(12),
    )
  })
})

const moved = (stock: readonly number[], { from, to, items }: StockMove) =>
  stock.map((there, index) => there + (index === to - 1 ? items : 0) - (index === from - 1 ? items : 0))

/** The rule in words: more is at the default location, less is taken from each in turn. */
function withOnHand(stock: readonly number[], { onHand, base }: { onHand: number; base: number }): number[] {
  let less = stock.reduce((sum, items) => sum + items, 0) - onHand
  const left = [...stock]
  for (const id of [base, ...[1, 2, 3].filter((each) => each !== base)]) {
    const items = stock[id - 1]!
    const taken = id === base ? Math.min(items, less) : Math.min(items, Math.max(0, less))
    less -= taken
    left[id - 1] = items - taken
  }
  return left
}
