import { anyListing, addRow } from '#db/testing-row.ts'
import { parseCrontab } from 'graphile-worker'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { inSchema, withClient } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabaseProxy } from '#db/testing-proxy.ts'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addSeller } from '#db/testing-seller.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import * as signInPage from '#features/people/accounts/sign-in-page.tsx'
import { TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import type { PictureFile } from '#features/core/listing-pictures/picture-store.server.ts'
import { announcePicture } from '#features/core/listing-pictures/pictures-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import type { PaymentSide, RefundAnswer, RefundRequest } from '#features/after-sale/refunds/payment-side.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { startJobs } from './jobs.ts'
import { crontab } from './timetable.ts'
import { hour, minute } from '#lib/duration.ts'

const now = new Date('2026-11-20T14:30:00Z')

const db = await testDatabase({ poolSize: 8 })
const seller = await addSeller(db, 'ann')

/** Inserts a listing due to start now. */
async function addDueListing(): Promise<number> {
  const { id } = await addRow(db.owner, 'listings', {
    seller_id: seller,
    title: 'Leica M3 body',
    ...anyListing,
    format: 'FIXED_PRICE',
    state: 'SCHEDULED',
    price_minor: 90_000,
    quantity_available: 1,
    starts_at: now,
  })
  return id
}

/** Locks rows until the returned function is called. */
async function lock(rows: string): Promise<() => Promise<void>> {
  const client = await db.pool.connect()
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(release)
  await client.query(`begin; ${rows} for update`)
  return release
}

const stateOf = async (id: number) =>
  (await db.owner.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirst())?.state

describe('the jobs', () => {
  it('remove the records of refused sign-ins once they expire', async () => {
    const guess = { email: 'nobody@example.com', password: 'a guess' }
    const browser = new TestBrowser(testServices(db, { now: () => new Date(now.getTime() - 20 * minute) }))
    expect((await browser.post(signInPage, '/sign-in', guess)).status).toBe(422)
    const counted = () => db.owner.selectFrom('rate_limits').select('key').execute()
    expect(await counted()).not.toEqual([])
    const jobs = await startJobs(testServices(db, { now: () => now }))
    onTestFinished(() => jobs.stop())
    await expect.poll(counted).toEqual([])
  })

  it('start and stop without log or console output', async () => {
    const warn = vi.spyOn(console, 'warn')
    onTestFinished(() => warn.mockRestore())
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const jobs = await startJobs({ ...testServices(db, { now: () => now }), log })
    await jobs.stop()
    expect([...lines, ...warn.mock.calls]).toEqual([])
  })

  it('restart if their connection is lost while one is marked as done', async () => {
    const first = await addDueListing()
    const letStart = await lock(`select from listings where id = ${first}`)
    const jobs = await startJobs(testServices(db, { now: () => now }), { restartAfter: 400 })
    onTestFinished(() => jobs.stop())
    await expect.poll(() => waitingForLock(db.pool, '%listings%')).toHaveLength(1)
    const letFinish = await lock('select from hub_jobs._private_jobs where locked_at is not null')
    await letStart()
    await expect.poll(() => waitingForLock(db.pool, 'delete from%jobs%')).toHaveLength(1)
    const [pid] = await waitingForLock(db.pool, 'delete from%jobs%')
    // The running query has seen only the first listing; a restarted one finds this.
    const second = await addDueListing()
    await sql`select pg_terminate_backend(${pid}::integer)`.execute(db.owner)
    await letFinish()
    expect(await stateOf(first)).toBe('ACTIVE')
    await expect.poll(() => stateOf(second)).toBe('ACTIVE')
    // The job ran before the jobs had fully started; stopping now must stop all of them.
    await jobs.stop()
    await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(0)
  })

  it('report once that the database is unavailable, and once that it is back', async () => {
    const wire = await openDatabaseProxy(db.url)
    const there = openDatabase({ url: wire.url, poolSize: 8 })
    onTestFinished(() => there.close())
    const lines: { level: number; msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const loggedLines = () => lines.map(({ level, msg }) => `${level} ${msg}`)
    const due = await addDueListing()
    const letStart = await lock(`select from listings where id = ${due}`)
    const jobs = await startJobs({ ...testServices(there, { now: () => now }), log }, { restartAfter: 20 })
    onTestFinished(() => jobs.stop())
    await expect.poll(() => waitingForLock(db.pool, '%listings%')).toHaveLength(1)
    await wire.cut()
    await letStart()
    const unavailable = '40 database unavailable; jobs are paused'
    await expect.poll(loggedLines).toContain(unavailable)
    // Long enough to fail again.
    for (let tries = 0; tries < 3; tries += 1) await expect(there.pool.query('select')).rejects.toThrow()
    await wire.mend()
    await expect.poll(() => stateOf(due)).toBe('ACTIVE')
    const back = '30 database available again; jobs resumed'
    expect(loggedLines().filter((line) => line === back || !line.startsWith('30'))).toEqual([unavailable, back])
  })

  it('follow the current clock, also after it ran ahead or was set back', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const services = { ...testServices(db, { now: () => now }), log }
    const orderedFor = (at: Date) =>
      sql`update hub_jobs._private_known_crontabs set last_execution = ${at}`.execute(db.owner)
    /** The minute before which nothing is scheduled. */
    const waits = async () =>
      (await sql`select from hub_jobs._private_known_crontabs where last_execution > ${new Date()}`.execute(db.owner))
        .rows
    await (await startJobs(services)).stop()
    await orderedFor(new Date(Date.now() + 365 * 24 * hour))
    const jobs = await startJobs(services, { restartAfter: 5, clockEvery: 5 })
    onTestFinished(() => jobs.stop())
    expect(await waits()).toEqual([])

    await orderedFor(new Date())
    vi.setSystemTime(Date.now() - 24 * hour)
    await expect.poll(waits).toEqual([])
    expect(lines).toEqual(['system clock changed; restarting jobs'])
  })

  it('continue while one waits for another system, which runs once at a time and is awaited at shutdown', async () => {
    const answer = Promise.withResolvers<RefundAnswer>()
    const requests: RefundRequest[] = []
    const payments: PaymentSide = {
      refund: (request) => {
        requests.push(request)
        return answer.promise
      },
    }
    // The other databases leave jobs that are retried later.
    const own = await testDatabase({ poolSize: 8 })
    const sellerId = await addSeller(own, 'ann')
    const hub = { ...testServices(own, { now: () => now }), refunds: { payments, followers: [] } }
    const refund = async () => {
      const order = await addOrderToShip(own, sellerId, [1])
      const request = { sellerId, number: parseOrderNumber(order.number)!, input: 'rest' as const, now }
      const why = { reason: 'OTHER_ADJUSTMENT' as const, actor: { kind: 'HUB' as const } }
      await own.asSeller(sellerId, 'write', (rows) => refundOrder(rows, { ...request, ...why, key: newRefundKey() }))
    }
    const queued = async () => (await sql`select from hub_jobs._private_jobs`.execute(own.owner)).rows
    const states = async () =>
      (await own.owner.selectFrom('refunds').select('state').orderBy('id').execute()).map(({ state }) => state)
    await refund()
    const jobs = await startJobs(hub)
    onTestFinished(() => jobs.stop())
    await expect.poll(() => requests.length).toBe(1)
    // The jobs behind them have run.
    await expect.poll(queued).toEqual([])
    await refund()
    await sql`select hub_jobs.add_job('due-refunds')`.execute(own.owner)
    await expect.poll(queued).toEqual([])
    expect(requests).toHaveLength(1)
    const stopped = jobs.stop()
    expect(await states()).toEqual(['PENDING', 'PENDING'])
    answer.resolve({ made: true })
    await stopped
    expect(await states()).toEqual(['REFUNDED', 'PENDING'])
  })

  it('continue while the picture store is slow, and shutdown waits for at most one picture', async () => {
    const answer = Promise.withResolvers<void>()
    const own = await testDatabase({ poolSize: 8 })
    const sellerId = await addSeller(own, 'ann')
    const services = testServices(own, { now: () => now })
    const requests: string[] = []
    const remove = ({ hash, size }: PictureFile) => {
      requests.push(`${hash} ${size}`)
      return answer.promise
    }
    const pictures = { ...services.pictures, store: { ...services.pictures.store, remove } }
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string]
    const due = (hash: string, minutes: number) =>
      announcePicture(own.owner, { sellerId, hash, removeAt: new Date(now.getTime() - minutes * minute) })
    await due(first, 2)
    await due(second, 1)
    const queued = async () => (await sql`select from hub_jobs._private_jobs`.execute(own.owner)).rows
    const left = () => own.owner.selectFrom('picture_removals').select('hash').orderBy('hash')
    const jobs = await startJobs({ ...services, pictures })
    onTestFinished(() => {
      answer.resolve()
      return jobs.stop()
    })
    await expect.poll(() => requests).toEqual([`${first} large`])
    // The jobs behind them have run.
    await expect.poll(queued).toEqual([])
    await sql`select hub_jobs.add_job('unused-pictures')`.execute(own.owner)
    await expect.poll(queued).toEqual([])
    expect(requests).toHaveLength(1)
    expect(await left().forUpdate().skipLocked().execute()).toEqual([{ hash: second }])
    const stopped = jobs.stop()
    answer.resolve()
    await stopped
    expect(requests).toEqual([`${first} large`, `${first} small`])
    expect(await left().execute()).toEqual([{ hash: second }])
  })

  it('are queued at most once, however often they were due', () => {
    const items = parseCrontab(crontab)
    expect(items.length).toBeGreaterThan(10)
    for (const { task, options } of items) expect(options).toMatchObject({ jobKey: task, jobKeyMode: 'replace' })
  })

  it.skipIf(isCoreRun)('belong to their own hub if two share a database', async () => {
    const url = inSchema(db.url, 'second')
    await withClient(url, (client) => migrate(client, 'second'))
    const second = openDatabase({ url, poolSize: 8 })
    onTestFinished(() => second.close())
    const due = await addDueListing()
    const jobs = await startJobs(testServices(second, { now: () => now }))
    onTestFinished(() => jobs.stop())
    const pending = () => sql`select from second_jobs._private_jobs`.execute(second.owner)
    await expect.poll(async () => (await pending()).rows).toEqual([])
    expect(await stateOf(due)).toBe('SCHEDULED')
  })
})
