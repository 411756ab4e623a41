import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addRow, addRows, updateRows } from '#db/testing-row.ts'
import * as stockItemPage from '#features/selling/inventory/stock-item-page.tsx'
import { addHeld, addStocked } from '#features/selling/inventory/testing.ts'
import { addPurchase, addSupplier } from '#features/selling/purchases/testing.ts'
import { refreshAdvice } from '#features/selling/reorder/refresh-advice.server.ts'
import { addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { sumSoldDays } from '#features/insights/sales-report/sum-sold-days.server.ts'
import { createRandom } from '#lib/random.ts'
import { day } from '#lib/duration.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'
import * as makePurchases from './make-purchases-resource.ts'

let now = new Date('2026-11-22T10:40:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })

let seller: number
let ann: TestBrowser

beforeEach(async () => {
  now = new Date('2026-11-22T10:40:00Z')
  ;({ sellerId: seller, browser: ann } = await addTestShop(hub, { name: 'Ann Example' }))
})

const ago = (days: number) => new Date(now.getTime() - days * day)
const addSold = (sku: string, days: number, units: number) =>
  addRow(db.owner, 'sku_days', { seller_id: seller, sku, day: addDays(dateAt(now, 'UTC'), -days), units })
const listed = { starts_at: new Date('2024-01-01T00:00:00Z') }

async function advice() {
  const { rows } = await sql<{ sku: string }>`
    select sku, supplier_id, facts, available, coming, cover_days, suggested, stake_minor from reorder_advice
    where seller_id = ${seller} order by sku`.execute(db.owner)
  return rows
}

describe('advice', () => {
  it('follows sales of orders, without cancelled and returned units', async () => {
    const listing_id = await addStocked(db, seller, 'A', listed)
    const order = await addHeld(db, { seller_id: seller, listing_id }, { quantity: 3, sku: 'A', placedAt: ago(5) })
    await sumSoldDays(db, { quietMs: 0 })
    await refreshAdvice(db, { now })
    expect(await advice()).toMatchObject([{ sku: 'A', available: 1, facts: { sold: { 30: { units: 3, days: 30 } } } }])
    const { id: order_id } = await db.owner
      .selectFrom('orders')
      .select('id')
      .where('order_number', '=', order)
      .executeTakeFirstOrThrow()
    await updateRows(db.owner, 'line_items', { seller_id: seller, order_id }, { cancelled_quantity: 1 })
    await sumSoldDays(db, { quietMs: 0 })
    await refreshAdvice(db, { now })
    expect(await advice()).toMatchObject([{ available: 2, facts: { sold: { 30: { units: 2 } } } }])
  })

  it('worked out night by night equals what is counted from scratch', async () => {
    const random = createRandom('reorder')
    const skus = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    const listings: number[] = []
    for (const sku of skus) {
      const starts_at = ago(random.int(0, 800))
      listings.push(await addStocked(db, seller, sku, { starts_at, quantity_available: 30 }))
      for (let sale = 0; sale < 12; sale += 1)
        await db.owner
          .insertInto('sku_days')
          .values({
            seller_id: seller,
            sku,
            day: dateAt(ago(random.int(0, 740)), 'UTC'),
            units: random.int(1, 6),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    }
    const supplier = await addSupplier(db, seller)
    for (let night = 0; night < 40; night += 1) {
      const at = random.int(0, skus.length - 1)
      const sku = skus[at] ?? 'A'
      const what = random.int(0, 4)
      if (what === 0) {
        await addHeld(
          db,
          { seller_id: seller, listing_id: listings[at] ?? 0 },
          { quantity: 1, sku, placedAt: ago(random.int(0, 3)) },
        )
        await sumSoldDays(db, { quietMs: 0 })
      }
      if (what === 1) {
        const begun_at = ago(random.int(1, 9))
        await addRow(db.owner, 'stock_gaps', { seller_id: seller, sku, begun_at, ended_at: now })
      }
      if (what === 2)
        await db.owner
          .updateTable('listings')
          .set({ on_hand: random.int(0, 40) })
          .where('id', '=', listings[at] ?? 0)
          .execute()
      if (what === 3) await addPurchase(db, seller, { supplier, skus: [{ sku, units: random.int(1, 20), price: 100 }] })
      now = new Date(now.getTime() + random.int(1, 25) * day)
      await refreshAdvice(db, { now })
      const byNight = await advice()
      await sql`delete from reorder_advice where seller_id = ${seller}`.execute(db.owner)
      await refreshAdvice(db, { now })
      expect(byNight, `night ${night}`).toEqual(await advice())
    }
  })

  it('looks at nothing again on a night on which nothing changed', async () => {
    await addStocked(db, seller, 'A', listed)
    await addSold('A', 100, 5)
    await refreshAdvice(db, { now })
    const before = await db.owner.selectFrom('reorder_advice').selectAll().where('seller_id', '=', seller).execute()
    now = new Date(now.getTime() + day)
    await refreshAdvice(db, { now })
    expect(await db.owner.selectFrom('reorder_advice').selectAll().where('seller_id', '=', seller).execute()).toEqual(
      before,
    )
  })
})

describe('what to reorder', () => {
  it('becomes drafts by supplier with one press, once, and is then coming', async () => {
    for (const sku of ['A', 'B', 'C', 'D']) {
      await addStocked(db, seller, sku, listed)
      await addSold(sku, 3, 20)
    }
    const one = await addSupplier(db, seller)
    const two = await addSupplier(db, seller, { name: 'Paper & Co' })
    const offer = { seller_id: seller, code: null, price_minor: 100, least_units: 1, pack_units: 12 }
    await addRows(db.owner, 'supplier_skus', [
      { ...offer, sku: 'A', supplier_id: one },
      { ...offer, sku: 'B', supplier_id: one },
      { ...offer, sku: 'C', supplier_id: two },
    ])
    await refreshAdvice(db, { now })
    // 20 in 30 days: 51 days need 34, of which 4 are there.
    expect(await advice()).toMatchObject([
      { sku: 'A', cover_days: 6, suggested: 36, stake_minor: 5000 },
      {},
      {},
      { sku: 'D', suggested: 30 },
    ])
    const made = await ann.post(makePurchases, paths.purchasesMake, { all: '1' })
    expect(made.location).toContain(paths.purchases)
    const orders = () =>
      db.owner
        .selectFrom('purchase_lines as l')
        .innerJoin('purchase_orders as p', (join) =>
          join.onRef('p.seller_id', '=', 'l.seller_id').onRef('p.id', '=', 'l.purchase_id'),
        )
        .select(['p.supplier_id', 'l.sku', 'l.ordered_units', 'l.price_minor'])
        .where('l.seller_id', '=', seller)
        .orderBy('l.sku')
        .execute()
    const units = { ordered_units: 36, price_minor: 100 }
    const expected = [
      { sku: 'A', supplier_id: one, ...units },
      { sku: 'B', supplier_id: one, ...units },
      { sku: 'C', supplier_id: two, ...units },
    ]
    expect(await orders()).toEqual(expected)
    await ann.post(makePurchases, paths.purchasesMake, { all: '1' })
    expect(await orders()).toEqual(expected)
    expect(await advice()).toMatchObject([{ sku: 'A', coming: 36, suggested: 0 }, {}, {}, { sku: 'D', suggested: 30 }])
  })

  it('is explained with its arithmetic', async () => {
    await addStocked(db, seller, 'A', listed)
    await addSold('A', 3, 20)
    await refreshAdvice(db, { now })
    const { stock_number: number } = await db.owner
      .selectFrom('stock_items')
      .select('stock_number')
      .where('seller_id', '=', seller)
      .executeTakeFirstOrThrow()
    const { advice: steps } = (await ann.get(stockItemPage, paths.stockItem(number))).data
    expect(steps).toEqual([
      'Last 30 days: 20 sold on 30 days on sale, 0.67 a day.',
      'Last 90 days: 20 sold on 90 days on sale, 0.22 a day.',
      'Last 365 days: 20 sold on 365 days on sale, 0.05 a day.',
      'The last 30 days count: 0.67 a day. They are the shortest span with 8 sales, else the longest.',
      'Season: last year shows none, or too few sales to tell.',
      '4 available ÷ 0.67 a day = 6 days of cover: will be gone on 28 Nov 2026.',
      'An order is for 51 days: 14 lead time + 7 safety + 30 that it should last.',
      '51 days × 0.67 = 34 needed; 4 are available and 0 coming or in drafts.',
      '30 missing, at least 1, in packs of 1: order 30.',
      'At £5.00 each, £50.00 of sales would be missed until an order of today arrives.',
    ])
  })
})
