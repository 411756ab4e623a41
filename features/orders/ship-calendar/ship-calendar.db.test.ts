import { addRow, addRows, rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { waitingForLock } from '#db/testing-waits.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'
import * as calendarPage from './ship-calendar-page.tsx'
import { promiseShipBy, renewHolidays } from './promise-ship-by.server.ts'
import { deadline } from './ship-calendar.ts'
import { readOpenOrders, readShipCalendar, saveShipCalendar, withHolidays } from './ship-calendar-db.server.ts'

const now = new Date('2026-12-22T10:00:00Z')
const zone = 'Europe/London'

const db = await testDatabase()
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')

const calendarOf = (sellerId: number) => db.asSeller(sellerId, 'read', (own) => readShipCalendar(own, sellerId))

/** Adds a paid order without a ship-by time. */
async function addPaid(
  sellerId: number,
  seed: string,
  paidAt: Date,
  externalId: string | null = null,
): Promise<number> {
  const { id } = (await addOrders(db, { sellerId, count: 1, now, seed }))[0]!
  await db.owner.deleteFrom('orders').where('id', '=', id).execute()
  const { buyer_id, ship_to_address_id } = await db.owner
    .selectFrom('addresses')
    .select(['buyer_id', 'id as ship_to_address_id'])
    .where('seller_id', '=', sellerId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const order = await addRow(db.owner, 'orders', {
    seller_id: sellerId,
    order_number: `77-${String(id % 100_000).padStart(5, '0')}-${String(sellerId).padStart(5, '0')}`,
    external_id: externalId,
    buyer_id,
    buyer_username: 'anna',
    ship_to_address_id,
    ship_to_country: 'GB',
    placed_at: paidAt,
    paid_at: paidAt,
    payment_status: 'PAID',
    currency: 'GBP',
    subtotal_minor: 1000,
    line_count: 1,
    unit_count: 1,
  })
  await addRows(db.owner, 'line_items', {
    seller_id: sellerId,
    order_id: order.id,
    position: 1,
    item_number: '110000000001',
    title: 'Leica M3',
    currency: 'GBP',
    quantity: 1,
    unit_price_minor: 1000,
  })
  return order.id
}

const promiseOf = (id: number) =>
  db.owner
    .selectFrom('orders as o')
    .innerJoin('line_items as l', 'l.order_id', 'o.id')
    .select(['o.ship_by', 'l.ship_by as line_ship_by', 'ship_rule', 'ship_calendar', 'ship_handling_days'])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow()

describe('ship-by times', () => {
  it('use the calendar at the time of payment, and stay when it changes', async () => {
    expect((await calendarOf(seller)).version).toBe(1)
    const paidAt = new Date('2026-12-24T10:00:00Z')
    const first = await addPaid(seller, 'first', paidAt)
    const imported = await addPaid(seller, 'imported', paidAt, 'their order')
    expect(await promiseShipBy(db)).toBe(1)
    // Without holidays, Christmas Day is an ordinary Friday.
    expect(dateAt((await promiseOf(first)).ship_by!, zone)).toBe('2026-12-25')
    expect(await promiseOf(first)).toMatchObject({
      ship_rule: 'HANDLING_TIME',
      ship_calendar: 1,
      ship_handling_days: 1,
    })
    expect((await promiseOf(first)).line_ship_by).toEqual((await promiseOf(first)).ship_by)
    expect((await promiseOf(imported)).ship_by).toBeNull()

    const { calendar } = await calendarOf(seller)
    const holy = await withHolidays({ ...calendar, holidayRegion: 'GB-ENG', daysOff: ['2026-12-29'] }, now)
    await db.asSeller(seller, 'write', (own) => saveShipCalendar(own, { sellerId: seller, calendar: holy, now }))
    const second = await addPaid(seller, 'second', paidAt)
    expect(await promiseShipBy(db)).toBe(1)
    expect(await promiseShipBy(db)).toBe(0)
    expect(dateAt((await promiseOf(second)).ship_by!, zone)).toBe('2026-12-30')
    expect(await promiseOf(second)).toMatchObject({ ship_calendar: 2 })
    // The timeline has one entry, as of the payment.
    const told = await db.asSeller(seller, 'read', (own) => readOrderEvents(own, seller, second))
    const { ship_by } = await promiseOf(second)
    expect(told).toEqual([
      {
        kind: 'SHIP_BY_SET',
        subject: 'ship-by',
        before: null,
        after: { shipBy: ship_by!.toISOString(), rule: 'HANDLING_TIME', calendar: 2, handlingDays: 1 },
        at: paidAt,
        actor: { kind: 'HUB' },
        requestKey: null,
      },
    ])
    expect(dateAt((await promiseOf(first)).ship_by!, zone)).toBe('2026-12-25')
    await expect(
      db.owner.updateTable('orders').set({ ship_by: now }).where('id', '=', first).execute(),
    ).rejects.toMatchObject({ constraint: 'promised_ship_by_stays' })
    await expect(
      db.asSeller(seller, 'write', (own) =>
        own.updateTable('orders').set({ ship_by: now }).where('id', '=', imported).execute(),
      ),
    ).rejects.toThrow(/permission denied/)
    const open = await db.asSeller(seller, 'read', (own) => readOpenOrders(own, seller))
    expect(open.filter(({ shipBy }) => shipBy).length).toBe(2)
  })

  it('use the days of the listing, or else of its shipping policy', async () => {
    const key = { seller_id: await addSeller(db, 'carla') }
    const listed = { title: 'Leica M3', category: 'x', condition: 'NEW', state: 'ACTIVE', currency: 'GBP' } as const
    const { id: listing_id } = await addRow(db.owner, 'listings', { ...key, ...listed, price_minor: 1 })
    const shipping = { ...flatShipping(395), handlingDays: 4 }
    await addRows(db.owner, 'seller_policies', { ...key, id: 'slow', kind: 'FULFILMENT', name: 'Slow', shipping })
    await addRows(db.owner, 'listing_policies', { ...key, listing_id, kind: 'FULFILMENT', policy_id: 'slow' })
    const promised = async (seed: string) => {
      const order = await addPaid(key.seller_id, seed, now)
      await db.owner.updateTable('line_items').set({ listing_id }).where('order_id', '=', order).execute()
      await promiseShipBy(db)
      return (await promiseOf(order)).ship_handling_days
    }
    expect(await promised('by policy')).toBe(4)
    await addRows(db.owner, 'listing_contents', { ...key, listing_id, handling_days: 2 })
    expect(await promised('by listing')).toBe(2)
  })

  it('can be recomputed from the version that they name', async () => {
    const { rows } = {
      rows: await db.owner.selectFrom('orders').selectAll().where('ship_calendar', 'is not', null).execute(),
    }
    expect(rows.length).toBe(4)
    for (const {
      seller_id: id,
      ship_calendar: version,
      paid_at: paidAt,
      ship_by: due,
      ship_handling_days: days,
    } of rows) {
      const kept = await rowOf(db.owner, 'ship_calendars', { seller_id: id, version: version! })
      const calendar = {
        timeZone: kept.time_zone,
        handlingDays: kept.handling_days,
        cutoffTime: kept.cutoff_time,
        workingDays: kept.working_days,
        holidayRegion: null,
        holidays: kept.holidays,
        daysOff: kept.days_off,
        daysAway: kept.away_days,
      }
      expect(deadline(paidAt!, calendar, days!)).toEqual(due)
    }
  })

  it('are computed once, however many processes run', async () => {
    await addPaid(other, 'third', new Date('2026-12-21T10:00:00Z'))
    const both = await Promise.all([promiseShipBy(db), promiseShipBy(db)])
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 1])
  })

  it('of many orders each follow from their own payment, once', async () => {
    const first = await addPaid(other, 'many', new Date('2026-12-01T10:00:00Z'))
    await sql`
      with made as (
        insert into orders (seller_id, order_number, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at, paid_at,
          payment_status, currency, subtotal_minor, line_count, unit_count)
        select seller_id, '76-00000-' || lpad(n::text, 5, '0'), buyer_id, buyer_username, ship_to_address_id, ship_to_country,
          placed_at + n * interval '1 hour', paid_at + n * interval '1 hour', payment_status, currency, subtotal_minor, 1, 1
        from orders, generate_series(1, 120) n where id = ${first} returning id
      )
      insert into line_items (seller_id, order_id, position, item_number, title, currency, quantity, unit_price_minor)
      select ${other}, id, 1, '110000000001', 'Leica M3', 'GBP', 1, 1000 from made`.execute(db.owner)
    expect(await promiseShipBy(db)).toBe(121)
    const { calendar } = await calendarOf(other)
    const { rows } = await sql<{
      paid_at: Date
      ship_by: Date
      line_ship_by: Date
      events: number
      at: Date
      told: string
    }>`
      select o.paid_at, o.ship_by, l.ship_by as line_ship_by, count(e.id) as events, min(e.happened_at) as at, min(e.after ->> 'shipBy') as told
      from orders o join line_items l on l.order_id = o.id join order_events e on e.order_id = o.id and e.kind = 'SHIP_BY_SET'
      where o.order_number like '76-%' group by o.id, 1, 2, 3`.execute(db.owner)
    expect(rows.length).toBe(120)
    for (const { paid_at: at, ...row } of rows) {
      const due = deadline(at, calendar, 1)
      expect(row).toEqual({ ship_by: due, line_ship_by: due, told: due.toISOString(), events: 1, at })
    }
  })

  it('of a seller without working days block nobody else', async () => {
    const idle = await addSeller(db, 'idle')
    await db.owner.updateTable('sellers').set({ working_days: [] }).where('id', '=', idle).execute()
    await addPaid(idle, 'idle', new Date('2026-12-21T10:00:00Z'))
    await addPaid(other, 'fourth', new Date('2026-12-21T10:00:00Z'))
    const reported: number[] = []
    expect(await promiseShipBy(db, (_error, sellerId) => void reported.push(sellerId))).toBe(1)
    expect(reported).toEqual([idle])
  })

  it('get a new version only if rules differ, and holidays for the coming years', async () => {
    const { calendar, version } = await calendarOf(seller)
    await db.asSeller(seller, 'write', (own) => saveShipCalendar(own, { sellerId: seller, calendar, now }))
    expect((await calendarOf(seller)).version).toBe(version)
    expect(await renewHolidays(db, now)).toBe(0)
    const later = new Date('2027-12-01T00:00Z')
    expect(await renewHolidays(db, later)).toBe(1)
    expect((await calendarOf(seller)).calendar.holidays).toContain('2029-12-25')
    expect((await calendarOf(seller)).version).toBe(version + 1)
    expect(await renewHolidays(db, later)).toBe(0)
  })
})

it('keep holidays for their own region, whatever is saved meanwhile', async () => {
  const sellerId = await addSeller(db, 'moving', { holiday_region: 'GB', holidays: [], holidays_until: 2026 })
  let renewed: Promise<number> | undefined
  await db.owner.transaction().execute(async (all) => {
    await all.updateTable('sellers').set({ holiday_region: 'FR' }).where('id', '=', sellerId).execute()
    // It has read the former region and waits to write its holidays.
    renewed = renewHolidays(db, now)
    await expect.poll(() => waitingForLock(db.pool, '%holidays%')).not.toEqual([])
  })
  await renewed
  const { holidays } = await rowOf(db.owner, 'sellers', { id: sellerId })
  expect(holidays).toEqual([])
})

it('do not silently revert rules that somebody else changed', async () => {
  const hub = testServices(db, { now: () => now })
  const [manager, owner] = [await addTestMember(hub, { name: 'Mia' }), await addTestMember(hub, { name: 'Olga' })]
  await addTestSeller(db, { [manager.id]: 'manager', [owner.id]: 'owner' })
  const [first, second] = [await signedInBrowser(hub, manager.email), await signedInBrowser(hub, owner.email)]
  const open = async () => (await first.get(calendarPage, paths.shipCalendar)).data
  const { fields, begun } = await open()
  const send = (by: typeof first, own: object, more: object = {}) =>
    by.post(calendarPage, paths.shipCalendar, { ...fields, begun, ...own, ...more })
  const mine = { handlingDays: '2' }
  const theirs = { daysOff: '2026-12-29' }
  const seen = async (by: typeof first, own: object) => ({
    intent: 'save',
    seen: (await send(by, { ...own, intent: 'preview' })).data.preview.key,
  })
  const [myStep, theirStep] = [await seen(first, mine), await seen(second, theirs)]
  expect((await send(second, theirs, theirStep)).status).toBe(303)
  expect((await send(first, mine, myStep)).data).toMatchObject({
    errors: { form: expect.stringContaining('Somebody else changed this') },
    fields: { daysOff: '' },
  })
  expect((await open()).fields).toMatchObject({ handlingDays: '1', daysOff: '2026-12-29' })
  // After seeing the notice, the member may save.
  const told = (await open()).begun
  expect((await send(first, mine, { ...myStep, begun: told })).status).toBe(303)
})
