import { describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { cancelRun, findRun, takeRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import {
  countsOf,
  keepTestFile,
  queueTestFile,
  rowsOfUpload,
  trackingWorker,
  uploadOf,
  workOnUploads,
} from './testing.ts'

let now = new Date('2026-11-20T14:30:00Z')

const db = await testDatabase()
const hub = testServices(db, { now: () => now })
const sellerId = await addSeller(db, 'checks')

const write = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(sellerId, 'write', work)
const counts = (id: string) => countsOf(hub, { sellerId, id })
const stateOf = async (id: string) => (await uploadOf(hub, { sellerId, id })).state
const rowsAt = async (id: string, lines: readonly number[]) =>
  (await rowsOfUpload(hub, { sellerId, id }))
    .filter(({ row }) => lines.includes(row))
    .map(({ verdict, order, problems }) => [verdict, order, problems?.[0]?.rule ?? null])

const head = 'Order number,Tracking number,Carrier\n'
/** Rows of orders that are unknown. */
const strangers = (n: number) =>
  Array.from({ length: n }, (_, at) => `99-00000-${String(at).padStart(5, '0')},0034 ${at},DHL\n`).join('')
const orderToShip = async () => (await addOrderToShip(db, sellerId, [1])).number

/** The work of a process that has taken the upload, for one slice. */
const slice = async (id: string) => {
  const run = assertDefined(await write((own) => takeRun(own, { sellerId, id, now })), 'it waits')
  return trackingWorker.work({ hub, run, role: 'owner', isOver: () => true, signal: new AbortController().signal })
}
const progress = async (id: string) =>
  assertDefined(await write((own) => findRun(own, { sellerId, id, now })), 'it is kept')

describe('the check of a long file', () => {
  it('goes on where its process died, and sees the rows of an order together, however far apart', async () => {
    const order = await orderToShip()
    const text = `${head}${order},0034 1,DHL\n${strangers(3_100)}${order},0034 2,DHL\n`
    const id = await keepTestFile(hub, { sellerId, text })
    expect(await slice(id)).toEqual({ outcome: 'more' })
    const { doneRows, totalRows, position } = await progress(id)
    expect([doneRows, totalRows]).toEqual([expect.any(Number), 3_102])
    expect(doneRows).toBeGreaterThan(1_000)
    expect([await stateOf(id), position]).toEqual([
      'RUNNING',
      expect.objectContaining({ head: expect.objectContaining({ step: 'read' }) }),
    ])
    // Nothing is applied before all is checked, and nobody else works on it until its process counts as dead.
    expect(await queueTestFile(hub, { sellerId, id })).toBe(false)
    expect(await workOnUploads(hub)).toBe(0)
    expect(await stateOf(id)).toBe('RUNNING')
    now = new Date(now.getTime() + 31_000)
    expect(await workOnUploads(hub)).toBe(0)
    expect(await stateOf(id)).toBe('CREATED')
    expect(await counts(id)).toMatchObject({ CHANGE: 1, PROBLEM: 3_101 })
    expect(await rowsAt(id, [2, 3_103])).toEqual([
      ['CHANGE', order, null],
      ['PROBLEM', order, 'nothing-left'],
    ])
  })

  it('is stopped on request', async () => {
    const order = await orderToShip()
    const id = await keepTestFile(hub, { sellerId, text: `${head}${strangers(3_100)}${order},0034 3,DHL\n` })
    expect(await slice(id)).toEqual({ outcome: 'more' })
    await write((own) => cancelRun(own, { sellerId, id, keepsInput: false, now }))
    expect([await stateOf(id), await queueTestFile(hub, { sellerId, id })]).toEqual(['CANCELLED', false])
    expect(await workOnUploads(hub)).toBe(0)
  })
})
