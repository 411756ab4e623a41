import { sql } from 'kysely'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { addRows, rowOf } from '#db/testing-row.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { restock, undoRestocked } from '#features/core/listing/restock-db.server.ts'
import { readKit } from '#features/core/listing/kit.ts'
import { sumSoldDays } from '#features/insights/sales-report/sum-sold-days.server.ts'
import { knownSkus } from '#features/selling/purchases/suppliers-db.server.ts'
import { refreshAdvice } from '#features/selling/reorder/refresh-advice.server.ts'
import { takePackEvents } from '#features/shipping/packing/packing-db.server.ts'
import { readPackedLines } from '#features/shipping/printing/packed-orders-db.server.ts'
import { pickLines } from '#features/shipping/printing/pick-list.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { createRandom } from '#lib/random.ts'
import { cancelWhole, expectNoUnitLost, readStock, shipWhole } from './testing-kits.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testShop } from './testing-shop.ts'

const { db, api, sellerId, seller } = await testShop()

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
const idOf = async (item: string) => (await rowOf(db.owner, 'listings', { item_number: item })).id

let serial = 0
const newSku = (name: string) => `${name}-${++serial}`

async function addPart(quantity: number): Promise<{ item: string; sku: string }> {
  const sku = newSku('PART')
  return { sku, item: await addTestListing(db, { sellerId, quantity, sku }) }
}

const makeKit = async (item: string, text: string, position = 0) => {
  const parts = assertDefined(readKit(text), 'these are parts')
  const listingId = await idOf(item)
  await own((tx) => storeKits(tx, sellerId, [{ listingId, position, parts }]))
}

async function addKit(text: string, sku: string | null = newSku('KIT')): Promise<string> {
  const item = await addTestListing(db, { sellerId, quantity: 0, sku })
  await makeKit(item, text)
  return item
}

/** A listing with variations of these SKUs and quantities. */
async function addVaried(quantities: Record<string, number>): Promise<string> {
  const total = Object.values(quantities).reduce((sum, each) => sum + each, 0)
  const item = await addTestListing(db, { sellerId, quantity: total })
  const listing_id = await idOf(item)
  await addRows(
    db.owner,
    'listing_variations',
    Object.entries(quantities).map(([sku, quantity], index) => ({
      seller_id: sellerId,
      listing_id,
      position: index + 1,
      axis_values: [`${sku} one`],
      sku,
      price_minor: 500,
      quantity,
    })),
  )
  return item
}

const stockOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body
const count = (item: string, body: object) => api.ask('PUT', `${seller}/listings/${item}/stock`, { body })
const stateOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}`)).body.state

interface Line {
  item: string
  quantity: number
  variation?: { sku: string }
}
let orders = 0
function push(lines: readonly Line[], more: object = {}) {
  const at = new Date().toISOString()
  const body = orderOf(`K-${++orders}`, '')
  return api.ask('POST', `${seller}/orders`, {
    body: {
      ...body,
      lines: lines.map(({ item, quantity, variation }) => ({
        ...body.lines[0],
        item,
        quantity,
        ...(variation ? { sku: variation.sku } : {}),
      })),
      placedAt: at,
      payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: at },
      ...more,
    },
  })
}

const ship = (number: OrderNumber) => own((tx) => shipWhole(tx, sellerId, number))
const cancel = (number: OrderNumber, restocks = true) => own((tx) => cancelWhole(tx, sellerId, { number, restocks }))

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

  it('has what counting its parts from scratch gives, after any sequence', async () => {
    const units = fc.integer({ min: 1, max: 4 })
    const step = fc.oneof(
      fc.record({
        do: fc.constant('order' as const),
        of: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1 }),
        units,
        takes: fc.boolean(),
      }),
      fc.record({ do: fc.constantFrom('ship' as const, 'cancel' as const, 'miss' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('count' as const), of: fc.nat({ max: 1 }), units: fc.nat({ max: 20 }) }),
      fc.record({ do: fc.constant('make' as const), units }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 15 }), fc.array(step, { maxLength: 10 }), async (quantity, steps) => {
        const [box, mug] = [await addPart(quantity), await addPart(quantity)]
        const [one, pack] = [newSku('ONE'), newSku('PACK')]
        const varied = await addVaried({ [one]: quantity, [pack]: 0 })
        await makeKit(varied, `3 ${one}`, 2)
        const kit = await addKit(`1 ${box.sku}; 2 ${mug.sku}; 1 ${one}`)
        const pair = await addKit(`2 ${box.sku}`)
        const items: Omit<Line, 'quantity'>[] = [
          box,
          mug,
          { item: varied, variation: { sku: one } },
          { item: varied, variation: { sku: pack } },
          { item: kit },
          { item: pair },
        ].map(({ item, ...rest }) => ({ item, ...('variation' in rest ? { variation: rest.variation } : {}) }))
        const open: OrderNumber[] = []
        for (const each of steps) {
          if (each.do === 'order') {
            const lines = each.of.map((nth) => ({ ...items[nth]!, quantity: each.units }))
            const { status, body } = await push(lines, each.takes ? { onShort: 'take' } : { onShort: 'refuse' })
            expect([201, 409]).toContain(status)
            if (status === 201) open.push(body.number)
          } else if (each.do === 'count') {
            expect((await count([box, mug][each.of]!.item, { onHand: each.units })).status).toBeLessThan(500)
          } else if (each.do === 'make') {
            await makeKit(pair, `${each.units} ${box.sku}`)
          } else if (open.length > 0) {
            const [number] = open.splice(each.at % open.length, 1)
            if (each.do === 'ship') await ship(number!)
            else await cancel(number!, each.do === 'cancel')
          }
        }
        await expectNoUnitLost(db, sellerId)
      }),
      propertyRuns(25),
    )
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('loses and invents no unit when kits and parts are ordered, counted, shipped and cancelled at once, with kills', async () => {
    const random = createRandom('kits')
    const parts = await Promise.all([addPart(60), addPart(60), addPart(60)])
    const [a, b, c] = parts.map(({ sku }) => sku)
    const kits = [await addKit(`1 ${a}; 2 ${b}`), await addKit(`2 ${b}; 1 ${c}`), await addKit(`1 ${c}; 1 ${a}`)]
    const items = [...kits, ...parts.map(({ item }) => item)]
    const pick = <T>(of: readonly T[]) => of[Math.floor(random.next() * of.length)]!
    const open: OrderNumber[] = []
    const before = await readStock(db, sellerId)
    const killer = openDatabase({ url: db.url, poolSize: 1 })
    onTestFinished(() => killer.close())
    const work = async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        const chance = random.next()
        if (chance < 0.5) {
          const [one, two] = [pick(items), pick(items)]
          const lines = [...new Set([one, two])].map((item) => ({ item, quantity: 1 + Math.floor(random.next() * 3) }))
          const { status, body } = await push(lines, { onShort: pick(['take', 'refuse']) })
          expect([201, 409, 503]).toContain(status)
          if (status === 201) open.push(body.number)
        } else if (chance < 0.65) {
          const { item } = pick(parts)
          expect([200, 409, 503]).toContain((await count(item, { onHand: 40 + Math.floor(random.next() * 40) })).status)
        } else {
          const number = open.shift()
          const move = pick([ship, cancel])
          // One in three is killed before its end: nothing of it may stay.
          const dies = random.next() < 0.3
          if (number)
            await own(async (tx) => {
              if (move === ship) await shipWhole(tx, sellerId, number)
              else await cancelWhole(tx, sellerId, { number, restocks: true })
              if (!dies) return
              const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
              await sql`select pg_terminate_backend(${rows[0]!.pid}::integer)`.execute(killer.owner)
              throw new Error('killed')
            }).catch((error: unknown) => {
              if (!isDatabaseUnavailable(error) && !(error instanceof Error && error.message === 'killed')) throw error
              open.push(number)
            })
        }
      }
    }
    await Promise.all(Array.from({ length: 6 }, work))
    expect(await readStock(db, sellerId)).not.toEqual(before)
    await expectNoUnitLost(db, sellerId)
    expect(await findWrongSums(db.owner)).toEqual([])
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(db.owner)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})
