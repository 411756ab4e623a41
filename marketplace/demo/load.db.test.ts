import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { formatGridQuery } from '#lib/grid-query.ts'
import { caseKinds, caseStates } from '#features/core/order/order-case.ts'
import { fileNameOf } from '#features/core/listing-pictures/picture-store.server.ts'
import { loadDemo } from './load.ts'
import { demoMembers } from './members.ts'
import { demoDatabase, demoLoading, demoMoment } from './testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'

const db = await demoDatabase()
const loading = await demoLoading()

/** Rows found by a query for invalid data. */
async function find(query: string): Promise<unknown[]> {
  const { rows } = await sql.raw(query).execute(db.owner)
  return rows
}

// For determinism see `npm test -- demo/again`.
describe('loadDemo', () => {
  it('reports what it wrote, and refuses a database with sellers', async () => {
    expect(loading.outcome).toMatchObject({ ok: true, sellers: 3 })
    expect(await loadDemo({ owner: db.owner, ...demoMoment })).toEqual({ ok: false, reason: 'not-empty' })
  })

  it('posts every paid order', () => expectSoundBooks(db))

  it('has paid its shops week by week: one payout failed, and money of open cases is held', async () => {
    const payouts = await db.owner.selectFrom('payouts').select(['state', 'seller_id']).execute()
    const byState = Map.groupBy(payouts, ({ state }) => state)
    expect(byState.get('SUCCEEDED')?.length).toBeGreaterThan(60)
    expect(byState.get('TERMINAL_FAILED')?.length).toBeGreaterThanOrEqual(1)
    expect(byState.get('INITIATED')?.length ?? 0).toBeLessThanOrEqual(2)
    const held = await db.owner.selectFrom('holds').select('reason').where('state', '=', 'HELD').execute()
    expect(held.length).toBeGreaterThanOrEqual(1)
    expect(
      await find(`select p.id from payouts p join transactions t on t.seller_id = p.seller_id and t.payout_id = p.id
      group by p.seller_id, p.id, p.amount_minor having sum(t.net_minor) <> p.amount_minor`),
    ).toEqual([])
  })

  it('waits for another process that is loading, also if that takes longer than the connection time-out', async () => {
    const holder = await connect(db.url)
    await holder.query(`begin; select pg_advisory_xact_lock(lock_number('demo'))`)
    const waiting = openDatabase({ url: db.url, silentMs: 1_000 })
    afterTestFile(() => waiting.close())
    const second = loadDemo({ owner: waiting.owner, ...demoMoment })
    // Longer than the allowed silence of a connection.
    await holder.query('select pg_sleep(1.5)')
    await holder.end()
    expect(await second).toEqual({ ok: false, reason: 'not-empty' })
  })

  it('creates a mid-sized, a small and an empty shop', async () => {
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

  it('lets its members sign in, one for each role', async () => {
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

it.each([
  ['case_photos', 3],
  ['message_pictures', 3],
])('the demo’s cases and conversations have photos with stored files: %s', async (table, least) => {
  const photos = (await find(`select distinct hash from ${table}`)) as { hash: string }[]
  expect(photos.length).toBeGreaterThanOrEqual(least)
  for (const { hash } of photos)
    for (const size of ['large', 'small'] as const)
      expect(loading.files[fileNameOf({ hash, size })]).toBeGreaterThan(1000)
})

it('the demo’s saved views are queries in the form of the orders list', async () => {
  const rows = await db.owner.selectFrom('saved_views').select('query').orderBy('id').execute()
  expect(rows.length).toBe(3)
  for (const { query } of rows) {
    const reader = { sellerId: 1, role: 'owner', now: demoMoment.now, zone: 'UTC', policyPack } as const
    const read = openList(ordersList, new URL(`/sh/ord?${query}`, 'http://hub'), reader)
    expect(read.problems).toEqual([])
    expect(formatGridQuery(read.query, read.definition)).toBe(query)
  }
})

it('the demo’s messages cover each type, in both languages, with an end date', async () => {
  const rows = await find(`select model->'type' as type from messages order by key, locale`)
  expect(rows.map((row) => (row as { type: unknown }).type)).toEqual(
    [['dialog', 'alert'], 'alert', 'info', 'dialog', 'success'].flatMap((type) => [type, type]),
  )
  const endless = `select from messages where not (model->'config' ?| array['maxViews', 'maxDismissal'])
    or model #>> '{config,messageId}' is null or pages is null`
  expect(await find(endless)).toEqual([])
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
    ['refunds', 'state', ['PENDING', 'REFUNDED', 'FAILED']],
    ['cases', 'kind', caseKinds],
    ['cases', 'state', caseStates],
    [
      'cancellations',
      'state',
      ['REQUESTED', 'REJECTED', 'REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND', 'CLOSED_FOR_COMMITMENT'],
    ],
    ['feedback', 'rating', ['POSITIVE', 'NEUTRAL', 'NEGATIVE']],
    ['payments', 'state', ['PENDING', 'PAID', 'FAILED']],
  ])('%s cover each %s', async (table, column, values) => {
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
    ['cancellations with a timeline', `select from order_events where kind = 'CANCELLATION_EXPIRED'`],
    ['refunds that were refused', `select from refunds where state = 'FAILED' and refusal is not null`],
    ['replies to feedback', `select from feedback where reply is not null`],
    ['kits in stock', `select from listings where is_kit and state = 'ACTIVE' and quantity_available > 3`],
    ['orders of kits', `select from line_items where is_kit and holds_stock`],
    ['orders to be collected', `select from orders where delivery = 'COLLECT' and status = 'AWAITING_SHIPMENT'`],
    [
      'digital orders',
      `select from orders where delivery = 'DIGITAL' and status = 'DELIVERED' and ship_to_address_id is null`,
    ],
    [
      'orders as shops have them',
      `select from orders o where extras is not null and bill_to is not null and buyer_email is not null and metadata is not null
        and order_group is not null
        and exists (select from line_items l where l.seller_id = o.seller_id and l.order_id = o.id and l.taxes is not null)`,
    ],
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

it('the demo’s conversations are unread, read, waiting for over a day, answered and closed, each in its timeline', async () => {
  const rows = await db.owner.selectFrom('conversations').select(['is_unread', 'awaiting_since', 'asked_at']).execute()
  const dayAgo = new Date(demoMoment.now.getTime() - day)
  expect(rows.some((row) => row.is_unread)).toBe(true)
  expect(rows.some((row) => !row.is_unread && row.awaiting_since !== null)).toBe(true)
  expect(rows.some((row) => row.awaiting_since !== null && row.awaiting_since < dayAgo)).toBe(true)
  expect(rows.some((row) => row.asked_at === null)).toBe(true)
  expect(rows.some((row) => row.asked_at !== null && row.awaiting_since === null)).toBe(true)
  expect(
    await find(`select from conversation_messages m where m.order_id is not null and not exists (select from order_events e
      where e.order_id = m.order_id and e.subject = m.message_key and e.happened_at = m.sent_at)`),
  ).toEqual([])
  const early = `select from conversation_messages m join orders o on o.id = m.order_id where m.sent_at < o.placed_at`
  expect(await find(early)).toEqual([])
})
