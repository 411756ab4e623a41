import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { feedbackBadges } from '#lib/feedback-badge.ts'
import { shipBy } from '#lib/business-calendar.ts'
import { gs1CheckDigit } from './check-digits.ts'
import { loadDemo, type DemoOutcome } from './load.ts'
import { demoMembers } from './members.ts'

const now = new Date('2026-11-20T14:05:00Z')
const tables = [
  'sellers',
  'products',
  'listings',
  'buyers',
  'addresses',
  'orders',
  'line_items',
  'payments',
  'refunds',
  'shipments',
  'shipment_lines',
  'cancellations',
  'feedback',
  'members',
  'memberships',
  'order_counts',
  'order_search',
] as const satisfies readonly (keyof Schema)[]

let db: TestDatabase
let outcome: DemoOutcome

beforeAll(async () => {
  db = await testDatabase()
  outcome = await loadDemo({ owner: db.owner, now, seed: 'test' })
})

/** The rows that a query finds; each query asks for what should not be. */
async function find(query: string): Promise<unknown[]> {
  const { rows } = await sql.raw(query).execute(db.owner)
  return rows
}

async function fingerprints(database: TestDatabase): Promise<Record<string, unknown>> {
  const prints: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows } =
      await sql`select count(*) as rows, md5(string_agg(t::text, ' ' order by t::text)) as print from ${sql.table(table)} t`.execute(
        database.owner,
      )
    prints[table] = rows[0]
  }
  return prints
}

describe('loadDemo', () => {
  it('writes the same rows for the same seed and moment', async () => {
    const other = await testDatabase()
    await loadDemo({ owner: other.owner, now, seed: 'test' })
    expect(await fingerprints(other)).toEqual(await fingerprints(db))
  })

  it('tells what it wrote, and refuses a database that has a seller', async () => {
    expect(outcome).toMatchObject({ ok: true, sellers: 27 })
    expect(await loadDemo({ owner: db.owner, now, seed: 'test' })).toEqual({ ok: false, reason: 'not-empty' })
  })

  it('tells about each table as it goes', async () => {
    const other = await testDatabase()
    const told: string[] = []
    await loadDemo({
      owner: other.owner,
      now,
      seed: 'other',
      onProgress: ({ seller, table }) => told.push(`${seller} ${table}`),
    })
    expect(told).toContain('harbour-camera orders')
    expect(told).toContain('nordlicht-papier feedback')
  })

  it('makes a mid-sized, a small, an empty and tiny sellers', async () => {
    const sizes = await find(`select username, (select count(*) from orders where seller_id = s.id) as orders,
      (select count(*) from listings where seller_id = s.id) as listings from sellers s`)
    const size = (username: string) =>
      sizes.find((row) => (row as { username: string }).username === username) as { orders: number; listings: number }
    expect(size('harbour-camera').orders).toBeGreaterThan(2800)
    expect(size('harbour-camera').orders).toBeLessThan(3300)
    expect(size('harbour-camera').listings).toBeGreaterThan(360)
    expect(size('harbour-camera').listings).toBeLessThan(440)
    expect(size('nordlicht-papier').orders).toBeGreaterThan(150)
    expect(size('first-light')).toMatchObject({ orders: 0, listings: 0 })
  })

  it('has a seller on either side of each badge’s edge', async () => {
    const scores = (await db.owner.selectFrom('sellers').select('feedback_score').execute()).map(
      (row) => row.feedback_score,
    )
    for (const { from } of feedbackBadges) expect(scores).toEqual(expect.arrayContaining([from - 1, from]))
  })

  it('lets its members in, one for each role', async () => {
    const rows = await db.owner
      .selectFrom('members')
      .leftJoin('memberships', 'member_id', 'members.id')
      .select(['email', 'is_operator', 'role'])
      .execute()
    expect(new Set(rows.map((row) => row.email))).toEqual(new Set(demoMembers.map((member) => member.email)))
    expect(new Set(rows.map((row) => row.role))).toEqual(
      new Set(['owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer', null]),
    )
    expect(rows.filter((row) => row.is_operator)).toMatchObject([{ role: null }])
  })
})

describe('the demo’s variety', () => {
  it.each([
    [
      'orders',
      'status',
      [
        'AWAITING_PAYMENT',
        'AWAITING_SHIPMENT',
        'PARTLY_SHIPPED',
        'SHIPPED',
        'DELIVERED',
        'CANCELLATION_REQUESTED',
        'CANCELLED',
        'REFUNDED',
      ],
    ],
    ['orders', 'payment_status', ['PENDING', 'PAID', 'FAILED', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED']],
    ['orders', 'currency', ['GBP', 'EUR', 'JPY']],
    ['listings', 'state', ['DRAFT', 'SCHEDULED', 'ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD', 'ENDED']],
    ['listings', 'format', ['FIXED_PRICE', 'AUCTION']],
    ['shipments', 'state', ['SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'EXCEPTION', 'RETURNED_TO_SENDER']],
    ['refunds', 'state', ['PENDING', 'REFUNDED']],
    [
      'cancellations',
      'state',
      ['REQUESTED', 'REJECTED', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND', 'CLOSED_FOR_COMMITMENT'],
    ],
    ['feedback', 'rating', ['POSITIVE', 'NEUTRAL', 'NEGATIVE']],
    ['payments', 'state', ['PENDING', 'PAID', 'FAILED']],
  ])('%s have each %s', async (table, column, values) => {
    const rows = await find(
      `select distinct ${column} as value from ${table} where seller_id = (select id from sellers where username = 'harbour-camera')`,
    )
    expect(new Set(rows.map((row) => (row as { value: string }).value))).toEqual(new Set(values))
  })

  it.each([
    ['titles of exactly 80 characters', `select from listings where char_length(title) = 80`],
    [
      'titles from right to left',
      `select from listings where title ~ '[؀-ۿ]' and exists (select from listings where title ~ '[֐-׿]')`,
    ],
    ['titles in Japanese', `select from listings where title ~ '[ぁ-ヿ]'`],
    ['titles with emoji', `select from listings where title ~ '📷'`],
    ['titles that a spreadsheet would calculate', `select from listings where title like '=%'`],
    [
      'titles with the characters of HTML',
      `select from listings where title ~ '<' and title ~ '&' and title ~ '"' and title ~ ''''`,
    ],
    ['orders of thirty lines', `select from orders where line_count >= 30`],
    ['orders in several parcels', `select from shipments group by seller_id, order_id having count(*) > 1`],
    [
      'notes with a line break and HTML',
      `select from orders where buyer_note like E'%\\n%' and buyer_note like '%<b>%'`,
    ],
    ['notes beyond 400 characters', `select from orders where char_length(buyer_note) > 400`],
    ['parcels that came too late', `select from orders where delivered_at > estimated_delivery_max`],
    ['parcels that were sent too late', `select from orders where shipped_at > ship_by`],
    ['letters of which nobody knows when they arrived', `select from orders where delivered and delivered_at is null`],
    [
      'unpaid orders of more than four days',
      `select from orders where status = 'AWAITING_PAYMENT' and placed_at < '2026-11-16'`,
    ],
    ['buyers who came ten times', `select from orders group by seller_id, buyer_id having count(*) >= 10`],
    [
      'payments in two parts',
      `select from payments where state = 'PAID' group by seller_id, order_id having count(*) > 1`,
    ],
    ['replies to feedback', `select from feedback where reply is not null`],
  ])('has %s', async (_, query) => {
    expect((await find(query)).length).toBeGreaterThan(0)
  })

  it('has orders overdue, due today, tomorrow and later', async () => {
    const [row] = await find(`select count(*) filter (where ship_by < '2026-11-20') as overdue,
      count(*) filter (where ship_by between '2026-11-20' and '2026-11-21') as today,
      count(*) filter (where ship_by between '2026-11-21' and '2026-11-22') as tomorrow,
      count(*) filter (where ship_by > '2026-11-22') as later
      from orders where status = 'AWAITING_SHIPMENT' and seller_id = (select id from sellers where username = 'harbour-camera')`)
    const { overdue, today, tomorrow, later } = row as Record<'overdue' | 'today' | 'tomorrow' | 'later', number>
    expect(overdue).toBeGreaterThanOrEqual(4)
    expect(overdue).toBeLessThan(10)
    for (const count of [today, tomorrow, later]) expect(count).toBeGreaterThanOrEqual(4)
    expect(today).toBeGreaterThanOrEqual(8)
  })
})

describe('the demo’s truth', () => {
  it.each([
    [
      'orders that are not the sum of their lines',
      `select o.order_number from orders o join (
        select seller_id, order_id, sum(quantity * unit_price_minor) as subtotal, sum(discount_minor) as discount, sum(shipping_minor) as shipping,
          sum(tax_minor) as tax, count(*) as lines, sum(quantity) as units from line_items group by seller_id, order_id
      ) l on l.seller_id = o.seller_id and l.order_id = o.id
      where (o.subtotal_minor, o.discount_minor, o.shipping_minor, o.tax_minor, o.line_count, o.unit_count)
        <> (l.subtotal, l.discount, l.shipping, l.tax, l.lines, l.units)`,
    ],
    [
      'orders without lines',
      `select from orders o where not exists (select from line_items l where l.seller_id = o.seller_id and l.order_id = o.id)`,
    ],
    [
      'orders paid with another amount',
      `select from orders o join (select seller_id, order_id, sum(amount_minor) as paid from payments where state <> 'FAILED' group by 1, 2) p
        on p.seller_id = o.seller_id and p.order_id = o.id where p.paid <> o.total_minor`,
    ],
    [
      'refunds beyond what was paid',
      `select from (select seller_id, order_id, sum(amount_minor) as refunded from refunds group by 1, 2) r
        join orders o on o.seller_id = r.seller_id and o.id = r.order_id where r.refunded > o.total_minor`,
    ],
    [
      'cancelled orders of which something was sent',
      `select from orders where cancel_state = 'CANCELED' and shipped_at is not null`,
    ],
    [
      'lines of orders paid that are due at another time',
      `select from line_items l join orders o on o.seller_id = l.seller_id and o.id = l.order_id where l.ship_by is distinct from o.ship_by`,
    ],
    [
      'orders whose buyer or address is another',
      `select from orders o join addresses a on a.seller_id = o.seller_id and a.id = o.ship_to_address_id where a.buyer_id <> o.buyer_id or a.country <> o.ship_to_country`,
    ],
    [
      'sales before the listing began or after it ended',
      `select from line_items l join orders o on o.seller_id = l.seller_id and o.id = l.order_id join listings i on i.seller_id = l.seller_id and i.id = l.listing_id where o.placed_at < i.starts_at or o.placed_at > i.ended_at`,
    ],
    [
      'things done out of order',
      `select from orders where paid_at < placed_at or shipped_at < paid_at or delivered_at < shipped_at or ship_by < paid_at or estimated_delivery_max < estimated_delivery_min`,
    ],
    [
      'answers before the request, or too late',
      `select from cancellations where closed_at < requested_at or respond_by <> requested_at + interval '3 days' or (initiator = 'BUYER' and respond_by is null)`,
    ],
    [
      'feedback before arrival',
      `select from feedback f join orders o on o.seller_id = f.seller_id and o.id = f.order_id where f.left_at < o.shipped_at or f.replied_at < f.left_at`,
    ],
    [
      'out of stock with stock, active without',
      `select from listings where (state = 'OUT_OF_STOCK' and quantity_available > 0) or (state = 'ACTIVE' and quantity_available = 0)`,
    ],
  ])('has no %s', async (_, query) => {
    expect(await find(query)).toEqual([])
  })

  it('has nothing in the future but what is planned', async () => {
    const past: [table: string, columns: string[], except?: string][] = [
      ['sellers', ['registered_at']],
      ['orders', ['placed_at', 'paid_at', 'shipped_at', 'delivered_at']],
      ['payments', ['paid_at']],
      ['refunds', ['refunded_at']],
      ['shipments', ['shipped_at', 'delivered_at']],
      ['cancellations', ['requested_at', 'closed_at']],
      ['feedback', ['left_at', 'replied_at']],
      ['listings', ['created_at', 'ended_at']],
      ['listings', ['starts_at'], `state = 'SCHEDULED'`],
      ['members', ['created_at']],
    ]
    for (const [table, columns, except = 'false'] of past)
      expect(
        await find(
          `select * from ${table} where not (${except}) and greatest(${columns.join(', ')}) > '${now.toISOString()}'`,
        ),
      ).toEqual([])
    expect(
      await find(`select from listings where state = 'SCHEDULED' and starts_at <= '${now.toISOString()}'`),
    ).toEqual([])
    expect(
      await find(`select from cancellations where state = 'REQUESTED' and respond_by <= '${now.toISOString()}'`),
    ).toEqual([])
  })

  it('sets each ship-by as the seller’s calendar says', async () => {
    const rows = await db.owner
      .selectFrom('orders')
      .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
      .select(['paid_at', 'ship_by', 'time_zone', 'handling_days', 'cutoff_time', 'working_days'])
      .execute()
    const wrong = rows.filter((row) => {
      const {
        time_zone: timeZone,
        handling_days: handlingDays,
        cutoff_time: cutoffTime,
        working_days: workingDays,
      } = row
      const due = row.paid_at && shipBy(row.paid_at, { timeZone, handlingDays, cutoffTime, workingDays })
      return due?.getTime() !== row.ship_by?.getTime()
    })
    expect(wrong).toEqual([])
  })

  it('numbers its new products as GS1 does', async () => {
    const rows = await db.owner.selectFrom('products').select('gtin').where('gtin', 'is not', null).execute()
    expect(rows.length).toBeGreaterThan(150)
    for (const { gtin } of rows) expect(Number(gtin!.at(-1))).toBe(gs1CheckDigit(gtin!.slice(0, -1)))
  })

  it('has in each derived column what the database derives', async () => {
    const before = await fingerprints(db)
    for (const [table, column] of [
      ['line_items', 'quantity'],
      ['shipment_lines', 'quantity'],
      ['shipments', 'state'],
      ['payments', 'state'],
      ['refunds', 'state'],
      ['cancellations', 'state'],
    ])
      await sql.raw(`update ${table} set ${column} = ${column}`).execute(db.owner)
    expect(await fingerprints(db)).toEqual(before)
  })

  it('counts its orders as they are', async () => {
    const counted = await find(
      `select seller_id, status, currency, orders, units, total_minor from order_counts where orders <> 0 order by 1, 2, 3`,
    )
    expect(counted).toEqual(
      await find(`select seller_id, status, currency, count(*) as orders, sum(unit_count) as units, sum(total_minor)::bigint as total_minor
        from orders group by 1, 2, 3 order by 1, 2, 3`),
    )
    expect(await find(`select from order_counts where orders = 0 and (units <> 0 or total_minor <> 0)`)).toEqual([])
  })
})
