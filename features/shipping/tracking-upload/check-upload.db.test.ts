import { beforeAll, describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { cancelRun, findRun, takeRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { testServices, type TestServices } from '#features/shop/accounts/testing.ts'
import { addOrderToShip, testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { queueUpload } from './apply-upload.server.ts'
import { trackingUploads } from './apply-upload.server.ts'
import type { TypedCell } from './review-form.ts'
import { reviewUpload } from './review-upload.server.ts'
import { checkTestFile, keepTestFile, workOnUploads } from './testing.ts'
import { countRows, findUpload, listRows } from './uploads-db.server.ts'

let now = new Date('2026-11-20T14:30:00Z')
let db: TestDatabase
let hub: TestServices
let sellerId: number

beforeAll(async () => {
  db = await testDatabase()
  hub = testServices(db, { now: () => now })
  sellerId = await addSeller(db, 'checks')
})

const write = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(sellerId, 'write', work)
const counts = (id: string) => write((own) => countRows(own, sellerId, id))
const stateOf = async (id: string) => (await write((own) => findUpload(own, { sellerId, id, now })))?.state
const rowsAt = async (id: string, lines: readonly number[]) =>
  (await write((own) => listRows(own, { sellerId, id, verdicts: ['CHANGE', 'PROBLEM', 'SAME'], limit: 9_000 })))
    .filter(({ row }) => lines.includes(row))
    .map(({ verdict, order_number: order, problems }) => [verdict, order, problems?.[0]?.rule ?? null])

const head = 'Order number,Tracking number,Carrier\n'
/** Rows of orders that are unknown. */
const strangers = (n: number) =>
  Array.from({ length: n }, (_, at) => `99-00000-${String(at).padStart(5, '0')},0034 ${at},DHL\n`).join('')
const orderToShip = async () => (await addOrderToShip(db, sellerId, [1])).number

/** The work of a process that has taken the upload, for one slice. */
const slice = async (id: string) => {
  const run = assertDefined(await write((own) => takeRun(own, { sellerId, id, now })), 'it waits')
  return trackingUploads.work({ hub, run, role: 'owner', isOver: () => true, signal: new AbortController().signal })
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
    expect([await stateOf(id), position]).toEqual(['CHECKING', expect.objectContaining({ step: 'file' })])
    // Nothing is applied before all is checked, and nobody else works on it until its process counts as dead.
    expect(await write((own) => queueUpload(own, { sellerId, id, now }))).toBe(false)
    expect(await workOnUploads(hub)).toBe(0)
    expect(await stateOf(id)).toBe('CHECKING')
    now = new Date(now.getTime() + 31_000)
    expect(await workOnUploads(hub)).toBe(0)
    expect(await stateOf(id)).toBe('CHECKED')
    expect(await counts(id)).toMatchObject({ CHANGE: 1, PROBLEM: 3_101 })
    expect(await rowsAt(id, [2, 3_103])).toEqual([
      ['CHANGE', order, null],
      ['PROBLEM', order, 'nothing-left'],
    ])
  })

  it('is stopped on request, and begun again', async () => {
    const order = await orderToShip()
    const id = await keepTestFile(hub, { sellerId, text: `${head}${strangers(3_100)}${order},0034 3,DHL\n` })
    expect(await slice(id)).toEqual({ outcome: 'more' })
    await write((own) => cancelRun(own, { sellerId, id, keepsInput: true, now }))
    expect([await stateOf(id), await write((own) => queueUpload(own, { sellerId, id, now }))]).toEqual([
      'STOPPED',
      false,
    ])
    expect(await review(id, [])).toBe('queued')
    expect(await workOnUploads(hub)).toBe(0)
    expect([await stateOf(id), await counts(id)]).toEqual([
      'CHECKED',
      expect.objectContaining({ CHANGE: 1, PROBLEM: 3_100 }),
    ])
  })
})

const nothingElse = {
  columns: undefined,
  encoding: undefined,
  dayOrder: undefined,
  carrier: undefined,
  keepsNamed: undefined,
  isConfirmed: undefined,
}
const review = (id: string, cells: readonly TypedCell[]) =>
  write((own) =>
    reviewUpload(own, { sellerId, id, carriers: testCarriers, zone: 'Europe/London', now }, { ...nothingElse, cells }),
  )

describe('cells that are typed', () => {
  it('change the verdicts of all rows of the orders that they name and named', async () => {
    const [order, other] = [await orderToShip(), await orderToShip()]
    const { id } = await checkTestFile(hub, {
      sellerId,
      text: `${head}${order},0034 11,DHL\n${order},0034 12,DHL\n${other},0034 13,DHL\n`,
    })
    const typed = (row: number, text: string) => ({ from: row, to: row, key: '0', text })
    expect(await review(id, [typed(2, other)])).toBe('cells')
    expect(await rowsAt(id, [2, 3, 4])).toEqual([
      ['CHANGE', other, null],
      ['CHANGE', order, null],
      ['PROBLEM', other, 'nothing-left'],
    ])
  })

  it('are stored with the check of all rows if they are many, also while one is under way', async () => {
    const orders: string[] = []
    for (let n = 0; n < 3; n += 1) orders.push(await orderToShip())
    const text = `${head}${orders.map((order, at) => `${order},ABCD${at},\n`).join('')}${strangers(1_000)}`
    const { id } = await checkTestFile(hub, { sellerId, text })
    const courier = (from: number, to: number) => review(id, [{ from, to, key: '2', text: 'Our own courier' }])
    expect(await courier(3, 1_004)).toBe('queued')
    const run = assertDefined(await write((own) => takeRun(own, { sellerId, id, now })), 'it waits')
    expect(await courier(2, 2)).toBe('queued')
    const none = { hub, run, role: 'owner', isOver: () => false, signal: new AbortController().signal } as const
    expect(await trackingUploads.work(none)).toEqual({ outcome: 'lost' })
    await workOnUploads(hub)
    expect(await counts(id)).toMatchObject({ CHANGE: 3, PROBLEM: 1_000 })
  })

  it('of an order above its items change the items below it', async () => {
    const [order, other] = [await orderToShip(), await orderToShip()]
    const { id } = await checkTestFile(hub, {
      sellerId,
      text: `Order number,SKU,Tracking number,Carrier\n${order},,,\n,CAP-1,0034 21,DHL\n`,
    })
    expect(await rowsAt(id, [3])).toEqual([['PROBLEM', order, 'item-unknown']])
    expect(await review(id, [{ from: 2, to: 2, key: '0', text: other }])).toBe('queued')
    await workOnUploads(hub)
    expect(await rowsAt(id, [3])).toEqual([['PROBLEM', other, 'item-unknown']])
  })
})
