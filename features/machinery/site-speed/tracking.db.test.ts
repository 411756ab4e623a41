import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import type { Beacon } from '#lib/beacon.ts'
import { createBeaconStore } from './beacon-store.server.ts'
import {
  deletePageLoadsBefore,
  insertPageLoads,
  readErrors,
  readSpeed,
  readViews,
  type PageLoad,
} from './page-loads-db.server.ts'
import { day, minute } from '#lib/duration.ts'

const db = await testDatabase()
const noon = new Date('2026-11-21T12:00:00Z')
const always = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z') }
const log = pino({ enabled: false })

const load = (beacon: Partial<Beacon> = {}, at = noon, memberId: string | null = null): PageLoad => ({
  beacon: { page: 'orders', views: { orders: 1 }, ...beacon },
  at,
  memberId,
  sellerId: null,
})
const rows = () => db.owner.selectFrom('page_loads').selectAll().orderBy('id').execute()

beforeEach(() => db.pool.query('truncate page_loads'))

describe('page loads', () => {
  it('are stored as reported, with a member who still exists', async () => {
    await db.owner.insertInto('members').values({ id: 'ada', name: 'Ada', email: 'ada@example.com' }).execute()
    const beacon: Beacon = {
      page: 'orders',
      views: { orders: 2, 'order-details': 1 },
      actions: [{ page: 'orders', tracking: { eventFamily: 'x', list: [1, null, 'ü'] } }],
      speed: { lcp: 812.5, cls: 0 },
      timing: { responseStart: 12 },
      errors: [{ message: "it's 'broken' $1 {}", line: 3, path: '/assets/a.js', count: 4 }],
      errorCount: 5,
      returning: true,
    }
    await insertPageLoads(db.owner, [load(beacon, noon, 'ada'), load({}, noon, 'gone')])
    const [first, second] = await rows()
    expect(first).toMatchObject({
      at: noon,
      page: 'orders',
      member_id: 'ada',
      seen_before: true,
      lcp: 812.5,
      inp: null,
      cls: 0,
      ttfb: null,
      timing: beacon.timing,
      views: beacon.views,
      actions: beacon.actions,
      errors: beacon.errors,
      error_count: 5,
    })
    expect(second).toMatchObject({ member_id: null, seen_before: false, error_count: 0, actions: [], errors: [] })
    await db.owner.deleteFrom('members').where('id', '=', 'ada').execute()
    expect((await rows()).map((row) => row.member_id)).toEqual([null, null])
  })

  it('give the 75th percentile of each vital by page, from the loads that reported it in the period', async () => {
    const at = (minutes: number) => new Date(noon.getTime() + minutes * minute)
    await insertPageLoads(db.owner, [
      ...[400, 100, 300, 200].map((lcp, index) => load({ speed: { lcp, cls: index / 10 } }, at(index))),
      load({ page: 'overview', views: { overview: 1 }, speed: { lcp: 50, inp: 8, ttfb: 7 } }, at(1)),
      load({ speed: { lcp: 9999 } }, at(-1)),
      load({ speed: { lcp: 9999 } }, at(10)),
    ])
    expect(await readSpeed(db.owner, { from: noon, to: at(10) })).toEqual([
      // 75th percentile, interpolated: 325 of 100, 200, 300, 400, and 0.225 of 0, 0.1, 0.2, 0.3.
      expect.objectContaining({
        page: 'orders',
        loads: 4,
        lcp_p75: 325,
        lcp_count: 4,
        inp_p75: null,
        inp_count: 0,
        cls_p75: expect.closeTo(0.225, 12),
        cls_count: 4,
        ttfb_p75: null,
        ttfb_count: 0,
      }),
      expect.objectContaining({ page: 'overview', loads: 1, lcp_p75: 50, inp_p75: 8, inp_count: 1, ttfb_p75: 7 }),
    ])
  })

  it('add up views and errors over loads', async () => {
    const error = { message: 'x is not a function', line: 1, path: '/assets/a.js', count: 2 }
    await insertPageLoads(db.owner, [
      load({ views: { orders: 3, overview: 1 }, errors: [error], errorCount: 2 }),
      load({ views: { orders: 1 }, errors: [{ ...error, line: 2, count: 1 }, error], errorCount: 3 }),
    ])
    expect(await readViews(db.owner, always)).toEqual([
      { page: 'orders', views: 4 },
      { page: 'overview', views: 1 },
    ])
    const { message, path } = error
    expect(await readErrors(db.owner, always, 10)).toEqual([
      { message, path, line: 1, times: 4, loads: 2 },
      { message, path, line: 2, times: 1, loads: 1 },
    ])
    expect(await readErrors(db.owner, always, 1)).toHaveLength(1)
  })

  it('are deleted after their retention', async () => {
    await insertPageLoads(db.owner, [load({}, new Date(noon.getTime() - 1)), load({}, noon)])
    expect(await deletePageLoadsBefore(db.owner, noon)).toBe(1)
    expect((await rows()).map((row) => row.at)).toEqual([noon])
  })

  it.each([
    ['no views', { views: {} }],
    ['a page that is no name', { page: 'Orders?id=1' }],
    ['a negative time', { speed: { lcp: -1 } }],
    ['fewer errors than listed', { errors: [{ message: 'x', line: 1, path: '/', count: 1 }], errorCount: 0 }],
  ])('are rejected by the table with %s', async (_, beacon) => {
    await expect(insertPageLoads(db.owner, [load(beacon)])).rejects.toThrow(/violates check constraint/)
  })
})

describe('the store', () => {
  const store = (options: { room?: number; batch?: number; now?: () => Date } = {}) =>
    createBeaconStore({ db, log, now: () => noon, days: 30, ...options })

  it('writes pending loads on closing, and at once when a batch is full', async () => {
    const patient = store({ batch: 3 })
    for (let i = 0; i < 4; i++) expect(patient.add(load(), 100)).toBe(true)
    await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(3)
    await patient.close()
    expect(await rows()).toHaveLength(4)
    expect(patient.counts).toEqual({ stored: 4, full: 0, failed: 0 })
  })

  it('drops and counts loads beyond its capacity', async () => {
    const small = store({ room: 250 })
    expect([1, 2, 3].map(() => small.add(load(), 100))).toEqual([true, true, false])
    await small.flush()
    expect(small.add(load(), 100)).toBe(true)
    await small.close()
    expect(small.counts).toEqual({ stored: 3, full: 1, failed: 0 })
  })

  it('continues after PostgreSQL has rejected a batch', async () => {
    const some = store()
    some.add(load({ views: {} }), 1)
    await some.flush()
    some.add(load(), 1)
    await some.close()
    expect(some.counts).toEqual({ stored: 1, full: 0, failed: 1 })
  })

  it('deletes expired loads when clean-up starts', async () => {
    await insertPageLoads(db.owner, [
      load({}, new Date(noon.getTime() - 30 * day - 1)),
      load({}, new Date(noon.getTime() - 30 * day)),
    ])
    const sweeping = store()
    sweeping.startSweeping()
    await expect.poll(async () => (await rows()).length).toBe(1)
    await sweeping.close()
  })
})
