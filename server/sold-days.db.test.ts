import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findWrongSums, rebuildSums } from '#db/kept-sums.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { readBreakdown, type BreakdownRows } from '#features/insights/sales-report/breakdown-db.server.ts'
import { comparePeriods } from '#features/insights/sales-report/report-period.ts'
import { readReportQuery } from '#features/insights/sales-report/report-query.ts'
import { sumSoldDays } from '#features/insights/sales-report/sum-sold-days.server.ts'
import { demoDatabase, demoMoment } from '#marketplace/demo/testing.ts'

const { now } = demoMoment
const parts = ['category', 'listing', 'country', 'buyers'] as const

// Days of London in summer begin an hour before those of UTC.
const query = readReportQuery(new URLSearchParams('from=2026-09-20&to=2026-11-20'), '2026-11-20')
const periods = comparePeriods(query, { now, zone: 'Europe/London' })

/** A seller of the demo, who knows costs. */
let camera: number
/** A seller whose six buyers buy again and again. */
let ann: number

const db = await demoDatabase()

beforeAll(async () => {
  const { id } = await rowOf(db.owner, 'sellers', { username: 'harbour-camera' })
  camera = id
  ann = await addSeller(db, 'ann')
  await addOrders(db, { sellerId: ann, count: 300, now, seed: 'days' })
  await sql`analyze orders, line_items`.execute(db.owner)
})

const breakdowns = (sellerId: number): Promise<BreakdownRows[]> =>
  db.asSeller(sellerId, 'read', (own) =>
    Promise.all(parts.map((by) => readBreakdown(own, { sellerId, periods, currency: 'GBP', by, limit: 10_000 }))),
  )

const sumAll = () => sumSoldDays(db, { quietMs: 0 })

/** The sums of days are wrong nowhere. */
const expectRight = async () => expect(await findWrongSums(db.owner, 'sold_days')).toEqual([])

const notes = async (sellerId: number) =>
  (await db.owner.selectFrom('sold_days_due').select('id').where('seller_id', '=', sellerId).execute()).length

/** Makes all days of a seller due. */
const forget = (sellerId: number) =>
  sql`insert into sold_days_due (seller_id, day)
    select distinct seller_id, day_of(placed_at) from orders where seller_id = ${sellerId}`.execute(db.owner)

const change = (statement: string) => sql.raw(statement).execute(db.owner)

/** The first sale of each of Ann's buyers. */
const firsts = () => `select distinct on (buyer_username) id from orders
  where seller_id = ${ann} and is_sale(payment_status, cancel_state) order by buyer_username, placed_at, id`

/** Compares what pages read after a change with all orders, before and after the days are summed. */
async function expectSound(sellerId: number, why: string): Promise<BreakdownRows[]> {
  const read = await breakdowns(sellerId)
  await sumAll()
  expect(await notes(sellerId), why).toBe(0)
  expect(await breakdowns(sellerId), why).toEqual(read)
  await forget(sellerId)
  expect(await breakdowns(sellerId), why).toEqual(read)
  await sumAll()
  return read
}

describe('sales of days', () => {
  it('are the same summed and read from orders, with their profits', async () => {
    const [categories, listings, countries, buyers] = await expectSound(camera, 'the demo')
    for (const { all } of [categories!, listings!, countries!, buyers!]) {
      expect(all.rows).toBeGreaterThan(1)
      expect(all.known).toBeGreaterThan(0)
    }
    expect(buyers!.rows.map(({ key }) => key).toSorted()).toEqual(['new', 'returning'])
    // A page has the first of them, found by key.
    const of = { sellerId: camera, periods, currency: 'GBP', by: 'listing', limit: 5 } as const
    const first = () => db.asSeller(camera, 'read', (own) => readBreakdown(own, of))
    const expected = { all: listings!.all, rows: listings!.rows.slice(0, 5) }
    expect(await first()).toEqual(expected)
    await forget(camera)
    expect(await first(), 'while the days are due').toEqual(expected)
    await sumAll()
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('follow whatever happens to orders', async () => {
    let before = await expectSound(ann, 'at first')
    const changes = [
      `update orders set cancel_state = 'CANCELED' where id % 5 = 0`,
      `update orders set cancel_state = 'NONE_REQUESTED' where id % 10 = 0`,
      `update orders set cancel_state = 'CANCELED' where id in (${firsts()})`,
      `update orders set payment_status = 'PENDING', paid_at = null where id in (${firsts()})`,
      `update orders set payment_status = 'PAID' where payment_status = 'PENDING'`,
      `update orders set placed_at = placed_at + interval '25 days 47 minutes' where id % 3 = 0`,
      `update orders set placed_at = placed_at - interval '40 days' where id % 7 = 0`,
      `update orders set ship_to_country = 'DE', subtotal_minor = subtotal_minor + 500 where id % 4 = 0`,
      `update orders set buyer_username = 'gina' where buyer_username = 'anna' and id % 2 = 0`,
      `update orders set unit_count = unit_count + 1 where currency = 'GBP'`,
      `update line_items set title = title || '!', unit_price_minor = 250 where id % 3 = 0`,
      `update line_items set cancelled_quantity = 1 where quantity > 1 and id % 2 = 0`,
      `update orders set extras = '[{"kind": "TIP", "title": "Tip", "minor": 250, "taxes": [{"name": "VAT", "rate": null, "minor": 50,
        "included": false}, {"name": "City", "rate": null, "minor": 7, "included": true}]},
        {"kind": "OTHER", "title": "Loyalty", "minor": -100, "taxes": []}]' where id % 3 = 1`,
      `update orders set extras = '[{"kind": "OTHER", "title": "Loyalty", "minor": -100, "taxes": []}]' where id % 6 = 1`,
      `delete from line_items where position = 3`,
      `delete from orders where id in (${firsts()})`,
    ]
    for (const statement of changes) {
      await change(`${statement} and seller_id = ${ann}`)
      const after = await expectSound(ann, statement)
      expect(after, statement).not.toEqual(before)
      before = after
    }
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('follow the category of a listing and the cost of goods', async () => {
    const before = await breakdowns(camera)
    await change(`update listings set category = 'Elsewhere' where seller_id = ${camera} and id % 3 = 0`)
    const [categories] = await expectSound(camera, 'categories')
    expect(categories!.rows.map(({ key }) => key)).toContain('Elsewhere')
    await change(
      `update goods_costs set cost_minor = cost_minor + 100 where seller_id = ${camera} and cost_minor is not null`,
    )
    const [costs] = await expectSound(camera, 'costs')
    expect(costs!.all.cost).toBeGreaterThan(before[0]!.all.cost)
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('are summed as soon as nobody has changed them for a minute', async () => {
    await sumAll()
    await change(`update orders set subtotal_minor = subtotal_minor + 1 where seller_id = ${ann}`)
    const due = await notes(ann)
    expect(due).toBeGreaterThan(10)
    expect(await sumSoldDays(db)).toBe(0)
    await change(`update sold_days_due set noted_at = noted_at - interval '61 seconds' where seller_id = ${ann}`)
    expect(await sumSoldDays(db)).toBe(due)
    await expectRight()
  })

  it('are summed once where several processes run, and later if a process stops', async () => {
    await forget(ann)
    const due = await notes(ann)
    expect(due).toBeGreaterThan(1)
    expect(await sumSoldDays(db, { quietMs: 0, signal: AbortSignal.abort() })).toBe(0)
    expect(await notes(ann)).toBe(due)
    await Promise.all([1, 2, 3].map(sumAll))
    expect(await notes(ann)).toBe(0)
    await expectRight()
  })

  it('stay due if a change commits while its day is summed', async () => {
    await sumAll()
    const { rows } = await sql<{ ids: number[] }>`
      select array_agg(id::integer) as ids from orders where seller_id = ${ann} and is_sale(payment_status, cancel_state) and currency = 'GBP'
      group by day_of(placed_at) having count(*) > 1 limit 1`.execute(db.owner)
    const [one, other] = rows[0]!.ids
    const raise = (id: number) => sql`
      update orders set subtotal_minor = subtotal_minor + 1 where seller_id = ${ann} and id = ${id}`
    await raise(one!).execute(db.owner)
    await db.owner.transaction().execute(async (tx) => {
      await raise(other!).execute(tx)
      expect(await sumAll()).toBeGreaterThan(0)
      expect(await notes(ann)).toBe(0)
    })
    expect(await notes(ann)).toBeGreaterThan(0)
    await expectSound(ann, 'both')
  })

  it('are recounted by hub doctor, and go with their seller', async () => {
    await sumAll()
    await change(`update sold_days set gross_minor = gross_minor + 1 where seller_id = ${ann} and part = 'country'`)
    const [wrong, ...others] = await findWrongSums(db.owner)
    expect([wrong!.table, others]).toEqual(['sold_days', []])
    await rebuildSums(db.owner, 'sold_days')
    await expectRight()
    await db.owner.deleteFrom('sellers').where('id', '=', ann).execute()
    expect(await notes(ann)).toBe(0)
    expect(await db.owner.selectFrom('sold_days').select('day').where('seller_id', '=', ann).execute()).toEqual([])
  })
})
