import { addRow, addRows, updateRows } from '#db/testing-row.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { describe, expect, it } from 'vitest'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase } from '#db/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import type { TaskShowing } from '#features/core/task/task-kind.ts'
import { day, hour } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import { readTasksBefore } from './tasks-db.server.ts'
import { readFirstTasks, readTasksPage, taskReader } from './tasks-read.server.ts'
import { readTasksQuery } from './tasks-view.server.ts'

const now = new Date('2026-10-27T14:30:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)

const db = await testDatabase()

describe('tasks beside orders to ship', () => {
  it('warn of listings that will end without stock, from the marketplace’s lead time on', async () => {
    const own = await addSeller(db, 'dee')
    const { outOfStockAutoEnd, outOfStockWarning } = policyPack.deadlines
    const endsIn = (ms: number) => new Date(now.getTime() - outOfStockAutoEnd + ms)
    const add = async (title: string, since: Date) => {
      const listing = { seller_id: own, title, category: 'Lenses', condition: 'GOOD', currency: 'GBP' } as const
      const empty = { state: 'OUT_OF_STOCK', price_minor: 2500, out_of_stock_since: since } as const
      const row = await addRow(db.owner, 'listings', { ...listing, ...empty })
      return row.item_number
    }
    const soon = await add('Summicron', endsIn(hour))
    await add('Not yet', endsIn(outOfStockWarning + 1))
    const theirs = taskReader({ id: own, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    const first = (role: TaskShowing['role'] = 'owner') =>
      db.asSeller(own, 'read', (rows) => readFirstTasks(rows, theirs, { texts, role }))
    const before = { from: now, before: new Date(now.getTime() + 7_200_000), limit: 9 }
    expect(await db.asSeller(own, 'read', (rows) => readTasksBefore(rows, theirs, before))).toMatchObject([
      { kind: 'stock', key: soon, dueAt: new Date(now.getTime() + hour), title: 'Summicron' },
    ])
    const [line, ...others] = (await first()).lines
    expect(others).toEqual([])
    expect(line).toMatchObject({
      title: 'A listing ends: out of stock',
      due: { text: 'in 1 h' },
      item: { title: 'Summicron' },
      facts: [soon],
      money: { main: '£25.00' },
      action: { text: 'Restock', href: paths.listing(soon) },
    })
    expect((await first('viewer')).lines[0]!.action).toBeNull()
    await add('From now on', endsIn(outOfStockWarning))
    for (const ms of [1, 2, 3]) await add('Sooner', endsIn(outOfStockWarning - ms))
    const { lines } = await first()
    const more = '2 more listings end: out of stock'
    expect(lines.map(({ title }) => title)).toEqual([line!.title, line!.title, line!.title, more])
    expect(lines[3]!.href).toBe(paths.tasks({ kind: 'stock' }))
    const { searchParams } = new URL(lines[3]!.href, 'http://hub')
    const page = await db.asSeller(own, 'read', (rows) =>
      readTasksPage(rows, readTasksQuery(searchParams, 'owner'), theirs, { texts, role: 'owner' }),
    )
    // Only those about to end, not all that are out of stock.
    expect(page.sections.flatMap((section) => section.lines.map(({ title }) => title))).toEqual(
      Array.from({ length: 5 }, () => line!.title),
    )
  })

  it('name orders whose parcel the carrier cannot deliver, once each, until it is on its way again', async () => {
    const own = await addSeller(db, 'exceptions')
    const order = await addOrderToShip(db, own, [1])
    const parcel = { seller_id: own, order_id: order.id, carrier: 'DHL', shipped_at: now, recorded_at: now }
    await addRows(db.owner, 'shipments', [
      { ...parcel, state: 'EXCEPTION' },
      { ...parcel, state: 'EXCEPTION' },
    ])
    const theirs = taskReader({ id: own, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    const stuck = async () => {
      const page = await db.asSeller(own, 'read', (rows) =>
        readTasksPage(rows, readTasksQuery(new URLSearchParams({ kind: 'stuck-parcel' }), 'owner'), theirs, {
          texts,
          role: 'owner',
        }),
      )
      return page.sections.flatMap(({ lines }) => lines)
    }
    expect(await stuck()).toMatchObject([
      {
        title: `Check the address of a parcel: ${order.number}`,
        facts: ['DHL cannot deliver it'],
        action: { text: 'Check', href: paths.orderDetails(order.number) },
      },
    ])
    const left = (at: Date) =>
      updateRows(db.owner, 'shipments', { seller_id: own, state: 'EXCEPTION' }, { shipped_at: at, scanned_at: null })
    await left(new Date(now.getTime() - 60 * day + 1_000))
    expect(await stuck()).toHaveLength(1)
    await left(new Date(now.getTime() - 60 * day))
    expect(await stuck()).toEqual([])
  })

  it('name changes of stock, a line for each kind, prices below cost for those who see money', async () => {
    const own = await addSeller(db, 'news')
    const before = (days: number) => new Date(now.getTime() - days * day)
    const add = (sku: string, units: number, listed = before(10)) =>
      addRow(db.owner, 'listings', {
        seller_id: own,
        title: sku,
        sku,
        category: 'Lenses',
        condition: 'GOOD',
        currency: 'GBP',
        price_minor: 500,
        state: units > 0 ? 'ACTIVE' : 'OUT_OF_STOCK',
        quantity_available: units,
        starts_at: listed,
      })
    for (const [sku, units, listed] of [
      ['LOW', 2, 10],
      ['BACK', 9, 10],
      ['DEAR', 9, 10],
      ['FINE', 9, 10],
      ['DEAD', 9, 91],
      ['LONG-DEAD', 9, 98],
      ['GONE', 0, 10],
      ['LONG-GONE', 0, 10],
      ['PART', 9, 10],
    ] as const)
      await add(sku, units, before(listed))
    const { id: kit } = await add('KIT', 9)
    const parts = [{ sku: 'PART', units: 2 }]
    await db.asSeller(own, 'write', (tx) => storeKits(tx, own, [{ listingId: kit, position: 0, parts }]))
    await updateRows(db.owner, 'stock_items', { seller_id: own, sku: 'LOW' }, { reorder_point: 2 })
    await updateRows(db.owner, 'stock_gaps', { seller_id: own, sku: 'GONE' }, { begun_at: before(7) })
    await updateRows(db.owner, 'stock_gaps', { seller_id: own, sku: 'LONG-GONE' }, { begun_at: before(7.01) })
    const gap = { seller_id: own, begun_at: before(3) }
    await addRows(db.owner, 'stock_gaps', [
      { ...gap, sku: 'BACK', ended_at: before(1) },
      { ...gap, sku: 'FINE', ended_at: before(1.01) },
    ])
    const cost = { currency: 'GBP', quantity: null, since: before(1), key: 'c' }
    await db.asSeller(own, 'write', (tx) =>
      enterCosts(tx, {
        sellerId: own,
        costs: [
          { ...cost, sku: 'DEAR', unitCostMinor: 501 },
          { ...cost, sku: 'FINE', unitCostMinor: 500 },
          { ...cost, sku: 'PART', unitCostMinor: 250 },
          // Its own cost counts no more.
          { ...cost, sku: 'KIT', unitCostMinor: 900 },
        ],
        source: 'TYPED',
        enteredBy: 'Ann',
        now,
      }),
    )
    const titles = async (role: TaskShowing['role']) => {
      const reader = taskReader({ id: own, timeZone: zone, role }, { now, deadlines: policyPack.deadlines })
      const { sections } = await db.asSeller(own, 'read', (rows) =>
        readTasksPage(rows, readTasksQuery(new URLSearchParams(), role), reader, { texts, role }),
      )
      return sections.flatMap(({ lines }) => lines.map(({ title }) => title))
    }
    const all = [
      'Check LOW: stock is low',
      'Check GONE: sold out',
      'Check BACK: back in stock',
      'Check DEAD: no sales for 90 days',
      'Check DEAR: price below cost',
    ]
    expect((await titles('owner')).toSorted()).toEqual(all.toSorted())
    // Its price was lowered within a day; its cost is old.
    await updateRows(db.owner, 'sku_costs', { seller_id: own, sku: 'FINE' }, { entered_at: before(8) })
    const price = (minor: number) =>
      updateRows(db.owner, 'listings', { seller_id: own, sku: 'FINE' }, { price_minor: minor })
    await price(499)
    const told = (at: Date) => updateRows(db.owner, 'events', { seller_id: own }, { happened_at: at })
    await told(before(1.01))
    expect(await titles('owner')).toContain('Check DEAR: price below cost')
    await told(before(1))
    expect(await titles('owner')).toContain('Check 2 SKUs: price below cost')
    await price(500)
    expect(await titles('owner')).toContain('Check DEAR: price below cost')
    expect((await titles('shipper')).toSorted()).toEqual(all.slice(0, 4).toSorted())
    await db.asSeller(own, 'write', (tx) =>
      enterCosts(tx, {
        sellerId: own,
        costs: [{ ...cost, key: 'd', sku: 'PART', unitCostMinor: 251 }],
        source: 'TYPED',
        enteredBy: 'Ann',
        now,
      }),
    )
    expect(await titles('owner')).toContain('Check 2 SKUs: price below cost')
    await add('LOW-2', 1)
    await updateRows(db.owner, 'stock_items', { seller_id: own, sku: 'LOW-2' }, { reorder_point: 2 })
    expect(await titles('owner')).toContain('Check 2 SKUs: stock is low')
  })
})
