import { updateRows } from '#db/testing-row.ts'
import { minute } from '#lib/duration.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { cancelRun, takeRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { applyPart } from './apply-part-db.server.ts'
import {
  checkTestFile,
  countsOf,
  queueTestFile,
  rowsOfUpload,
  trackingWorker,
  uploadOf,
  workOnUploads,
} from './testing.ts'

let now = new Date('2026-11-20T14:30:00Z')
const count = 260
const bad = 20

const db = await testDatabase({ poolSize: 6 })
const hub = testServices(db, { now: () => now })
const ann = await addSeller(db, 'ann')

let series = 0
/** Adds paid orders of one line each; returns their numbers. */
async function addOrders(units = 1, orders = count): Promise<string[]> {
  series += 1
  const number = sql`${String(30 + series)} || '-00000-' || lpad(n::text, 5, '0')`
  await sql`
    with buyer as (
      insert into buyers (seller_id, username, name) values (${ann}, ${`zoe${series}`}, 'Zoe') returning id
    ), address as (
      insert into addresses (seller_id, buyer_id, name, city, country) select ${ann}, id, 'Zoe', 'York', 'GB' from buyer returning id, buyer_id
    ), made as (
      insert into orders (seller_id, order_number, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at,
        currency, subtotal_minor, line_count, unit_count)
      select ${ann}, ${number}, buyer_id, 'zoe', id, 'GB', ${new Date('2026-11-01T10:00Z')}, 'GBP', 100, 1, ${units}::int
      from address, generate_series(1, ${orders}::int) n returning id
    ), lines as (
      insert into line_items (seller_id, order_id, position, item_number, sku, title, currency, quantity, unit_price_minor)
      select ${ann}, id, 1, '110000000000', 'CAP-1', 'Lens cap', 'GBP', ${units}::int, 100 from made
    )
    insert into payments (seller_id, order_id, method, state, currency, amount_minor, paid_at)
    select ${ann}, id, 'CARD', 'PAID', 'GBP', 100, ${now} from made`.execute(db.owner)
  return Array.from({ length: orders }, (_, index) => `${30 + series}-00000-${String(index + 1).padStart(5, '0')}`)
}

const write = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(ann, 'write', work)

async function upload(text: string): Promise<string> {
  return (await checkTestFile(hub, { sellerId: ann, text })).id
}

const start = (id: string) => queueTestFile(hub, { sellerId: ann, id })
async function take(id: string) {
  return assertDefined(await write((own) => takeRun(own, { sellerId: ann, id, now })), 'it is queued')
}
/** One part of the work of a process that has taken the upload. */
const part = async (run: Awaited<ReturnType<typeof take>>) =>
  (await trackingWorker.work({ hub, run, role: 'owner', isOver: () => true, signal: AbortSignal.timeout(minute) }))
    .outcome
async function apply(id: string): Promise<void> {
  await start(id)
  await workOnUploads(hub)
}
const counts = (id: string) => countsOf(hub, { sellerId: ann, id })
const stateOf = async (id: string) => (await uploadOf(hub, { sellerId: ann, id })).state
const problems = (id: string) => rowsOfUpload(hub, { sellerId: ann, id }, ['PROBLEM', 'REFUSED'])
const parcels = async (prefix: string) =>
  (
    await sql<{ n: number; numbers: number }>`
      select count(*) as n, count(distinct tracking_number) as numbers from shipments s join orders o on o.id = s.order_id
      where o.order_number like ${`${prefix}-%`}`.execute(db.owner)
  ).rows[0]!

const head = 'Order Number;Item Number;Shipping Carrier Used;Tracking Number\n'
const rowOf = (order: string, tracking: string, carrier = 'DHL') => `${order};;${carrier};${tracking}\n`
const trackingOf = (order: string) => `0034 ${order.replaceAll('-', '')}`

describe('a file', () => {
  it('with errors has its other rows applied; corrected, only those change; sent again, nothing', async () => {
    const orders = await addOrders()
    const lines = orders.map((order, index) => rowOf(order, index < bad ? '4.81203E+13' : trackingOf(order)))
    const id = await upload(head + lines.join(''))
    expect(await counts(id)).toEqual({
      CHANGE: count - bad,
      PROBLEM: bad,
      SAME: 0,
      SKIPPED: 0,
      DONE: 0,
      REFUSED: 0,
    })
    expect((await parcels(orders[0]!.slice(0, 2))).n).toBe(0)
    await apply(id)
    expect(await counts(id)).toEqual({
      CHANGE: 0,
      PROBLEM: bad,
      SAME: 0,
      SKIPPED: 0,
      DONE: count - bad,
      REFUSED: 0,
    })
    expect(await stateOf(id)).toBe('DONE_WITH_ERRORS')
    const mended = await problems(id)
    expect(mended.map(({ row }) => row)).toEqual(Array.from({ length: bad }, (_, index) => index + 2))
    const again = await upload(head + orders.map((order) => rowOf(order, trackingOf(order))).join(''))
    expect(await counts(again)).toMatchObject({ CHANGE: bad, SAME: count - bad, PROBLEM: 0 })
    await apply(again)
    expect(await parcels(orders[0]!.slice(0, 2))).toEqual({ n: count, numbers: count })
    const third = await upload(head + orders.map((order) => rowOf(order, trackingOf(order))).join(''))
    expect(await counts(third)).toMatchObject({ CHANGE: 0, SAME: count })
  })

  it('continues after its process died, is applied once by two at a time, and stops on request', async () => {
    const orders = await addOrders()
    const id = await upload(head + orders.map((order) => rowOf(order, trackingOf(order))).join(''))
    await start(id)
    const run = await take(id)
    expect(await part(run)).toBe('more')
    const done = (await counts(id)).DONE
    expect(done).toBeGreaterThan(0)
    // If a process dies, its part is rolled back.
    const dying = write(async (own) => {
      await applyPart(own, { run, now })
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect((await counts(id)).DONE).toBe(done)
    expect((await parcels(orders[0]!.slice(0, 2))).n).toBe(done)
    expect(await write((own) => cancelRun(own, { sellerId: ann, id, keepsInput: true, now }))).toBe(true)
    expect([await part(run), await stateOf(id)]).toEqual(['lost', 'CANCELLED'])
    expect((await counts(id)).DONE).toBe(done)
    await start(id)
    const dead = await take(id)
    expect(await part(dead)).toBe('more')
    // After half a minute without progress another process takes it over.
    expect(await workOnUploads(hub)).toBe(0)
    now = new Date(now.getTime() + 31_000)
    const ended = await Promise.all([workOnUploads(hub), workOnUploads(hub), part(dead)])
    expect(ended).toEqual([expect.any(Number), expect.any(Number), 'lost'])
    expect(await stateOf(id)).toBe('DONE')
    expect(await counts(id)).toMatchObject({ CHANGE: 0, DONE: count, REFUSED: 0 })
    expect(await parcels(orders[0]!.slice(0, 2))).toEqual({ n: count, numbers: count })
  })

  it('is applied even if another one fails, which is reported', async () => {
    const [order] = await addOrders(1, 1)
    const broken = await upload(head + rowOf(order!, '0034 1'))
    await updateRows(db.owner, 'tracking_rows', { run_id: broken }, { wish: JSON.stringify({ contents: [null] }) })
    await start(broken)
    const [other] = await addOrders(1, 1)
    const id = await upload(head + rowOf(other!, '0034 2'))
    await start(id)
    const reported: number[] = []
    expect(await workOnUploads(hub, (_error, of) => void reported.push(of))).toBe(2)
    expect(reported).toEqual([ann])
    expect([await stateOf(broken), await stateOf(id)]).toEqual(['FAILED', 'DONE'])
  })

  it('reports what is wrong with each row', async () => {
    const [order, other, third, shipped] = await addOrders(3, 4)
    await apply(await upload(head + rowOf(shipped!, '0034 1')))
    const expected: [row: string, rules: string | null][] = [
      [rowOf('', '0034 2'), 'order-missing'],
      [rowOf('403-7712054-1188', '0034 2'), 'order-form'],
      [rowOf('99-99999-99999', '0034 2'), 'order-unknown'],
      [rowOf(order!, ''), 'tracking-missing'],
      [rowOf('99-99999-99999', '=1+1', 'D'.repeat(100)), 'order-unknown tracking-form carrier-form'],
      [`${order};119999999999;royal mail;RN473124828GB\n`, 'number-check item-unknown'],
      [rowOf(order!, '4,8E+13'), 'rounded'],
      [rowOf(order!, '=1+1'), 'tracking-form'],
      [rowOf(order!, 'RN473124828GB', 'royal mail'), 'number-check'],
      [rowOf(order!, 'RN473124828GB', ''), 'number-check'],
      [rowOf(order!, 'H01QXA004471023', 'Evri'), 'number-form'],
      [rowOf(order!, 'ABCDE', ''), 'carrier-missing'],
      [rowOf(order!, 'RN473124829GB', 'RM24'), 'carrier-other'],
      [`${order};119999999999;DHL;0034 2\n`, 'item-unknown'],
      [rowOf(shipped!, '0034 5'), 'nothing-left'],
      [rowOf(shipped!, '00341'), null],
      [rowOf(order!, 'RN473124829GB', ''), null],
      [rowOf(order!, '0034 9'), 'nothing-left'],
      [rowOf(other!, 'ABCDE', 'Our own courier'), null],
      [`${third};110000000000;DHL;0034 7\n`, null],
      [`${third};110000000000;DHL;0034 8\n`, 'units'],
    ]
    const id = await upload(head + expected.map(([row]) => row).join(''))
    const found = new Map((await problems(id)).map((row) => [row.row, row.problems!.map(({ rule }) => rule).join(' ')]))
    expect(expected.map((_, index) => found.get(index + 2) ?? null)).toEqual(expected.map(([, rules]) => rules))
    expect(await counts(id)).toMatchObject({ SAME: 1, CHANGE: 3 })
  })

  it('puts the rest of an order into the parcel of the row without a line, beside rows with lines', async () => {
    const [order, other] = await addOrders(3, 2)
    const named = (number: string, units: string, tracking: string) => `${number};CAP-1;${units};DHL;${tracking}\n`
    const id = await upload(
      'Order Number;SKU;Quantity;Shipping Carrier Used;Tracking Number\n' +
        named(order!, '1', '0034 11') +
        `${order};;;DHL;0034 12\n` +
        named(other!, '3', '0034 13') +
        `${other};;;DHL;0034 14\n`,
    )
    expect(await counts(id)).toMatchObject({ CHANGE: 3, PROBLEM: 1 })
    await apply(id)
    expect(await counts(id)).toMatchObject({ DONE: 3, REFUSED: 0 })
    const sent = await sql<{ number: string; units: number }>`
      select s.tracking_number as number, l.quantity as units from shipments s
      join shipment_lines l on l.seller_id = s.seller_id and l.shipment_id = s.id
      join orders o on o.seller_id = s.seller_id and o.id = s.order_id
      where o.order_number = any (${[order, other]}) order by 1`.execute(db.owner)
    expect(sent.rows).toEqual([
      { number: '0034 11', units: 1 },
      { number: '0034 12', units: 2 },
      { number: '0034 13', units: 3 },
    ])
  })

  it('assigns rows of one item number to its variations in turn', async () => {
    const [order] = await addOrders(2, 1)
    await sql`
      insert into line_items (seller_id, order_id, position, item_number, sku, title, currency, quantity, unit_price_minor)
      select seller_id, id, 2, '110000000000', 'CAP-2', 'Lens cap', 'GBP', 1, 100 from orders
      where seller_id = ${ann} and order_number = ${order}`.execute(db.owner)
    const row = (tracking: string) => `${order};110000000000;DHL;${tracking}\n`
    const id = await upload(head + row('0034 21') + row('0034 21') + row('0034 22'))
    expect(await counts(id)).toMatchObject({ CHANGE: 2, PROBLEM: 1 })
    await apply(id)
    const sent = await sql<{ line: number; units: number }>`
      select l.position as line, c.quantity as units from shipments s
      join shipment_lines c on c.seller_id = s.seller_id and c.shipment_id = s.id
      join line_items l on l.seller_id = s.seller_id and l.id = c.line_item_id
      where s.tracking_number = '0034 21' order by 1`.execute(db.owner)
    expect(sent.rows).toEqual([
      { line: 1, units: 2 },
      { line: 2, units: 1 },
    ])
  })

  it('assigns each MIP row to its line, and rows with an unknown id to the order', async () => {
    const [order, other] = await addOrders(2, 2)
    await sql`
      insert into line_items (seller_id, order_id, position, item_number, title, currency, quantity, unit_price_minor)
      select seller_id, id, n, '110000000000', 'Lens cap', 'GBP', 1, 100 from orders, generate_series(2, 3) n
      where seller_id = ${ann} and order_number = ${order}`.execute(db.owner)
    const id = await upload(
      'Order ID,Line Item ID,Logistics Status,Shipment Carrier,Shipment Tracking\n' +
        `${order},2,SHIPPED,DHL,0034 31\n${order},${order!.replaceAll('-', '')}003,SHIPPED,DHL,0034 32\n` +
        `${order},1,SHIPPED,DHL,0034 33\n${other},10042123456789,SHIPPED,DHL,0034 34\n`,
    )
    expect(await counts(id)).toMatchObject({ CHANGE: 4, PROBLEM: 0 })
    await apply(id)
    const sent = await sql<{ number: string; line: number }>`
      select s.tracking_number as number, l.position as line from shipments s
      join shipment_lines c on c.seller_id = s.seller_id and c.shipment_id = s.id
      join line_items l on l.seller_id = s.seller_id and l.id = c.line_item_id
      where s.tracking_number like '0034 3_' order by 1`.execute(db.owner)
    expect(sent.rows.map(({ number, line }) => [number.slice(-2), line])).toEqual([
      ['31', 2],
      ['32', 3],
      ['33', 1],
      ['34', 1],
    ])
  })

  it('rejects parcels dated before their order', async () => {
    const [order, other] = await addOrders(1, 2)
    const row = (number: string, day: string, tracking: string) => `${number};DHL;${tracking};${day}\n`
    const days = 'Order Number;Shipping Carrier Used;Tracking Number;Shipped On\n'
    // The orders were placed on 1 November at 10:00.
    await sql`update orders set placed_at = '2026-11-01T18:00Z' where order_number = ${other}`.execute(db.owner)
    const id = await upload(days + row(order!, '01.11.2024', '0034 41') + row(other!, '01.11.2026', '0034 42'))
    const changes = await rowsOfUpload(hub, { sellerId: ann, id }, ['CHANGE'])
    expect(changes).toMatchObject([{ notes: [{ column: 'shipped', rule: 'day' }] }, { notes: null }])
    await apply(id)
    const sent = await sql<{ number: string; at: Date }>`
      select tracking_number as number, shipped_at as at from shipments where tracking_number like '0034 4_'`.execute(
      db.owner,
    )
    // An impossible day counts as none: the parcel ships when its row is applied.
    expect(sent.rows).toEqual([
      { number: '0034 41', at: now },
      { number: '0034 42', at: new Date('2026-11-01T18:00Z') },
    ])
  })

  it('rejects rows of orders shipped since the check, and applies the others', async () => {
    const [order, other] = await addOrders(1, 2)
    const id = await upload(head + rowOf(order!, '0034 1') + rowOf(other!, '0034 2'))
    await apply(await upload(head + rowOf(order!, '0034 3')))
    await apply(id)
    expect(await counts(id)).toMatchObject({ DONE: 1, REFUSED: 1 })
    expect(await problems(id)).toMatchObject([{ row: 2, problems: [{ rule: 'nothing-left' }] }])
  })
})
