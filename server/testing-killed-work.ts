import type pg from 'pg'
import { expect } from 'vitest'
import { connect, withClient } from '#db/connection.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { embeddedUrl, startHub, usedDataFolder } from './testing-process.ts'

// Long work on many rows, whose process is killed in the middle of a part: what the part has written is rolled back, and
// another process goes on where the part before ended.

/** Price of all listings, and the one that work gives them. */
export const [before, after] = [1_000, 1_500]

/** Runs a statement as the owner of the database. */
export type Sql = (statement: string, values?: readonly unknown[]) => Promise<pg.QueryResult>
export type Shop = Awaited<ReturnType<typeof addShop>>

/** Work of the job on runs, of the only run. */
export interface Work {
  prepare: (sql: Sql, shop: Shop) => Promise<void>
  /** Holds a row that the work writes at the end of its second or a later part. */
  hold: (sql: Sql, shop: Shop) => Promise<unknown>
  waits: string
  committed: (sql: Sql) => Promise<number>
  /** How much those before the held row commit. */
  half: number
  /** State once it is complete. */
  ends: string
  expectComplete: (sql: Sql) => Promise<void>
}

/**
 * In each life of a hub, kills it in the middle of a part of a work, starts another on the same data, and expects that
 * it completes it. That hub has the next life.
 */
export async function expectCompleted(lives: Readonly<Record<string, Work>>) {
  const folder = await usedDataFolder()
  let hub = await startHub({ DATA_DIR: folder })
  await hub.ready
  const url = await embeddedUrl(folder)
  const sql: Sql = (statement, values = []) => withClient(url, (client) => client.query(statement, [...values]))
  const shop = await addShop(sql)
  for (const [life, work] of Object.entries(lives)) {
    const blocker = await connect(url)
    await blocker.query('begin')
    await work.prepare(sql, shop)
    await work.hold((statement, values = []) => blocker.query(statement, [...values]), shop)
    // Nobody took it before the row was held.
    await sql(`update file_runs set state = 'QUEUED'`)
    await sql(`select hub_jobs.add_job('file-runs')`)
    const waiting = () => withClient(url, async (client) => (await waitingForLock(client, work.waits)).length)
    const committed = () => work.committed(sql)
    await expect.poll(waiting, { message: life }).toBe(1)
    expect(await committed(), life).toBe(work.half)
    hub.child.kill('SIGKILL')
    await hub.exited
    await blocker.query('rollback')
    await blocker.end()
    await expect.poll(waiting, { message: life }).toBe(0)
    expect(await committed(), `${life}: nothing of the part in which it was killed`).toBe(work.half)
    // Another process takes over what was not worked on for a while.
    await sql(`update file_runs set worked_at = worked_at - interval '5 minutes'`)
    hub = await startHub({ DATA_DIR: folder })
    await hub.ready
    const state = async () => (await sql(`select state from file_runs`)).rows
    await expect.poll(state, { message: life }).toEqual([{ state: work.ends }])
    await work.expectComplete(sql)
    await sql('delete from file_runs')
    await sql(`update listings set price_minor = ${before}`)
  }
}

/** Adds a seller with an owner of the same name; returns its id. */
export async function addSeller(sql: Sql, name: string): Promise<number> {
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

export async function addUpload(
  sql: Sql,
  { sellerId, kind, lines, plan }: { sellerId: number; kind: string; lines: readonly string[]; plan: object },
): Promise<string> {
  const [header = '', ...below] = lines
  const full = {
    dialect: null,
    form: { encoding: 'utf-8', delimiter: ',', namesDelimiter: false, isOld: false },
    header: header.split(','),
    skipped: 1,
    choices: {},
    isChosen: false,
    lines: below.length,
    check: 'first',
    locale: 'en',
    ...plan,
  }
  const id = await addRun(sql, { sellerId, kind, plan: full, rows: below.length })
  await sql(`insert into file_run_parts (seller_id, run_id, file, part, content) values ($1, $2, 'INPUT', 0, $3)`, [
    sellerId,
    id,
    Buffer.from(lines.join('\n')),
  ])
  return id
}

interface NewRun {
  sellerId: number
  kind: string
  plan: object
  rows?: number
}

export async function addRun(sql: Sql, { sellerId, kind, plan, rows: total = 0 }: NewRun): Promise<string> {
  const { rows } = await sql(
    `insert into file_runs (seller_id, direction, kind, state, file_name, format, plan, total_rows, readers, has_buyers,
       member_id, member_name, made_at, worked_at, looked_at, kept_until)
     select $1, 'UPLOAD', $2, 'CREATED', 'rows.csv', 'CSV', $3, $4, '{owner}', false, member_id, member_id, now(), now(), now(),
       now() + interval '30 days'
     from memberships where seller_id = $1
     returning id`,
    [sellerId, kind, JSON.stringify(plan), total],
  )
  return rows[0].id
}
