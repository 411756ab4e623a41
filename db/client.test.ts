import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseAway, openDatabase, prepared, type Database } from './client.ts'
import { afterTestFile } from './testing-cleanup.ts'
import { wireTo, type Wire } from './testing-wire.ts'
import { testDatabase } from './testing.ts'

const silentMs = 300
let wire: Wire
let db: Database

beforeAll(async () => {
  wire = await wireTo((await testDatabase()).url)
  db = openDatabase({ url: wire.url, poolSize: 2, silentMs })
  afterTestFile(() => db.close())
})

/** Why work failed; throws where it did not. */
async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: Error) => error,
  )
}

const ask = () => db.asSeller(1, 'read', (own) => own.selectFrom('orders').select('id').limit(1).execute())

describe('a server that hangs', () => {
  it('is given up after its silence, whatever is asked of it; the connection is not used again', async () => {
    await Promise.all([ask(), ask()])
    wire.hang()
    const began = performance.now()
    const failures = await Promise.all([failureOf(ask()), failureOf(db.pool.query('select 1'))])
    expect(performance.now() - began).toBeLessThan(5_000)
    for (const failure of failures) expect(isDatabaseAway(failure), failure.message).toBe(true)
    await wire.mend()
    expect(await ask()).toEqual([])
  })

  it('is not one whose answer comes, nor one of which nothing is asked', async () => {
    await db.asOwner(async (own) => {
      await own.selectFrom('orders').select('id').execute()
      await new Promise((resolve) => setTimeout(resolve, silentMs * 2))
      expect(await own.selectFrom('orders').select('id').execute()).toEqual([])
    })
  })
})

describe('a server that is gone', () => {
  it('is told from a failure of ours: before work, and in the middle of it', async () => {
    const middle = failureOf(
      db.asSeller(1, 'read', async (own) => {
        await wire.cut()
        return own.selectFrom('orders').select('id').execute()
      }),
    )
    expect(isDatabaseAway(await middle)).toBe(true)
    expect(isDatabaseAway(await failureOf(ask()))).toBe(true)
    await wire.mend()
    expect(await ask()).toEqual([])
    expect(isDatabaseAway(await failureOf(db.pool.query('select 1 / 0')))).toBe(false)
    const ended = failureOf(db.pool.query('select pg_terminate_backend(pg_backend_pid())'))
    expect(isDatabaseAway(await ended)).toBe(true)
  })
})

describe('a prepared statement', () => {
  it('is read once a connection, and answers what is asked each time', async () => {
    const { rows } = await db.asOwner(async (own) => {
      const add = (more: number) => sql<{ sum: number }>`${prepared} select 40 + ${more}::integer as sum`.execute(own)
      const plain = sql<{ sum: number }>`select 1 + ${1}::integer as sum`
      expect([(await add(1)).rows, (await add(2)).rows, (await plain.execute(own)).rows]).toEqual([
        [{ sum: 41 }],
        [{ sum: 42 }],
        [{ sum: 2 }],
      ])
      return sql<{ times: number }>`
        select generic_plans + custom_plans as times from pg_prepared_statements where statement like '%select 40 + %'`.execute(
        own,
      )
    })
    expect(rows).toEqual([{ times: 2 }])
  })
})
