import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, prepared, type Database, type SellerDb } from './client.ts'
import { isDatabaseUnavailable } from './failure.ts'
import { afterTestFile } from './testing-cleanup.ts'
import { openDatabaseProxy } from './testing-proxy.ts'
import { testDatabase } from './testing.ts'

const silentMs = 1_000

const wire = await openDatabaseProxy((await testDatabase()).url)
const db = openDatabase({ url: wire.url, poolSize: 2, silentMs })
afterTestFile(() => db.close())

/** The error that `work` rejects with; throws if it succeeds. */
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
  it('is given up after the time limit, whatever the query, and the connection is not reused', async () => {
    await Promise.all([ask(), ask()])
    wire.hang()
    const failures = await Promise.all([failureOf(ask()), failureOf(db.pool.query('select 1'))])
    for (const failure of failures) expect(isDatabaseUnavailable(failure), failure.message).toBe(true)
    await wire.mend()
    expect(await ask()).toEqual([])
  })

  it('is not assumed if the answer comes, or if nothing was asked', async () => {
    await db.asOwner(async (own) => {
      await own.selectFrom('orders').select('id').execute()
      // The idle period has to exceed the limit to prove that idle connections stay open.
      await new Promise((resolve) => setTimeout(resolve, silentMs * 1.2))
      expect(await own.selectFrom('orders').select('id').execute()).toEqual([])
    })
  })
})

describe('a server that disappears', () => {
  it('is distinguished from a bug, before and during work', async () => {
    const middle = failureOf(
      db.asSeller(1, 'read', async (own) => {
        await wire.cut()
        return own.selectFrom('orders').select('id').execute()
      }),
    )
    expect(isDatabaseUnavailable(await middle)).toBe(true)
    expect(isDatabaseUnavailable(await failureOf(ask()))).toBe(true)
    await wire.mend()
    expect(await ask()).toEqual([])
    expect(isDatabaseUnavailable(await failureOf(db.pool.query('select 1 / 0')))).toBe(false)
    for (const code of ['53100', '25006']) {
      const refused = db.pool.query(`do $$ begin raise 'not now' using errcode = '${code}'; end $$`)
      expect(isDatabaseUnavailable(await failureOf(refused)), code).toBe(true)
    }
    for (const code of ['EHOSTUNREACH', 'EMFILE'])
      expect(isDatabaseUnavailable(Object.assign(new Error(`connect ${code}`), { code })), code).toBe(true)
    const ended = failureOf(db.pool.query('select pg_terminate_backend(pg_backend_pid())'))
    expect(isDatabaseUnavailable(await ended)).toBe(true)
  })

  it('may be one server of a cluster, which the coordinator says in words only', async () => {
    const saying = (words: string) =>
      failureOf(db.pool.query(`do $$ begin raise '${words}' using errcode = 'XX000'; end $$`))
    for (const words of [
      'could not commit transaction for shard 102046 on at least one active node',
      'failure on connection marked as essential: 10.0.0.2:5432',
      'server closed the connection unexpectedly',
    ])
      expect(isDatabaseUnavailable(await saying(words)), words).toBe(true)
    expect(isDatabaseUnavailable(await saying('cache lookup failed'))).toBe(false)
  })
})

it('a server that warns while it commits may have lost the work, as a cluster that loses a server then, so nobody is told that it is stored', async () => {
  const work = (ending: string) =>
    db.asOwner(async (own) => {
      await sql`create or replace function pg_temp.warns() returns trigger language plpgsql as ${sql.lit(ending)}`.execute(
        own,
      )
      await sql`create temporary table written (id integer) on commit drop`.execute(own)
      await sql`create constraint trigger late after insert on written deferrable initially deferred
        for each row execute function pg_temp.warns()`.execute(own)
      await sql`insert into written values (1)`.execute(own)
      return 'stored'
    })
  const failure = await failureOf(work(`begin raise warning 'connection lost'; return null; end`))
  expect([failure.message, isDatabaseUnavailable(failure)]).toEqual(['connection lost', true])
  expect(await work(`begin raise notice 'changed'; return null; end`)).toBe('stored')
})

describe('work that lost against a concurrent transaction', () => {
  const fails = (code: string) => sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}'; end $$`)}`

  it('is repeated from its beginning a few times if it writes', async () => {
    let tried = 0
    const work = (times: number) => async (own: SellerDb) => {
      tried += 1
      if (tried <= times) await fails(tried === 1 ? '40P01' : '23505').execute(own)
      return tried
    }
    expect(await db.asSeller(1, 'write', work(2))).toBe(3)
    tried = 0
    expect((await failureOf(db.asSeller(1, 'write', work(9)))).message).not.toBe('')
    expect(tried).toBe(3)
  })

  it('is not repeated if it failed by itself', async () => {
    let tried = 0
    const work = async (own: SellerDb) => {
      tried += 1
      await fails('23514').execute(own)
    }
    await failureOf(db.asSeller(1, 'write', work))
    expect(tried).toBe(1)
  })
})

it('a prepared statement is parsed once per connection and gives the result of each call', async () => {
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

describe('reading', () => {
  const bound = sql<{ seller: string }>`select current_setting('hub.seller_id') as seller`
  let one: Database
  let sent: string[] = []

  beforeAll(async () => {
    one = openDatabase({ url: (await testDatabase()).url, poolSize: 1 })
    afterTestFile(() => one.close())
    one.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const noted = (...args: unknown[]) => {
        const [first] = args
        sent.push(/[a-z]+/.exec(typeof first === 'string' ? first : (first as { text: string }).text)![0])
        return query(...args)
      }
      client.query = noted as typeof client.query
    })
    await one.pool.query('select')
  })

  it('sends parallel queries together, and each seller’s transaction after the previous one', async () => {
    sent = []
    const requests = [1, 2, 3].map((seller) =>
      one.asSeller(seller, 'read', (own) => Promise.all([bound.execute(own), bound.execute(own)])),
    )
    const found = (await Promise.all(requests)).map((both) => both.map(({ rows }) => rows[0]?.seller))
    expect(found).toEqual([1, 2, 3].map((seller) => [`${seller}`, `${seller}`]))
    expect(sent).toEqual([1, 2, 3].flatMap(() => ['begin', 'select', 'select', 'commit']))
    expect(await one.asOwner(async (own) => (await bound.execute(own)).rows)).toEqual([{ seller: '' }])
  })

  it('sends the queries of one turn as one piece, including the begin', async () => {
    const client = await one.pool.connect()
    const { stream } = (client as pg.Client).connection
    client.release()
    // Streams call one of these for a single chunk and the other for several.
    const pieces = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
    await one.asSeller(1, 'read', (own) => Promise.all([bound.execute(own), bound.execute(own)]))
    await one.asSeller(1, 'write', (own) => Promise.all([bound.execute(own), bound.execute(own)]))
    // A read in one piece, its end; then begin, change and commit of a write.
    expect(pieces.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(5)
  })

  it('stops at the first failure, and later queries do not use the next transaction’s connection', async () => {
    const later = Promise.withResolvers<void>()
    let straggler: Promise<Error> | undefined
    const failing = one.asSeller(1, 'read', async (own) => {
      straggler = failureOf(later.promise.then(() => bound.execute(own)))
      await sql`select 1 / 0`.execute(own)
    })
    expect((await failureOf(failing)).message).toContain('division by zero')
    await one.asSeller(2, 'read', async (own) => {
      later.resolve()
      await straggler
      expect((await bound.execute(own)).rows).toEqual([{ seller: '2' }])
    })
    expect((await straggler)?.constructor.name).toBe('TransactionEnded')
  })

  it('fails with the error of its begin, and sends nothing', async () => {
    const pending = one.asSeller(1, 'read', async (own) => (await bound.execute(own)).rows, -1)
    expect((await failureOf(pending)).message).toContain('statement_timeout')
    expect(await one.asSeller(2, 'read', async (own) => (await bound.execute(own)).rows)).toEqual([{ seller: '2' }])
  })
})
