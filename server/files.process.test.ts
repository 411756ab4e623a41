import { firstLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { expect, it } from 'vitest'
import {
  addRun,
  addSeller,
  addUpload,
  after,
  before,
  expectCompleted,
  type Shop,
  type Sql,
  type Work,
} from './testing-killed-work.ts'

/** Adds an uploaded file that sets the price of each listing. */
const addPrices = (sql: Sql, { sellerId, listings }: Shop, isChecked: boolean): Promise<string> =>
  addUpload(sql, {
    sellerId,
    kind: 'listings',
    lines: ['Item number,Price', ...listings.map((each) => `${each.item_number},15.00`)],
    plan: { columns: { item: 0, price: 1 }, choices: {}, isChecked, isUndo: false },
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
  async prepare(sql, { sellerId, ids }) {
    const id = await addRun(sql, { sellerId, kind: 'bulk-edit', plan: { form: {}, openedFrom: '', isUndo: false } })
    await sql(
      `insert into bulk_edits (seller_id, id, listing_ids, checked, listings) values ($1, $2, $3::bigint[], 1200, 1200)`,
      [sellerId, id, ids],
    )
    await sql(
      `insert into bulk_edit_rows (seller_id, edit_id, position, listing_id, state, before, after, problems)
       select $1, $2, place, id, 'CHANGE', '{"price": ${before}}', '{"price": ${after}}', '[]'
       from unnest($3::bigint[]) with ordinality as each (id, place)`,
      [sellerId, id, ids],
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
    await sql(`update file_runs set plan = plan || '{"isUndo": true}'`)
    await sql(`update bulk_edit_rows set state = 'DONE'`)
  },
  hold: (sql) => sql('select from bulk_edit_rows where position = 500 for update'),
  committed: (sql) => countOf(sql, `listings where price_minor = ${before}`),
  async expectComplete(sql) {
    expect(await changed(sql)).toBe(0)
    expect(await countOf(sql, `bulk_edit_rows where state = 'UNDONE'`)).toBe(1_200)
  },
}

/** Adds a file of orders of a new seller; returns the seller and the file. */
async function addOrders(sql: Sql, { orders, isChecked }: { orders: number; isChecked: boolean }) {
  const sellerId = await addSeller(sql, isChecked ? 'bob' : 'carol')
  const rows = Array.from({ length: orders }, (_, n) => `R-${n},2025-01-01,Cup,2.50,2025-01-02`)
  const id = await addUpload(sql, {
    sellerId,
    kind: 'orders',
    lines: ['Order number,Order date,Item title,Price,Shipped on date', ...rows],
    plan: { columns: { order: 0, placed: 1, title: 2, price: 3, shipped: 4 }, choices: {}, isChecked },
  })
  return { sellerId, id }
}

const ordersOfFile = 'orders where seller_id = (select seller_id from file_runs)'

const ordersChecked: Work = {
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
    expect(await countOf(sql, ordersOfFile), 'nothing is taken in').toBe(0)
  },
}

const ordersTaken: Work = {
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
    expect(await countOf(sql, ordersOfFile)).toBe(480)
    expect(await successes(sql)).toBe(480)
  },
}

const fileApplied: Work = {
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

/** Adds a file of tracking numbers of 1,200 orders that the shop does not have. */
async function addTracking(sql: Sql, sellerId: number): Promise<string> {
  const orders = Array.from({ length: 1_200 }, (_, n) => `X-${String(n).padStart(5, '0')}`)
  return addUpload(sql, {
    sellerId,
    kind: 'tracking',
    lines: ['Order number,Tracking number,Carrier', ...orders.map((order, n) => `${order},0034${n},DHL`)],
    plan: { columns: { order: 0, tracking: 1, carrier: 2 } },
  })
}

/** Each row is read and checked once. */
async function expectTrackingChecked(sql: Sql) {
  expect((await sql(`select plan -> 'isChecked' as "isChecked" from file_runs`)).rows).toEqual([{ isChecked: true }])
  expect(await countOf(sql, 'tracking_rows')).toBe(1_200)
  expect(await countOf(sql, checkedRows)).toBe(1_200)
}

const checkedRows = `tracking_rows where problems -> 0 ->> 'column' = 'order'`

const trackingRead: Work = {
  prepare: async (sql, { sellerId }) => void (await addTracking(sql, sellerId)),
  hold: (sql) =>
    sql(
      `insert into tracking_rows (seller_id, run_id, row, fields, verdict, problems)
       select seller_id, id, 1100, '{}', 'PROBLEM', '[{}]' from file_runs`,
    ),
  waits: '%insert into "tracking_rows"%',
  committed: (sql) => countOf(sql, 'tracking_rows'),
  half: 1_000,
  ends: 'CREATED',
  expectComplete: expectTrackingChecked,
}

/** All rows are read; they are checked by their groups. */
const trackingChecked: Work = {
  ...trackingRead,
  async prepare(sql, { sellerId }) {
    const id = await addTracking(sql, sellerId)
    await sql(
      `insert into tracking_rows (seller_id, run_id, row, fields, order_group, verdict, problems)
       select $1, $2, n + 2, array['X-' || lpad(n::text, 5, '0'), '0034' || n, 'DHL'], '?X-' || lpad(n::text, 5, '0'),
         'PROBLEM', '[{"column": null, "value": "", "rule": "columns"}]'
       from generate_series(0, 1199) n`,
      [sellerId, id],
    )
    const head = { step: 'check', columnOrder: null, group: '', row: 0, n: 0 }
    const position = { line: 1_201, from: firstLine, head }
    await sql(`update file_runs set position = $1`, [JSON.stringify(position)])
  },
  hold: (sql) => sql('select from tracking_rows where row = 1100 for update'),
  waits: '%update tracking_rows%',
  committed: (sql) => countOf(sql, checkedRows),
}

it('a process that is killed leaves no half part, and another one completes its work', () =>
  expectCompleted({
    'in the middle of a bulk edit': bulkEdit,
    'while a bulk edit is undone': bulkEditUndone,
    'while orders are brought in': ordersTaken,
    'while orders are checked': ordersChecked,
    'while a file is applied, with its result': fileApplied,
    'while a file is checked': fileChecked,
    'while tracking numbers are read': trackingRead,
    'while tracking numbers are checked': trackingChecked,
  }))
