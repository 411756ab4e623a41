import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { connect, withClient } from '#db/connection.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { embeddedUrl, startHub, usedDataFolder } from './process-testing.ts'

// Long work on many listings, whose process is killed in the middle of a part: what the part has written is rolled back,
// and another process goes on where the part before ended.

const before = 1_000
const after = 1_500

/** A hub in the middle of long work, and the database of its listings. */
interface Killing {
  /** Prepares the work; `at` is a row in the middle of its second or a later part. */
  prepare: (sql: Sql, shop: Shop) => Promise<{ id: string; at: number }>
  /** The job that does it. */
  job: string
  /** Holds a row that the work writes at the end of the part. */
  hold: (sql: Sql, work: { id: string; at: number; shop: Shop }) => Promise<unknown>
  /** The statement that waits for it. */
  waits: string
  /** What has been committed before the part. */
  committed: (sql: Sql) => Promise<number>
  /** The table of the work; another process takes over what was not worked on for a while. */
  table: string
}

type Sql = (statement: string, values?: readonly unknown[]) => Promise<pg.QueryResult>
type Shop = Awaited<ReturnType<typeof addShop>>

/** Kills a hub in the middle of a part and starts another on the same data; returns its database and the work. */
async function killInPart({ prepare, job, hold, waits, committed, table }: Killing) {
  const folder = await usedDataFolder()
  const killed = await startHub({ DATA_DIR: folder })
  await killed.ready
  const url = await embeddedUrl(folder)
  const sql: Sql = (statement, values = []) => withClient(url, (client) => client.query(statement, [...values]))
  const shop = await addShop(sql)
  const { id, at } = await prepare(sql, shop)
  const blocker = await connect(url)
  await blocker.query('begin')
  await hold((statement, values = []) => blocker.query(statement, [...values]), { id, at, shop })
  await sql(`select hub_jobs.add_job($1)`, [job])
  const waiting = () => withClient(url, (client) => waitingForLock(client, waits))
  await expect.poll(waiting).toHaveLength(1)
  const done = await committed(sql)
  killed.child.kill('SIGKILL')
  await killed.exited
  await blocker.query('rollback')
  await blocker.end()
  await expect.poll(waiting).toEqual([])
  expect(await committed(sql), 'nothing of the part in which it was killed').toBe(done)
  await sql(`update ${table} set worked_at = worked_at - interval '5 minutes' where id = $1`, [id])
  await (
    await startHub({ DATA_DIR: folder })
  ).ready
  return { sql, id, done }
}

/** A seller with 1,200 listings at the same price. */
async function addShop(sql: Sql) {
  const { rows: sellers } = await sql(
    `insert into sellers (username, display_name, registered_at, country, time_zone, currency)
     values ('ann', 'Ann', now(), 'GB', 'UTC', 'GBP') returning id`,
  )
  const sellerId: number = sellers[0].id
  await sql(`insert into members (id, name, email) values ('ann', 'Ann', 'ann@example.com')`)
  await sql(`insert into memberships (seller_id, member_id, role) values ($1, 'ann', 'owner')`, [sellerId])
  const { rows } = await sql(
    `insert into listings (seller_id, title, category, condition, state, price_minor, currency, quantity_available, starts_at)
     select $1, 'Lens ' || n, 'Cameras', 'GOOD', 'ACTIVE', ${before}, 'GBP', 1, now() from generate_series(1, 1200) n
     returning id, item_number`,
    [sellerId],
  )
  const listings: { id: number; item_number: string }[] = rows.toSorted((a, b) => a.id - b.id)
  return { sellerId, listings }
}

const changed = async (sql: Sql): Promise<number> =>
  (await sql(`select count(*)::integer as n from listings where price_minor = ${after}`)).rows[0].n

/** How often the listings were written; each is once if no part was done twice. */
const versions = async (sql: Sql): Promise<number[]> =>
  (await sql(`select distinct version from listings order by version`)).rows.map(({ version }) => version)

/** Adds an uploaded file that sets the price of each listing. */
async function addUpload(sql: Sql, { sellerId, listings }: Shop, isChecked: boolean): Promise<string> {
  const lines = ['Item number,Price', ...listings.map((each) => `${each.item_number},15.00`)]
  const plan = {
    dialect: null,
    form: { encoding: 'utf-8', delimiter: ',', namesDelimiter: false, isOld: false },
    header: ['Item number', 'Price'],
    skipped: 1,
    columns: { item: 0, price: 1 },
    samples: [[], []],
    isChosen: false,
    lines: listings.length,
    check: 'first',
    isChecked,
    isUndo: false,
    locale: 'en',
  }
  const { rows } = await sql(
    `insert into file_runs (seller_id, direction, kind, state, file_name, format, plan, total_rows, readers, has_buyers,
       member_id, member_name, made_at, worked_at, kept_until)
     values ($1, 'UPLOAD', 'listings', 'QUEUED', 'prices.csv', 'CSV', $2, $3, '{owner}', false, 'ann', 'Ann', now(), now(),
       now() + interval '30 days')
     returning id`,
    [sellerId, JSON.stringify(plan), listings.length],
  )
  const id: string = rows[0].id
  await sql(`insert into file_run_parts (seller_id, run_id, file, part, content) values ($1, $2, 'INPUT', 0, $3)`, [
    sellerId,
    id,
    Buffer.from(lines.join('\n')),
  ])
  return id
}

const stateOf = async (sql: Sql, table: string, id: string): Promise<string> =>
  (await sql(`select state from ${table} where id = $1`, [id])).rows[0].state

describe('a process that is killed', () => {
  it('in the middle of a bulk edit leaves no half part, and another one completes it', async () => {
    const { sql, id, done } = await killInPart({
      prepare: async (run, { sellerId, listings }) => {
        const { rows } = await run(
          `insert into bulk_edits (seller_id, member_id, member_name, state, listing_ids, opened_from, form, checked,
             made_at, worked_at, applied_at)
           values ($1, 'ann', 'Ann', 'RUNNING', $2::bigint[], '/sh/lst/active', '{}', 1200, now(),
             now() - interval '1 minute', now())
           returning id`,
          [sellerId, listings.map((each) => each.id)],
        )
        await run(
          `insert into bulk_edit_rows (seller_id, edit_id, position, listing_id, state, before, after, problems)
           select $1, $2, place, id, 'CHANGE', '{"price": ${before}}', '{"price": ${after}}', '[]'
           from unnest($3::bigint[]) with ordinality as each (id, place)`,
          [sellerId, rows[0].id, listings.map((each) => each.id)],
        )
        return { id: rows[0].id, at: 700 }
      },
      job: 'bulk-edits',
      hold: (run, { id: edit, at }) =>
        run('select from bulk_edit_rows where edit_id = $1 and position = $2 for update', [edit, at]),
      waits: '%update bulk_edit_rows%',
      committed: changed,
      table: 'bulk_edits',
    })
    expect(done).toBe(500)
    await expect.poll(() => stateOf(sql, 'bulk_edits', id)).toBe('DONE')
    expect(await changed(sql)).toBe(1_200)
    expect(await versions(sql)).toHaveLength(1)
  })

  it('while a file is applied leaves no half part, and another one completes it with its result', async () => {
    const { sql, id, done } = await killInPart({
      prepare: async (run, shop) => {
        const upload = await addUpload(run, shop, true)
        await run(
          `insert into listing_upload_rows (seller_id, run_id, line, action, listing_id, verdict, patch, before, problems)
           select $1, $2, place + 1, 'REVISE', id, 'CHANGE', '{"price": ${after}}', '{"price": ${before}}', '[]'
           from unnest($3::bigint[]) with ordinality as each (id, place)`,
          [shop.sellerId, upload, shop.listings.map((each) => each.id)],
        )
        return { id: upload, at: 700 }
      },
      job: 'file-runs',
      hold: (run, { id: upload, at }) =>
        run('select from listing_upload_rows where run_id = $1 and line = $2 for update', [upload, at]),
      waits: '%update listing_upload_rows%',
      committed: changed,
      table: 'file_runs',
    })
    expect(done).toBe(500)
    await expect.poll(() => stateOf(sql, 'file_runs', id)).toBe('DONE')
    expect(await changed(sql)).toBe(1_200)
    expect(await versions(sql)).toHaveLength(1)
    const { rows } = await sql(
      `select string_agg(convert_from(content, 'UTF8'), '' order by part) as text from file_run_parts
       where run_id = $1 and file = 'RESULT'`,
      [id],
    )
    expect(rows[0].text.match(/,Success,/g)).toHaveLength(1_200)
  })

  it('while a file is checked leaves no half part, and another one goes on below it', async () => {
    const { sql, id, done } = await killInPart({
      prepare: async (run, shop) => ({ id: await addUpload(run, shop, false), at: 1_100 }),
      job: 'file-runs',
      hold: (run, { id: upload, at, shop: { sellerId } }) =>
        run(
          `insert into listing_upload_rows (seller_id, run_id, line, verdict, patch, before, problems)
           values ($1, $2, $3, 'SAME', '{}', '{}', '[]')`,
          [sellerId, upload, at],
        ),
      waits: '%insert into "listing_upload_rows"%',
      committed: async (run) => (await run('select count(*)::integer as n from listing_upload_rows')).rows[0].n,
      table: 'file_runs',
    })
    expect(done).toBe(1_000)
    await expect.poll(() => stateOf(sql, 'file_runs', id)).toBe('CREATED')
    const { rows } = await sql(
      `select (plan ->> 'isChecked')::boolean as "isChecked", (
         select count(*)::integer from listing_upload_rows r where r.run_id = f.id and r.verdict = 'CHANGE') as n
       from file_runs f where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ isChecked: true, n: 1_200 }])
    expect(await changed(sql), 'nothing is applied').toBe(0)
  })
})
