import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { minute } from '#lib/duration.ts'
import { addSeller } from '#db/testing-seller.ts'
import { failureLog } from './failure-log.ts'
import type { Hub } from './hub.ts'
import { readNamed, withHeadStart } from './named-wait.server.ts'
import { wholePageHref } from './whole-page.ts'

const poolSize = 4

let lines: { msg: string; level: number; requestId: string; err?: { message: string } }[]
let args: Parameters<typeof readNamed>[0]

const db = await testDatabase({ poolSize })
const seller = await addSeller(db, 'ann')

beforeEach(() => {
  lines = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  args = {
    hub: { log } as Hub,
    requestId: 'r1',
    logFailure: failureLog(log, { requestId: 'r1', path: '/' }),
    read: (work, ms) => db.asSeller(seller, 'read', work, ms),
  }
})

const sleep = (seconds: number) => (own: SellerDb) => sql`select pg_sleep(${seconds})`.execute(own)
const name = (own: SellerDb) =>
  own.selectFrom('sellers').select('username').where('id', '=', seller).executeTakeFirstOrThrow()

/** Statements running in this database, except this one. */
async function running(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(db.owner)
  return rows[0]!.count
}

describe('readNamed', () => {
  it('settles to the value, as the seller', async () => {
    expect(await readNamed(args, 'seller', name)).toEqual({ state: 'ready', value: { username: 'ann' } })
    expect(lines).toEqual([])
  })

  it('gives a slow query up in time, says so in exactly these words, and PostgreSQL gives it up too', async () => {
    expect(await readNamed(args, 'sales', sleep(600), 150)).toEqual({ state: 'timed-out' })
    expect(lines).toMatchObject([{ msg: 'Await (sales) timed out after 150ms', level: 40, requestId: 'r1' }])
    await expect.poll(running).toBe(0)
  })

  it('records a failure and settles', async () => {
    expect(await readNamed(args, 'sales', (own) => sql`select 1/0`.execute(own))).toEqual({ state: 'failed' })
    expect(lines).toMatchObject([{ msg: 'Await (sales) failed', level: 50, err: { message: 'division by zero' } }])
  })

  it('frees every connection after 1,000 time-outs, also of waits that never got one', async () => {
    let begun = 0
    const slow = async (own: SellerDb) => {
      begun += 1
      await sleep(60)(own)
    }
    const rounds = 5
    for (let round = 0; round < rounds; round += 1) {
      const waits = Array.from({ length: 200 }, () => readNamed(args, 'sales', slow, 40))
      // oxlint-disable-next-line no-await-in-loop -- each round finds what the one before left
      expect(new Set((await Promise.all(waits)).map(({ state }) => state))).toEqual(new Set(['timed-out']))
      // oxlint-disable-next-line no-await-in-loop -- see above
      await expect.poll(() => db.pool.idleCount, { interval: 5 }).toBe(db.pool.totalCount)
    }
    expect(lines).toHaveLength(1000)
    expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['Await (sales) timed out after 40ms']))
    expect(await running()).toBe(0)
    expect([db.pool.waitingCount, db.pool.totalCount <= poolSize]).toEqual([0, true])
    // Waits whose time was over before they got a connection did not begin.
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThanOrEqual(poolSize * rounds)
    expect(await readNamed(args, 'seller', name)).toMatchObject({ state: 'ready' })
  })

  it('waits as long as it takes where no time-out is wanted', async () => {
    expect(await readNamed(args, 'seller', sleep(0.3), 0)).toMatchObject({ state: 'ready' })
  })
})

describe('withHeadStart', () => {
  const page = new URL('http://hub/sh/ovw?days=7')

  it('returns what is there as a value and what is slow as a promise', async () => {
    const quick = readNamed(args, 'quick', name)
    const broken = readNamed(args, 'broken', () => Promise.reject(new Error('no')))
    // Both have finished, even on a slow machine.
    await Promise.all([quick, broken])
    const { promise: late, resolve: come } = Promise.withResolvers<string>()
    const parts = await withHeadStart(page, { quick, broken, slow: readNamed(args, 'slow', () => late) }, 50)
    expect(parts.quick).toEqual({ state: 'ready', value: { username: 'ann' } })
    expect(parts.broken).toEqual({ state: 'failed' })
    expect(parts.slow).toBeInstanceOf(Promise)
    come('late')
    expect(await parts.slow).toEqual({ state: 'ready', value: 'late' })
  })

  it('waits for all where the page is wanted whole', async () => {
    const whole = new URL(wholePageHref(page), page)
    expect(whole.search).toBe('?days=7&whole=1')
    const slow = readNamed(args, 'slow', sleep(0.3))
    expect(await withHeadStart(whole, { slow }, 1)).toMatchObject({ slow: { state: 'ready' } })
  })

  it('does not wait for its head start where all are there', async () => {
    // Longer than a test may take.
    const waits = await withHeadStart(page, { quick: readNamed(args, 'quick', name) }, 10 * minute)
    expect(await waits.quick).toMatchObject({ state: 'ready' })
  })
})
