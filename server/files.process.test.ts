import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { connect, withClient } from '#db/connection.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { embeddedUrl, startHub, usedDataFolder } from './process-testing.ts'

// Long work on many rows, whose process is killed in the middle of a part: what the part has written is rolled back, and
// another process goes on where the part before ended.

const before = 1_000
const after = 1_500

type Sql = (statement: string, values?: readonly unknown[]) => Promise<pg.QueryResult>
type Shop = Awaited<ReturnType<typeof addShop>>

/** Work of a job, the only one of its table. */
interface Work {
  job: string
  /** Another process takes over what was not worked on for a while. */
  table: 'bulk_edits' | 'file_runs'
  prepare: (sql: Sql, shop: Shop) => Promise<void>
  /** Holds a row that the work writes at the end of its second or a later part. */
  hold: (sql: Sql, shop: Shop) => Promise<unknown>
  /** The statement that waits for it. */
  waits: string
  /** How much the parts have committed. */
  committed: (sql: Sql) => Promise<number>
  /** How much those before the held row commit. */
  half: number
  /** State once it is complete. */
  ends: string
  expectComplete: (sql: Sql) => Promise<void>
}

/** Kills a hub in the middle of a part of each work, starts another on the same data, and expects that it completes them. */
async function expectCompleted(works: readonly Work[]) {
  const folder = await usedDataFolder()
  const killed = await startHub({ DATA_DIR: folder })
  await killed.ready
  const url = await embeddedUrl(folder)
  const sql: Sql = (statement, values = []) => withClient(url, (client) => client.query(statement, [...values]))
  const shop = await addShop(sql)
  const blocker = await connect(url)
  await blocker.query('begin')
  for (const work of works) {
    await work.prepare(sql, shop)
    await work.hold((statement, values = []) => blocker.query(statement, [...values]), shop)
  }
  for (const { job } of works) await sql(`select hub_jobs.add_job($1)`, [job])
  const waiting = () =>
    withClient(url, async (client) => {
      const counts = []
      for (const { waits } of works) counts.push((await waitingForLock(client, waits)).length)
      return counts
    })
  const committed = () => Promise.all(works.map((work) => work.committed(sql)))
  const halves = works.map(({ half }) => half)
  await expect.poll(waiting).toEqual(works.map(() => 1))
  expect(await committed()).toEqual(halves)
  killed.child.kill('SIGKILL')
  await killed.exited
  await blocker.query('rollback')
  await blocker.end()
  await expect.poll(waiting).toEqual(works.map(() => 0))
  expect(await committed(), 'nothing of the part in which it was killed').toEqual(halves)
  for (const { table } of works) await sql(`update ${table} set worked_at = worked_at - interval '5 minutes'`)
  await (
    await startHub({ DATA_DIR: folder })
  ).ready
  for (const { table, ends, expectComplete } of works) {
    await expect.poll(async () => (await sql(`select state from ${table}`)).rows).toEqual([{ state: ends }])
    await expectComplete(sql)
  }
}

async function addSeller(sql: Sql, name: string): Promise<number> {
  const { rows } = await sql(
    `insert into sellers (username, display_name, registered_at, country, time_zone, currency)
     values ($1, $1, now(), 'GB', 'UTC', 'GBP') returning id`,
    [name],
  )
  await sql(`insert into members (id, name, email) values ($1, $1, $2)`, [name, `${name}@example.com`])
  await sql(`insert into memberships (seller_id, member_id, role) values ($1, $2, 'owner')`, [rows[0].id, name])
  return rows[0].id
}

/** A seller with 1,200 listings at the same price. */
async function addShop(sql: Sql) {
  const sellerId = await addSeller(sql, 'ann')
  const { rows } = await sql(
    `insert into listings (seller_id, title, category, condition, state, price_minor, currency, quantity_available, starts_at)
     select $1, 'Lens ' || n, 'Cameras', 'GOOD', 'ACTIVE', ${before}, 'GBP', 1, now() from generate_series(1, 1200) n
     returning id, item_number`,
    [sellerId],
  )
  const listings: { id: number; item_number: string }[] = rows.toSorted((a, b) => a.id - b.id)
  return { sellerId, listings, ids: listings.map(({ id }) => id) }
}

/** Adds an uploaded file that waits for the job; returns its id. */
async function addUpload(
  sql: Sql,
  { sellerId, kind, lines, plan }: { sellerId: number; kind: string; lines: readonly string[]; plan: object },
): Promise<string> {
  const [header = '', ...below] = lines
  const full = {
    dialect: null,
    form: { encoding: 'utf-8', delimiter: ',', namesDelimiter: false, isOld: false },
    header: header.split(','),
    skipped: 1,
    isChosen: false,
    lines: below.length,
    check: 'first',
    locale: 'en',
    ...plan,
  }
  const { rows } = await sql(
    `insert into file_runs (seller_id, direction, kind, state, file_name, format, plan, total_rows, readers, has_buyers,
       member_id, member_name, made_at, worked_at, kept_until)
     select $1, 'UPLOAD', $2, 'QUEUED', 'rows.csv', 'CSV', $3, $4, '{owner}', false, member_id, member_id, now(), now(),
       now() + interval '30 days'
     from memberships where seller_id = $1
     returning id`,
    [sellerId, kind, JSON.stringify(full), below.length],
  )
  const id: string = rows[0].id
  await sql(`insert into file_run_parts (seller_id, run_id, file, part, content) values ($1, $2, 'INPUT', 0, $3)`, [
    sellerId,
    id,
    Buffer.from(lines.join('\n')),
  ])
  return id
}

/** Adds an uploaded file that sets the price of each listing. */
const addPrices = (sql: Sql, { sellerId, listings }: Shop, isChecked: boolean): Promise<string> =>
  addUpload(sql, {
    sellerId,
    kind: 'listings',
    lines: ['Item number,Price', ...listings.map((each) => `${each.item_number},15.00`)],
    plan: { columns: { item: 0, price: 1 }, samples: [[], []], isChecked, isUndo: false },
  })

const countOf = async (sql: Sql, what: string): Promise<number> =>
  (await sql(`select count(*)::integer as n from ${what}`)).rows[0].n

const changed = (sql: Sql) => countOf(sql, `listings where price_minor = ${after}`)

/** All listings are changed, each once: no part was done twice. */
async function expectAllChanged(sql: Sql) {
  expect(await changed(sql)).toBe(1_200)
  expect((await sql('select distinct version from listings')).rows).toHaveLength(1)
}

/** Number of rows that the result file calls done. */
async function successes(sql: Sql): Promise<number> {
  const { rows } = await sql(
    `select string_agg(convert_from(content, 'UTF8'), '' order by part) as text from file_run_parts where file = 'RESULT'`,
  )
  return rows[0].text.match(/,Success,/g)?.length ?? 0
}

const bulkEdit: Work = {
  job: 'bulk-edits',
  table: 'bulk_edits',
  async prepare(sql, { sellerId, ids }) {
    const { rows } = await sql(
      `insert into bulk_edits (seller_id, member_id, member_name, state, listing_ids, opened_from, form, checked,
         made_at, worked_at, applied_at)
       values ($1, 'ann', 'Ann', 'RUNNING', $2::bigint[], '/sh/lst/active', '{}', 1200, now(),
         now() - interval '1 minute', now())
       returning id`,
      [sellerId, ids],
    )
    await sql(
      `insert into bulk_edit_rows (seller_id, edit_id, position, listing_id, state, before, after, problems)
       select $1, $2, place, id, 'CHANGE', '{"price": ${before}}', '{"price": ${after}}', '[]'
       from unnest($3::bigint[]) with ordinality as each (id, place)`,
      [sellerId, rows[0].id, ids],
    )
  },
  hold: (sql) => sql('select from bulk_edit_rows where position = 700 for update'),
  waits: '%update bulk_edit_rows%',
  committed: changed,
  half: 500,
  ends: 'DONE',
  expectComplete: expectAllChanged,
}

/** All listings of the edit are changed; they are undone from the end. */
const bulkEditUndone: Work = {
  ...bulkEdit,
  async prepare(sql, shop) {
    await bulkEdit.prepare(sql, shop)
    await sql(`update listings set price_minor = ${after}`)
    await sql(`update bulk_edits set state = 'UNDOING', ended_at = now()`)
    await sql(`update bulk_edit_rows set state = 'DONE'`)
  },
  hold: (sql) => sql('select from bulk_edit_rows where position = 500 for update'),
  committed: (sql) => countOf(sql, `listings where price_minor = ${before}`),
  ends: 'UNDONE',
  async expectComplete(sql) {
    expect(await changed(sql)).toBe(0)
    expect(await countOf(sql, `bulk_edit_rows where state = 'UNDONE'`)).toBe(1_200)
  },
}

/** Adds a file of orders of another seller; returns the seller and the file. */
async function addOrders(sql: Sql, { orders, isChecked }: { orders: number; isChecked: boolean }) {
  const sellerId = await addSeller(sql, 'bob')
  const rows = Array.from({ length: orders }, (_, n) => `R-${n},2025-01-01,Cup,2.50,2025-01-02`)
  const id = await addUpload(sql, {
    sellerId,
    kind: 'orders',
    lines: ['Order number,Order date,Item title,Price,Shipped on date', ...rows],
    plan: { columns: { order: 0, placed: 1, title: 2, price: 3, shipped: 4 }, isChecked },
  })
  return { sellerId, id }
}

const ordersChecked: Work = {
  job: 'file-runs',
  table: 'file_runs',
  prepare: async (sql) => void (await addOrders(sql, { orders: 1_200, isChecked: false })),
  hold: (sql) =>
    sql(
      `insert into upload_records (seller_id, run_id, line, name, verdict, problems)
       select seller_id, id, 1100, 'R', 'SAME', '[]' from file_runs`,
    ),
  waits: '%insert into "upload_records"%',
  committed: (sql) => countOf(sql, 'upload_records'),
  half: 1_000,
  ends: 'CREATED',
  async expectComplete(sql) {
    expect((await sql(`select plan -> 'isChecked' as "isChecked" from file_runs`)).rows).toEqual([{ isChecked: true }])
    expect(await countOf(sql, `upload_records where verdict = 'CHANGE'`)).toBe(1_200)
    expect(await countOf(sql, 'orders'), 'nothing is taken in').toBe(0)
  },
}

const ordersTaken: Work = {
  job: 'file-runs',
  table: 'file_runs',
  async prepare(sql) {
    const { sellerId, id } = await addOrders(sql, { orders: 480, isChecked: true })
    await sql(
      `insert into upload_records (seller_id, run_id, line, name, verdict, problems)
       select $1, $2, n + 2, 'R-' || n, 'CHANGE', '[]' from generate_series(0, 479) n`,
      [sellerId, id],
    )
  },
  hold: (sql) => sql('select from upload_records where line = 300 for update'),
  waits: '%update upload_records%',
  committed: (sql) => countOf(sql, `upload_records where verdict = 'DONE'`),
  half: 200,
  ends: 'DONE',
  async expectComplete(sql) {
    expect(await countOf(sql, `upload_records where verdict = 'DONE'`)).toBe(480)
    // The orders of the part in which it was killed were in already.
    expect(await countOf(sql, 'orders')).toBe(480)
    expect(await successes(sql)).toBe(480)
  },
}

const fileApplied: Work = {
  job: 'file-runs',
  table: 'file_runs',
  async prepare(sql, shop) {
    const id = await addPrices(sql, shop, true)
    await sql(
      `insert into listing_upload_rows (seller_id, run_id, line, action, listing_id, verdict, patch, before, problems)
       select $1, $2, place + 1, 'REVISE', id, 'CHANGE', '{"price": ${after}}', '{"price": ${before}}', '[]'
       from unnest($3::bigint[]) with ordinality as each (id, place)`,
      [shop.sellerId, id, shop.ids],
    )
  },
  hold: (sql) => sql('select from listing_upload_rows where line = 700 for update'),
  waits: '%update listing_upload_rows%',
  committed: changed,
  half: 500,
  ends: 'DONE',
  async expectComplete(sql) {
    await expectAllChanged(sql)
    expect(await successes(sql)).toBe(1_200)
  },
}

const fileChecked: Work = {
  job: 'file-runs',
  table: 'file_runs',
  prepare: async (sql, shop) => void (await addPrices(sql, shop, false)),
  hold: (sql, { sellerId }) =>
    sql(
      `insert into listing_upload_rows (seller_id, run_id, line, verdict, patch, before, problems)
       select $1, id, 1100, 'SAME', '{}', '{}', '[]' from file_runs`,
      [sellerId],
    ),
  waits: '%insert into "listing_upload_rows"%',
  committed: (sql) => countOf(sql, 'listing_upload_rows'),
  half: 1_000,
  ends: 'CREATED',
  async expectComplete(sql) {
    expect((await sql(`select plan -> 'isChecked' as "isChecked" from file_runs`)).rows).toEqual([{ isChecked: true }])
    expect(await countOf(sql, `listing_upload_rows where verdict = 'CHANGE'`)).toBe(1_200)
    expect(await changed(sql), 'nothing is applied').toBe(0)
  },
}

describe('a process that is killed leaves no half part, and another one completes its work', () => {
  // Two jobs at once, in the life of one hub.
  it('in the middle of a bulk edit, and while orders are brought in', () => expectCompleted([bulkEdit, ordersTaken]))
  it('while a bulk edit is undone, and orders are checked', () => expectCompleted([bulkEditUndone, ordersChecked]))
  it('while a file is applied, with its result', () => expectCompleted([fileApplied]))
  it('while a file is checked', () => expectCompleted([fileChecked]))
})
