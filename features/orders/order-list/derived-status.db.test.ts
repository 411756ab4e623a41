import { rowOf, updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'

let serial = 0

const db = await testDatabase({ poolSize: 6 })
const seller = await addSeller(db, 'ann')
await sql`
  with buyer as (insert into buyers (seller_id, username, name) values (${seller}, 'zoe', 'Zoe Quill') returning id)
  insert into addresses (seller_id, buyer_id, name, city, country) select ${seller}, id, 'Zoe Quill', 'York', 'GB' from buyer`.execute(
  db.owner,
)

/** Adds a paid order of £10 with two lines of two units. */
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

const refund = (order: number, minor: number, state = 'REFUNDED') => `
  insert into refunds (seller_id, order_id, reason, currency, amount_minor, refunded_at, state)
  values (${seller}, ${order}, 'BUYER_RETURN', 'GBP', ${minor}, ${state === 'REFUNDED' ? 'now()' : 'null'}, '${state}')`

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

/** Runs two overlapping transactions: the second begins before the first commits, and ends after it. */
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

  it('counts pending refunds towards the limit, and not failed ones', async () => {
    const { id } = await addPaidOrder()
    const refunded = (minor: number, state?: string) => sql.raw(refund(id, minor, state)).execute(db.owner)
    await refunded(1000, 'FAILED')
    await refunded(600, 'PENDING')
    expect(await statusOf(id)).toBe('AWAITING_SHIPMENT')
    await expect(refunded(401, 'PENDING')).rejects.toThrow('refunds exceed what was paid')
    await expect(refunded(401)).rejects.toThrow('refunds exceed what was paid')
    await refunded(400)
    expect(await statusOf(id)).toBe('AWAITING_SHIPMENT')
  })

  it('is shipped after both parcels are, and found by both tracking numbers', async () => {
    const { id, lines } = await addPaidOrder()
    await together(parcel(id, lines[0]!, 'JD-FIRST'), parcel(id, lines[1]!, 'JD-SECOND'))
    expect(await statusOf(id)).toBe('SHIPPED')
    const { terms } = await rowOf(db.owner, 'order_search', { order_id: id })
    expect(terms).toContain('jd-first')
    expect(terms).toContain('jd-second')
  })

  it('is shipped after one line was sent in two parcels', async () => {
    const { id, lines } = await addPaidOrder()
    await sql.raw(parcel(id, lines[1]!, 'JD-OTHER')).execute(db.owner)
    await together(parcel(id, lines[0]!, 'JD-1', 1), parcel(id, lines[0]!, 'JD-2', 1))
    expect(await statusOf(id)).toBe('SHIPPED')
  })

  it('is shipped while one of two parcels is delivered', async () => {
    const { id, lines } = await addPaidOrder()
    await sql.raw(parcel(id, lines[0]!, 'A')).execute(db.owner)
    await sql.raw(parcel(id, lines[1]!, 'B')).execute(db.owner)
    const arrive = (tracking: string) =>
      updateRows(
        db.owner,
        'shipments',
        { order_id: id, tracking_number: tracking },
        { state: 'DELIVERED', delivered_at: new Date() },
      )
    await arrive('B')
    expect(await statusOf(id)).toBe('SHIPPED')
    await arrive('A')
    expect(await statusOf(id)).toBe('DELIVERED')
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

  it('is partly cancelled after both lines are', async () => {
    const { id, lines } = await addPaidOrder()
    await sql.raw(parcel(id, lines[0]!, 'C', 1)).execute(db.owner)
    const cancel = (line: number, quantity: number) =>
      `update line_items set cancelled_quantity = ${quantity} where id = ${line}`
    await together(cancel(lines[0]!, 1), cancel(lines[1]!, 2))
    expect(await statusOf(id)).toBe('SHIPPED')
  })
})

it('the search words of an order are current after anything is renamed or removed', async () => {
  const { id, lines } = await addPaidOrder()
  const words = () => rowOf(db.owner, 'order_search', { order_id: id })
  await sql.raw(parcel(id, lines[0]!, 'JD-FIRST')).execute(db.owner)
  await sql.raw(`update line_items set title = 'Tripod' where id = ${lines[1]}`).execute(db.owner)
  expect((await words()).terms).toMatch(/lens cap .*tripod .*jd-first/)
  await sql.raw(`delete from shipments where order_id = ${id}`).execute(db.owner)
  await sql.raw(`delete from line_items where id = ${lines[1]}`).execute(db.owner)
  expect((await words()).terms).not.toMatch(/tripod|jd-first/)
  expect((await words()).personal).toMatch(/^zoe quill /)
  await sql.raw(`update buyers set name = 'Zoë Marsh' where seller_id = ${seller}`).execute(db.owner)
  expect((await words()).personal).toMatch(/^zoe marsh /)
  expect((await words()).personal).not.toMatch(/^zoe quill/)
  await sql
    .raw(`update addresses set postal_code = 'BS6 5PZ', phone = '07700 900-417' where seller_id = ${seller}`)
    .execute(db.owner)
  await sql.raw(`insert into order_notes values (${seller}, ${id}, 'Film apart', 'Ada', now())`).execute(db.owner)
  expect((await words()).personal).toMatch(/^zoe marsh .* bs6 5pz 07700 900-417 film apart bs65pz 07700900417$/)
  await sql.raw(`update order_notes set note = 'Padded box' where order_id = ${id}`).execute(db.owner)
  expect((await words()).personal).toMatch(/417 padded box /)
  await sql.raw(`delete from order_notes where order_id = ${id}`).execute(db.owner)
  expect((await words()).personal).toMatch(/900-417 +bs65pz 07700900417$/)
})

describe('an order’s status', () => {
  const remove = (table: string, id: number) => `delete from ${table} where order_id = ${id}`
  const request = (id: number) => `
    insert into cancellations (seller_id, order_id, initiator, reason, state, requested_at)
    values (${seller}, ${id}, 'BUYER', 'ORDER_MISTAKE', 'REQUESTED', now())`

  it.each<[what: string, before: string, after: string, (id: number, lines: number[]) => [string, string]]>([
    [
      'the parcels',
      'PARTLY_SHIPPED',
      'AWAITING_SHIPMENT',
      (id, [line]) => [parcel(id, line!, 'X'), remove('shipments', id)],
    ],
    [
      'the lines not yet sent',
      'PARTLY_SHIPPED',
      'SHIPPED',
      (id, [line, other]) => [parcel(id, line!, 'X'), `delete from line_items where id = ${other}`],
    ],
    [
      'all lines',
      'PARTLY_SHIPPED',
      'AWAITING_SHIPMENT',
      (id, [line]) => [parcel(id, line!, 'X'), remove('line_items', id)],
    ],
    ['the refund', 'REFUNDED', 'AWAITING_SHIPMENT', (id) => [refund(id, 1000), remove('refunds', id)]],
    ['the payment', 'AWAITING_SHIPMENT', 'AWAITING_PAYMENT', (id) => ['select', remove('payments', id)]],
    [
      'the request to cancel',
      'CANCELLATION_REQUESTED',
      'AWAITING_SHIPMENT',
      (id) => [request(id), remove('cancellations', id)],
    ],
  ])('follows where it loses %s', async (_, before, after, change) => {
    const { id, lines } = await addPaidOrder()
    const [add, takeAway] = change(id, lines)
    await sql.raw(add).execute(db.owner)
    expect(await statusOf(id)).toBe(before)
    await sql.raw(takeAway).execute(db.owner)
    expect(await statusOf(id)).toBe(after)
  })

  it('does not allow removing a refunded payment, except with its order', async () => {
    const { id } = await addPaidOrder()
    await sql.raw(refund(id, 400)).execute(db.owner)
    const within = (change: string) => expect(sql.raw(change).execute(db.owner)).rejects.toThrow('refunds exceed')
    await within(remove('payments', id))
    await within(`update payments set state = 'FAILED', paid_at = null where order_id = ${id}`)
    await within(`update payments set amount_minor = 399 where order_id = ${id}`)
    await sql.raw(`delete from orders where id = ${id}`).execute(db.owner)
    expect(await db.owner.selectFrom('refunds').select('id').where('order_id', '=', id).execute()).toEqual([])
  })

  it('is separate from other orders: their parts cannot be moved', async () => {
    const [{ id, lines }, other] = [await addPaidOrder(), await addPaidOrder()]
    await sql.raw(parcel(id, lines[0]!, 'X')).execute(db.owner)
    for (const table of ['line_items', 'payments', 'shipments'])
      await expect(
        sql.raw(`update ${table} set order_id = ${other.id} where order_id = ${id}`).execute(db.owner),
      ).rejects.toThrow('a part of an order stays with it')
    await expect(
      sql
        .raw(`update shipment_lines set line_item_id = ${other.lines[0]} where line_item_id = ${lines[0]}`)
        .execute(db.owner),
    ).rejects.toThrow('a part of an order stays with it')
  })

  it('cannot be written by requests, and follows from their changes', async () => {
    const { id, lines } = await addPaidOrder()
    const asSeller = (statement: string) => db.asSeller(seller, 'write', (own) => sql.raw(statement).execute(own))
    for (const statement of [
      `update orders set fulfilment_status = 'FULFILLED'`,
      `update orders set payment_status = 'FULLY_REFUNDED'`,
      `update orders set cancel_state = 'CANCELED'`,
      `update orders set delivered = true`,
      `update orders set paid_at = now()`,
      `update line_items set shipped_quantity = 1`,
      `update order_counts set orders = 0`,
      `delete from sales_hours`,
      `update order_search set terms = ''`,
    ])
      await expect(asSeller(statement), statement).rejects.toThrow('permission denied')
    await asSeller(parcel(id, lines[0]!, 'X'))
    await asSeller(parcel(id, lines[1]!, 'Y'))
    expect(await statusOf(id)).toBe('SHIPPED')
    await asSeller(refund(id, 1000))
    expect(await statusOf(id)).toBe('REFUNDED')
  })
})
