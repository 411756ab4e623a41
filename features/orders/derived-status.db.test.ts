import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from './testing.ts'

let db: TestDatabase
let seller: number
let serial = 0

beforeAll(async () => {
  db = await testDatabase({ poolSize: 6 })
  seller = await addSeller(db, 'ann')
  await sql`
    with buyer as (insert into buyers (seller_id, username, name) values (${seller}, 'zoe', 'Zoe Quill') returning id)
    insert into addresses (seller_id, buyer_id, name, city, country) select ${seller}, id, 'Zoe Quill', 'York', 'GB' from buyer`.execute(
    db.owner,
  )
})

/** A paid order of £10 with two lines of two pieces each. */
async function addPaidOrder(): Promise<{ id: number; lines: number[] }> {
  serial += 1
  const { rows } = await sql<{ id: number }>`
    insert into orders (seller_id, order_number, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at,
      currency, subtotal_minor, line_count, unit_count)
    select ${seller}, ${`12-00000-${String(serial).padStart(5, '0')}`}, buyer_id, 'zoe', id, country, now(), 'GBP', 1000, 2, 4
    from addresses where seller_id = ${seller} returning id`.execute(db.owner)
  const { id } = rows[0]!
  const { rows: lines } = await sql<{ id: number }>`
    insert into line_items (seller_id, order_id, position, item_number, title, currency, quantity, unit_price_minor)
    select ${seller}, ${id}, n, '110000000000', 'Lens cap', 'GBP', 2, 250 from generate_series(1, 2) n returning id`.execute(
    db.owner,
  )
  await sql`
    insert into payments (seller_id, order_id, method, state, currency, amount_minor, paid_at)
    values (${seller}, ${id}, 'CARD', 'PAID', 'GBP', 1000, now())`.execute(db.owner)
  return { id, lines: lines.map((line) => line.id) }
}

const statusOf = async (id: number) =>
  (await db.owner.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const refund = (order: number, minor: number) => `
  insert into refunds (seller_id, order_id, reason, currency, amount_minor, refunded_at)
  values (${seller}, ${order}, 'BUYER_RETURN', 'GBP', ${minor}, now())`

const parcel = (order: number, line: number, tracking: string, quantity = 2) => `
  with parcel as (
    insert into shipments (seller_id, order_id, carrier, tracking_number, shipped_at)
    values (${seller}, ${order}, 'DHL', '${tracking}', now()) returning id
  )
  insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity) select ${seller}, id, ${line}, ${quantity} from parcel`

async function connect(): Promise<pg.PoolClient> {
  const client = await db.pool.connect()
  onTestFinished(() => client.release())
  return client
}

/** Two transactions at the same time: the second begins before the first is committed, and ends after it. */
async function together(first: string, second: string): Promise<void> {
  const [one, two] = [await connect(), await connect()]
  await one.query(`begin; ${first}`)
  await two.query('begin')
  const { rows } = await two.query<{ pid: number }>('select pg_backend_pid() as pid')
  const outcome = two.query(second).then(
    () => 'done' as const,
    (error: unknown) => error,
  )
  await expect.poll(() => isWaiting(rows[0]!.pid)).toBe(true)
  await one.query('commit')
  const result = await outcome
  await two.query(result === 'done' ? 'commit' : 'rollback')
  if (result !== 'done') throw result
}

async function isWaiting(pid: number): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = ${pid}`.execute(db.owner)
  return rows[0]?.waits ?? false
}

describe('an order’s status, with two transactions at the same time', () => {
  it('is refunded after both halves are', async () => {
    const { id } = await addPaidOrder()
    await together(refund(id, 500), refund(id, 500))
    expect(await statusOf(id)).toBe('REFUNDED')
  })

  it('never lets them refund more than was paid', async () => {
    const { id } = await addPaidOrder()
    await expect(together(refund(id, 600), refund(id, 600))).rejects.toThrow('refunds exceed what was paid')
    expect(await statusOf(id)).toBe('AWAITING_SHIPMENT')
  })

  it('is shipped after both parcels are, and found by both tracking numbers', async () => {
    const { id, lines } = await addPaidOrder()
    await together(parcel(id, lines[0]!, 'JD-FIRST'), parcel(id, lines[1]!, 'JD-SECOND'))
    expect(await statusOf(id)).toBe('SHIPPED')
    const { terms } = await db.owner
      .selectFrom('order_search')
      .select('terms')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(terms).toContain('jd-first')
    expect(terms).toContain('jd-second')
  })

  it('is shipped after one line went in two parcels', async () => {
    const { id, lines } = await addPaidOrder()
    await sql.raw(parcel(id, lines[1]!, 'JD-OTHER')).execute(db.owner)
    await together(parcel(id, lines[0]!, 'JD-1', 1), parcel(id, lines[0]!, 'JD-2', 1))
    expect(await statusOf(id)).toBe('SHIPPED')
  })

  it('is delivered after both parcels are', async () => {
    const { id, lines } = await addPaidOrder()
    await sql.raw(parcel(id, lines[0]!, 'A')).execute(db.owner)
    await sql.raw(parcel(id, lines[1]!, 'B')).execute(db.owner)
    const arrives = (tracking: string) => `
      update shipments set state = 'DELIVERED', delivered_at = now() where order_id = ${id} and tracking_number = '${tracking}'`
    await together(arrives('A'), arrives('B'))
    expect(await statusOf(id)).toBe('DELIVERED')
  })

  it('is cancelled in part after both lines are', async () => {
    const { id, lines } = await addPaidOrder()
    await sql.raw(parcel(id, lines[0]!, 'C', 1)).execute(db.owner)
    const cancel = (line: number, quantity: number) =>
      `update line_items set cancelled_quantity = ${quantity} where id = ${line}`
    await together(cancel(lines[0]!, 1), cancel(lines[1]!, 2))
    expect(await statusOf(id)).toBe('SHIPPED')
  })
})
