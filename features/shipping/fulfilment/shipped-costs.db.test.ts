import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { findWrongSums, rebuildSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import {
  changeMethod,
  changePackaging,
  enterCosts,
  removeCost,
  type EnteredCost,
} from '#features/core/costs/enter-costs-db.server.ts'
import { postDueGoods } from '#features/core/costs/post-due-goods.server.ts'
import { postLabel } from '#features/core/ledger/events/label.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { expectSoundBooks, testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { hour } from '#lib/duration.ts'
import { newParcelKey, shipOrder } from './ship-order-db.server.ts'
import { voidParcel } from './void-parcel-db.server.ts'

const paidAt = new Date('2026-03-02T10:00:00Z')
const shippedAt = new Date('2026-03-03T09:00:00Z')
const actor: Actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' }

let sellerId: number
let serial = 0

const db = await testDatabase()
beforeEach(async () => {
  serial += 1
  sellerId = await addSeller(db, `seller-${serial}`, { country: 'US', currency: 'USD', time_zone: 'America/New_York' })
})

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)

interface SoldLine {
  sku: string | null
  quantity?: number
}

/** A paid order: each line for 50.00 a unit, the first with shipping of 5.00 and tax of 4.40. Posts its sale. */
async function sell(lines: readonly SoldLine[] = [{ sku: 'M3' }]) {
  serial += 1
  const number = `77-10000-${String(serial).padStart(5, '0')}`
  const of = { seller_id: sellerId }
  const { id: buyer } = await insert('buyers', { ...of, name: 'Lola Okonkwo' })
  const { id: address } = await insert('addresses', {
    ...of,
    buyer_id: buyer,
    name: 'Lola Okonkwo',
    city: 'Boston',
    country: 'US',
  })
  const units = lines.reduce((sum, { quantity = 1 }) => sum + quantity, 0)
  const { id } = await insert('orders', {
    ...of,
    order_number: number,
    buyer_id: buyer,
    buyer_username: 'lola',
    ship_to_address_id: address,
    ship_to_country: 'US',
    placed_at: paidAt,
    currency: 'USD',
    subtotal_minor: 5000 * units,
    shipping_minor: 500,
    tax_minor: 440,
    line_count: lines.length,
    unit_count: units,
  })
  for (const [index, { sku, quantity = 1 }] of lines.entries())
    await insert('line_items', {
      ...of,
      order_id: id,
      position: index + 1,
      item_number: '110000000000',
      title: 'Leica M3',
      sku,
      currency: 'USD',
      quantity,
      unit_price_minor: 5000,
      shipping_minor: index === 0 ? 500 : 0,
      tax_minor: index === 0 ? 440 : 0,
    })
  await insert('payments', {
    ...of,
    order_id: id,
    method: 'CARD',
    state: 'PAID',
    currency: 'USD',
    amount_minor: 5000 * units + 940,
    paid_at: paidAt,
  })
  await own((tx) => postOrders(tx, { sellerId, orderIds: [id], rules }))
  return { id, number: parseOrderNumber(number)! }
}

async function insert(table: 'buyers' | 'addresses' | 'orders' | 'line_items' | 'payments', row: object) {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) returning id`.execute(db.owner)
  return rows[0]!
}

type Order = Awaited<ReturnType<typeof sell>>

const ship = async ({ number }: Order, at = shippedAt) => {
  const key = newParcelKey()
  const parcels = [{ key, carrier: 'USPS', trackingNumber: null, shippedAt: at, contents: 'rest' as const }]
  expect(await own((tx) => shipOrder(tx, { sellerId, number, parcels, actor, now: at }))).toMatchObject({ ok: true })
  return key
}

const cost = (unitCostMinor: number, more: Partial<EnteredCost> = {}): EnteredCost => ({
  sku: 'M3',
  key: `k-${unitCostMinor}`,
  currency: 'USD',
  unitCostMinor,
  quantity: null,
  since: paidAt,
  ...more,
})
const enter = (...costs: EnteredCost[]) =>
  own((tx) => enterCosts(tx, { sellerId, costs, source: 'TYPED', enteredBy: 'Amira', now: shippedAt }))

const profitOf = ({ id }: Order) =>
  db.owner
    .selectFrom('order_profits')
    .select(['revenue_minor', 'profit_minor', 'margin_bps'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', id)
    .executeTakeFirst()

/** Keys of an order's entries about goods, and what they change in its cost. */
async function goodsOf({ id }: Order): Promise<[string, number][]> {
  const { rows } = await sql<{ kind: string; minor: number }>`
    select e.kind, coalesce(sum(p.amount_minor) filter (where p.account = 'cogs'), 0)::bigint as minor
    from ledger_entries e left join ledger_postings p on p.seller_id = e.seller_id and p.entry_id = e.id
    where e.seller_id = ${sellerId} and e.order_id = ${id} and (e.kind in ('COST_OF_GOODS', 'REVERSAL'))
    group by e.id, e.kind order by e.id`.execute(db.owner)
  return rows.map(({ kind, minor }) => [kind, minor])
}

async function expectSound() {
  await expectSoundBooks(db)
  expect(await findWrongSums(db.owner)).toEqual([])
}

it('the golden journal of seller-hubs 5.4 leaves a profit of 20.40 from order, label and goods: 37.1 % of 55.00', async () => {
  await enter(cost(2100))
  const order = await sell()
  const label = { labelId: '5', orderId: order.id, orderNumber: order.number, at: shippedAt, currency: 'USD' }
  await own((tx) => writeEntries(tx, sellerId, [postLabel({ ...label, costMinor: 512, description: 'USPS Ground' })]))
  expect(await profitOf(order)).toBeUndefined()
  await ship(order)
  expect(await goodsOf(order)).toEqual([['COST_OF_GOODS', 2100]])
  expect(await profitOf(order)).toEqual({ revenue_minor: 5500, profit_minor: 2040, margin_bps: 3709 })
  await expectSound()
})

describe('goods that are shipped', () => {
  it('cost nothing known to sellers who keep no costs, nor lines without a SKU', async () => {
    const before = await sell()
    await ship(before)
    await enter(cost(2100, { sku: 'M6' }))
    const order = await sell([{ sku: 'M6' }, { sku: null }])
    await ship(order)
    expect(await goodsOf(before)).toEqual([])
    expect(await goodsOf(order)).toEqual([['COST_OF_GOODS', 2100]])
    expect(await profitOf(order)).toBeUndefined()
    await expectSound()
  })

  it('are posted once their cost becomes known', async () => {
    const order = await sell()
    await ship(order)
    await enter(cost(2100, { since: new Date(shippedAt.getTime() + hour) }))
    expect(await profitOf(order)).toMatchObject({ profit_minor: 5500 - 848 - 2100 })
    await enter(cost(2100, { since: new Date(shippedAt.getTime() + hour) }))
    expect(await goodsOf(order)).toEqual([['COST_OF_GOODS', 2100]])
  })

  it('are reversed and posted anew where their cost changes, and unknown where it is removed', async () => {
    await enter(cost(2100))
    const order = await sell()
    await ship(order)
    await enter({ ...cost(2100), unitCostMinor: 1900 })
    expect(await goodsOf(order)).toEqual([
      ['COST_OF_GOODS', 2100],
      ['REVERSAL', -2100],
      ['COST_OF_GOODS', 1900],
    ])
    expect(await profitOf(order)).toMatchObject({ profit_minor: 5500 - 848 - 1900 })
    await own((tx) => removeCost(tx, { sellerId, sku: 'M3', key: 'k-2100' }))
    expect(await profitOf(order)).toBeUndefined()
    await enter(cost(2000))
    expect(await profitOf(order)).toMatchObject({ profit_minor: 5500 - 848 - 2000 })
    await expectSound()
  })

  it('are not sold any more once their parcel is taken back', async () => {
    await enter(cost(2100, { quantity: 3 }))
    const order = await sell()
    const key = await ship(order)
    expect(await stockOf('M3')).toMatchObject({ stock_units: 2, stock_minor: 4200 })
    await own((tx) => voidParcel(tx, { sellerId, number: order.number, key, actor, now: shippedAt }))
    expect(await goodsOf(order)).toEqual([
      ['COST_OF_GOODS', 2100],
      ['REVERSAL', -2100],
    ])
    expect(await stockOf('M3')).toMatchObject({ stock_units: 3, stock_minor: 6300 })
    expect(await profitOf(order)).toBeUndefined()
    await ship(order)
    expect(await profitOf(order)).toMatchObject({ profit_minor: 5500 - 848 - 2100 })
    await expectSound()
  })

  it('never have a cost of another currency', async () => {
    await enter(cost(2100, { currency: 'GBP' }))
    const order = await sell()
    await ship(order)
    expect(await goodsOf(order)).toEqual([])
  })

  it('follow the method that the seller chose, by the job for what was shipped', async () => {
    await enter(cost(1000, { quantity: 1 }), cost(3000, { quantity: 1, since: new Date(paidAt.getTime() + hour) }))
    const [first, second] = [await sell(), await sell()]
    await ship(first)
    await ship(second, new Date(shippedAt.getTime() + hour))
    expect([await goodsOf(first), await goodsOf(second)]).toEqual([
      [['COST_OF_GOODS', 2000]],
      [['COST_OF_GOODS', 2000]],
    ])
    await own((tx) => changeMethod(tx, { sellerId, method: 'FIFO' }))
    await postDueGoods(db, { report: (error) => expect(error).toBeUndefined() })
    expect((await goodsOf(first)).at(-1)).toEqual(['COST_OF_GOODS', 1000])
    expect((await goodsOf(second)).at(-1)).toEqual(['COST_OF_GOODS', 3000])
    await expectSound()
  })

  it('have packaging once an order, from the day on which it was entered', async () => {
    await enter(cost(2100))
    const before = await sell()
    await ship(before)
    const now = new Date(shippedAt.getTime() + hour)
    await own((tx) => changePackaging(tx, { sellerId, costMinor: 80, currency: 'USD', now }))
    const order = await sell([{ sku: 'M3' }, { sku: 'M3', quantity: 2 }])
    await ship(order, now)
    expect(await goodsOf(before)).toEqual([['COST_OF_GOODS', 2100]])
    expect((await goodsOf(order)).reduce((sum, [, minor]) => sum + minor, 0)).toBe(3 * 2100 + 80)
    await expectSound()
  })

  it('are posted by the job if a program without costs shipped them', async () => {
    await enter(cost(2100))
    const order = await sell()
    await sql`
      with parcel as (
        insert into shipments (seller_id, order_id, carrier, shipped_at) values (${sellerId}, ${order.id}, 'USPS', ${shippedAt})
        returning id
      )
      insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
      select ${sellerId}, parcel.id, l.id, 1 from parcel, line_items l where l.seller_id = ${sellerId} and l.order_id = ${order.id}`.execute(
      db.owner,
    )
    expect(await postDueGoods(db, { report: (error) => expect(error).toBeUndefined() })).toBe(1)
    expect(await goodsOf(order)).toEqual([['COST_OF_GOODS', 2100]])
  })
})

describe('profits', () => {
  it('of lines add up to that of their order, and are recounted by hub doctor', async () => {
    await enter(cost(2100), cost(700, { sku: 'M6' }))
    const order = await sell([{ sku: 'M3' }, { sku: 'M6', quantity: 2 }, { sku: 'M6' }])
    await ship(order)
    const { rows } = await sql<{ profit: number }>`
      select sum(profit_minor)::bigint as profit from line_profits where seller_id = ${sellerId}`.execute(db.owner)
    const whole = await profitOf(order)
    expect(rows[0]?.profit).toBe(whole?.profit_minor)
    await sql`update line_profits set profit_minor = profit_minor + 1 where seller_id = ${sellerId}`.execute(db.owner)
    expect((await findWrongSums(db.owner)).map(({ table }) => table)).toContain('line_profits')
    for (const table of ['line_profits', 'order_profits', 'profit_hours', 'listing_profits', 'sku_profits'])
      await rebuildSums(db.owner, table)
    expect(await findWrongSums(db.owner)).toEqual([])
    expect(await profitOf(order)).toEqual(whole)
  })

  it('count in the hour of their order while it is a sale, with what the goods cost', async () => {
    await enter(cost(2100))
    const order = await sell()
    await ship(order)
    const kept = {
      orders: 1,
      gross_minor: 5940,
      revenue_minor: 5500,
      cost_minor: 2100,
      profit_minor: 5500 - 848 - 2100,
    }
    expect(await hoursOf()).toEqual([{ hour: paidAt, ...kept }])
    await change({ id: order.id, cancel_state: 'CANCELED' })
    expect(await hoursOf()).toEqual([])
    await change({ id: order.id, cancel_state: 'NONE_REQUESTED' })
    expect(await hoursOf()).toEqual([{ hour: paidAt, ...kept }])
    const { rows } = await sql`select sku, units, cost_minor from sku_profits where seller_id = ${sellerId}`.execute(
      db.owner,
    )
    expect(rows).toEqual([{ sku: 'M3', units: 1, cost_minor: 2100 }])
    await expectSound()
  })
})

const change = ({ id, cancel_state: state }: { id: number; cancel_state: string }) =>
  sql`update orders set cancel_state = ${state} where seller_id = ${sellerId} and id = ${id}`.execute(db.owner)

const hoursOf = async () => {
  const { rows } = await sql`
    select hour, orders, gross_minor, revenue_minor, cost_minor, profit_minor from profit_hours
    where seller_id = ${sellerId} and orders > 0`.execute(db.owner)
  return rows
}

const stockOf = (sku: string) => rowOf(db.owner, 'costed_skus', { seller_id: sellerId, sku })
