import { describe, expect, it } from 'vitest'
import { rowOf } from '#db/testing-row.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { restock, undoRestocked } from '#features/core/listing/restock-db.server.ts'
import { sumSoldDays } from '#features/insights/sales-report/sum-sold-days.server.ts'
import { knownSkus } from '#features/selling/purchases/suppliers-db.server.ts'
import { refreshAdvice } from '#features/selling/reorder/refresh-advice.server.ts'
import { takePackEvents } from '#features/shipping/packing/packing-db.server.ts'
import { readPackedLines } from '#features/shipping/printing/packed-orders-db.server.ts'
import { pickLines } from '#features/shipping/printing/pick-list.ts'
import { day } from '#lib/duration.ts'
import { expectNoUnitLost, kitShop } from './testing-kits.ts'

const {
  db,
  api,
  sellerId,
  seller,
  own,
  idOf,
  newSku,
  addPart,
  makeKit,
  addKit,
  addVaried,
  stockOf,
  count,
  stateOf,
  push,
  ship,
  cancel,
} = await kitShop()

describe('a kit', () => {
  it('is reordered by its parts, of which its sales count', async () => {
    const mug = await addPart(20)
    const sku = newSku('KIT')
    await push([{ item: await addKit(`2 ${mug.sku}`, sku), quantity: 3 }])
    await push([{ item: mug.item, quantity: 1 }])
    await sumSoldDays(db, { quietMs: 0 })
    await refreshAdvice(db, { now: new Date(Date.now() + day) })
    const advised = db.owner.selectFrom('reorder_advice').select(['sku', 'facts']).where('sku', 'in', [sku, mug.sku])
    expect(await advised.execute()).toMatchObject([{ sku: mug.sku, facts: { sold: { 30: { units: 7 } } } }])
    expect(await own((tx) => knownSkus(tx, sellerId, [sku, mug.sku]))).toEqual(new Set([mug.sku]))
  })

  it('has what its parts allow, and its orders reserve, ship and release them', async () => {
    const [box, mug] = [await addPart(10), await addPart(9)]
    const kit = await addKit(`1 ${box.sku}; 2 ${mug.sku}`)
    expect(await stockOf(kit)).toMatchObject({ reserved: 0, available: 4 })
    const first = await push([{ item: kit, quantity: 3 }])
    expect(first.status).toBe(201)
    expect(await stockOf(box.item)).toEqual({ onHand: 10, reserved: 3, buffer: 0, available: 7 })
    expect(await stockOf(mug.item)).toEqual({ onHand: 9, reserved: 6, buffer: 0, available: 3 })
    expect(await stockOf(kit)).toMatchObject({ reserved: 0, available: 1 })
    await ship(first.body.number)
    expect(await stockOf(box.item)).toEqual({ onHand: 7, reserved: 0, buffer: 0, available: 7 })
    expect(await stockOf(mug.item)).toEqual({ onHand: 3, reserved: 0, buffer: 0, available: 3 })
    const line = await rowOf(db.owner, 'line_items', { seller_id: sellerId, listing_id: await idOf(kit) })
    const back = { ...line, quantity: 2 }
    await own((tx) => restock(tx, { sellerId, lines: [{ ...back, holds_stock: false }], now: new Date() }))
    expect(await stockOf(box.item)).toMatchObject({ onHand: 9 })
    expect(await stockOf(mug.item)).toMatchObject({ onHand: 7 })
    expect(await stockOf(kit)).toMatchObject({ available: 3 })
    expect(await own((tx) => undoRestocked(tx, { sellerId, line: back, now: new Date() }))).toBe(true)
    expect(await stockOf(mug.item)).toMatchObject({ onHand: 3 })
    const more = { ...line, quantity: 2, id: line.id }
    expect(await own((tx) => undoRestocked(tx, { sellerId, line: more, now: new Date() }))).toBe(false)
    const second = await push([{ item: kit, quantity: 1 }])
    expect(await stateOf(kit)).toBe('OUT_OF_STOCK')
    await cancel(second.body.number)
    expect(await stockOf(kit)).toMatchObject({ available: 1 })
    expect(await stateOf(kit)).toBe('ACTIVE')
    await cancel((await push([{ item: kit, quantity: 1 }])).body.number, false)
    expect(await stockOf(mug.item)).toEqual({ onHand: 1, reserved: 0, buffer: 0, available: 1 })
    const moves = await db.owner
      .selectFrom('stock_movements')
      .select(['kind', 'order_id'])
      .where('listing_id', '=', await idOf(mug.item))
      .where('order_id', 'is not', null)
      .orderBy('id')
      .execute()
    expect(moves.map(({ kind }) => kind)).toEqual([
      'RESERVED',
      'SHIPPED',
      'RESERVED',
      'RELEASED',
      'RESERVED',
      'RELEASED',
    ])
    await expectNoUnitLost(db, sellerId)
  })

  it('follows its parts when they are sold alone, and holds back its buffer', async () => {
    const box = await addPart(7)
    const kit = await addKit(`2 ${box.sku}`)
    expect((await count(kit, { onHand: 5 })).body).toMatchObject({ detail: expect.stringContaining('kit') })
    expect((await count(kit, { onHand: 3, buffer: 1 })).status).toBe(200)
    expect(await stockOf(kit)).toMatchObject({ buffer: 1, available: 2 })
    await push([{ item: box.item, quantity: 4 }])
    expect(await stockOf(kit)).toMatchObject({ available: 0 })
    expect(await stateOf(kit)).toBe('OUT_OF_STOCK')
    expect((await push([{ item: kit, quantity: 1 }], { onShort: 'refuse' })).status).toBe(409)
    await count(box.item, { onHand: 12 })
    expect(await stockOf(kit)).toMatchObject({ available: 3 })
    // One order of both, and not more than there is of what both need.
    const both = (quantity: number) =>
      push(
        [
          { item: box.item, quantity: 3 },
          { item: kit, quantity },
        ],
        { onShort: 'refuse' },
      )
    expect((await both(2)).body).toMatchObject({ available: 1 })
    expect((await both(1)).status).toBe(201)
    expect(await stockOf(box.item)).toMatchObject({ reserved: 9, available: 3 })
    await expectNoUnitLost(db, sellerId)
  })

  it('is told to the shop in the transaction in which a part is sold alone', async () => {
    const mug = await addPart(6)
    const kit = await addKit(`2 ${mug.sku}`)
    const { next } = (await api.ask('GET', `${seller}/listings`)).body
    const [mugId, kitId] = [await idOf(mug.item), await idOf(kit)]
    const told = async () => {
      const rows = await db.owner
        .selectFrom('events')
        .select(['listing_id', 'happened_at'])
        .where('seller_id', '=', sellerId)
        .where('type', '=', 'stock.changed')
        .where('listing_id', 'in', [mugId, kitId])
        .orderBy('id')
        .execute()
      return rows.map(({ listing_id: id, happened_at: at }) => ({ id, at: at.getTime() }))
    }
    const before = (await told()).length
    expect((await push([{ item: mug.item, quantity: 1 }])).status).toBe(201)
    const [first, second, ...more] = (await told()).slice(before)
    expect(new Set([first?.id, second?.id])).toEqual(new Set([mugId, kitId]))
    // Both have the time of their transaction.
    expect(second?.at).toBe(first?.at)
    expect(more).toEqual([])
    const { items } = (await api.ask('GET', `${seller}/listings?after=${encodeURIComponent(next)}`)).body
    const left = items.map(({ stock }: { stock: { available: number } }) => stock.available)
    expect(new Set(left)).toEqual(new Set([2, 5]))
  })

  it('may be a variation, of others of its listing: one mug, and packs of two and of six', async () => {
    const [one, two, six] = [newSku('MUG'), newSku('MUG-2'), newSku('MUG-6')]
    const item = await addVaried({ [one]: 13, [two]: 0, [six]: 0 })
    await makeKit(item, `2 ${one}`, 2)
    await makeKit(item, `6 ${one}`, 3)
    const left = async () =>
      (await api.ask('GET', `${seller}/listings/${item}`)).body.variations.map(
        (each: { available: number }) => each.available,
      )
    expect(await left()).toEqual([13, 6, 2])
    const sold = await push([{ item, quantity: 1, variation: { sku: six } }])
    expect(sold.status).toBe(201)
    expect(await left()).toEqual([7, 3, 1])
    await push([{ item, quantity: 2, variation: { sku: one } }])
    expect(await left()).toEqual([5, 2, 0])
    expect(await stockOf(item)).toMatchObject({ reserved: 8, available: 7 })
    await ship(sold.body.number)
    expect(await left()).toEqual([5, 2, 0])
    await cancel((await push([{ item, quantity: 2, variation: { sku: two } }])).body.number)
    expect(await left()).toEqual([5, 2, 0])
    await cancel((await push([{ item, quantity: 2, variation: { sku: two } }])).body.number, false)
    expect(await left()).toEqual([1, 0, 0])
    await expectNoUnitLost(db, sellerId)
  })

  it('is sold without stock, and covered when its parts arrive', async () => {
    const box = await addPart(1)
    const kit = await addKit(`2 ${box.sku}`)
    const late = await push([{ item: kit, quantity: 2 }], { onShort: 'take' })
    expect(late.body.lines).toMatchObject([{ reserved: 0 }])
    await count(box.item, { onHand: 3 })
    expect((await api.ask('GET', `${seller}/orders/${late.body.id}`)).body.lines).toMatchObject([{ reserved: 1 }])
    expect(await stockOf(box.item)).toMatchObject({ onHand: 3, reserved: 2, available: 1 })
    await count(box.item, { onHand: 6 })
    expect(await stockOf(box.item)).toMatchObject({ onHand: 6, reserved: 4, available: 2 })
    await ship(late.body.number)
    expect(await stockOf(box.item)).toMatchObject({ onHand: 2, reserved: 0, available: 2 })
    await expectNoUnitLost(db, sellerId)
  })

  it('keeps what its order was made of when its parts change', async () => {
    const [box, bag] = [await addPart(5), await addPart(5)]
    const kit = await addKit(`1 ${box.sku}`)
    const sold = await push([{ item: kit, quantity: 2 }])
    await makeKit(kit, `1 ${bag.sku}`)
    expect(await stockOf(kit)).toMatchObject({ available: 5 })
    await ship(sold.body.number)
    expect(await stockOf(box.item)).toMatchObject({ onHand: 3, reserved: 0 })
    expect(await stockOf(bag.item)).toMatchObject({ onHand: 5, reserved: 0 })
    // A kit no more: it has nothing until it is counted.
    await own((tx) => idOf(kit).then((listingId) => storeKits(tx, sellerId, [{ listingId, position: 0, parts: [] }])))
    expect(await stockOf(kit)).toEqual({ onHand: 0, reserved: 0, buffer: 0, available: 0 })
    await expectNoUnitLost(db, sellerId)
  })

  it('is picked and packed by its parts', async () => {
    const [box, mug] = [await addPart(5), await addPart(5)]
    const kit = await addKit(`1 ${box.sku}; 2 ${mug.sku}`)
    const { number, id } = (await push([{ item: kit, quantity: 1 }])).body
    const at = new Date().toISOString()
    const pack = (part: string) => ({
      id: crypto.randomUUID(),
      order: number,
      position: 1,
      part,
      change: 1 as const,
      at,
    })
    const events = [pack(mug.sku), pack(mug.sku), pack(mug.sku), pack(box.sku)]
    const taken = await own((tx) => takePackEvents(tx, { sellerId, events, packedBy: 'Ada', now: new Date() }))
    expect(taken.refused).toMatchObject([{ id: events[2]!.id, why: 'enough' }])
    const [order] = taken.orders
    expect(order?.lines).toMatchObject([
      { sku: box.sku, kit: 'Leica M3 body', units: 1, packed: 1 },
      { sku: mug.sku, units: 2, packed: 2 },
    ])
    const orderId = (await rowOf(db.owner, 'orders', { external_id: id })).id
    const lines = await own((tx) => readPackedLines(tx, sellerId, [orderId]))
    expect(pickLines(lines).map(({ sku, units }) => [sku, units])).toEqual([
      [box.sku, 1],
      [mug.sku, 2],
    ])
  })

  it('is no part of a kit, and none of its own, in the database', async () => {
    const box = await addPart(5)
    const inner = newSku('INNER')
    const kit = await addKit(`1 ${box.sku}`, inner)
    await expect(addKit(`1 ${inner}`)).rejects.toThrow('no kit')
    await expect(makeKit(kit, `1 ${inner}`)).rejects.toThrow('no kit')
    await expect(addKit('1 NOBODY-KNOWS')).rejects.toThrow('no kit')
    await expect(makeKit(box.item, `1 ${(await addPart(1)).sku}`)).rejects.toThrow('no part of a kit')
    const plain = await addPart(3)
    await expect(makeKit(plain.item, `1 ${plain.sku}`)).rejects.toThrow('no part of a kit')
    expect(await stockOf(plain.item)).toMatchObject({ onHand: 3 })
  })
})
