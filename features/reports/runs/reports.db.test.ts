import { addRows } from '#db/testing-row.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import {
  cancelRun,
  createRun,
  findRun,
  listRuns,
  queueRun,
  reportProgress,
  takeRun,
} from '#features/machinery/file-runs/file-runs-db.server.ts'
import { removeOldRuns } from '#features/machinery/file-runs/runs-of-all-db.server.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { eraseMentions } from '#features/operator/erasure/mentions-db.server.ts'
import { unshippedStatuses } from '#features/core/order/order.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { removeRole } from '#features/people/accounts/members.server.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { queueRecords } from '#features/machinery/records/take-step.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { checkTestFile, workOnUploads } from '#features/shipping/tracking-upload/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import * as downloadPage from '../downloads/download-page.tsx'
import { runFileJob } from '../testing.ts'
import { recordKinds } from './record-kinds.server.ts'
import * as fileResource from './report-file-resource.ts'
import * as page from './reports-page.tsx'

const now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase()
let clock = now
const hub = testServices(db, { now: () => clock })

const browsers = new Map<Role, TestBrowser>()
let sellerId: number
let stranger: TestBrowser

const as = (role: Role) => assertDefined(browsers.get(role), 'each role has a member')

beforeAll(async () => {
  const team = ['owner', 'shipper', 'accountant', 'viewer'] as const
  const members = await Promise.all(team.map((role) => addTestMember(hub, { name: role })))
  sellerId = await addTestSeller(db, Object.fromEntries(members.map(({ id }, at) => [id, team[at] ?? 'viewer'])))
  for (const [at, { email }] of members.entries()) browsers.set(team[at] ?? 'viewer', await signedInBrowser(hub, email))
  const other = await addTestMember(hub)
  await addTestSeller(db, { [other.id]: 'owner' })
  stranger = await signedInBrowser(hub, other.email)
  await addOrders(db, { sellerId, count: 40, now, seed: 'files' })
})

const columnsOf = async (browser: TestBrowser, kind = 'orders'): Promise<string[]> => {
  const { data } = await browser.get(downloadPage, paths.downloadTemplate(`preset-everything-${kind}`))
  return data.columns.flatMap(({ id, isChosen }: { id: string; isChosen: boolean }) => (isChosen ? id : []))
}

const latest = async (): Promise<FileRun> => {
  const [run] = await db.asSeller(sellerId, 'read', (own) => listRuns(own, { sellerId, now: clock, limit: 1 }))
  return assertDefined(run, 'a run was created')
}

/** Requests a file; without columns, with all that the reader may have. */
async function request(
  browser: TestBrowser,
  fields: Record<string, string | readonly string[]> = {},
): Promise<FileRun> {
  // Runs are listed by their time.
  clock = new Date(clock.getTime() + 1_000)
  const column = await columnsOf(browser, typeof fields.kind === 'string' ? fields.kind : 'orders')
  const { status, location } = await browser.post(downloadPage, paths.newDownload(), {
    kind: 'orders',
    step: 'create',
    column,
    ...fields,
  })
  expect([status, location]).toEqual([303, paths.reports])
  return latest()
}

const fileOf = (browser: TestBrowser, { id }: FileRun) => browser.download(fileResource, paths.reportFile(id))

describe('a download', () => {
  it('of all columns is the file that the list exports', async () => {
    const run = await request(as('owner'))
    expect(run).toMatchObject({ state: 'QUEUED', fileName: 'orders-2026-11-20-1430-Europe-London.csv' })
    expect(await runFileJob(hub)).toBe(1)
    const exported = await as('owner').download({ loader: listExport(ordersList) }, `${paths.orders}/export`)
    expect(await fileOf(as('owner'), run)).toBe(exported)
    const records = parse(exported, { bom: true }).length - 1
    expect(await latest()).toMatchObject({ state: 'DONE', totalRows: records, doneRows: records, errorRows: 0 })
  })

  it('has the chosen rows and columns in their order', async () => {
    const column = ['orders.export.total', 'orders.export.order']
    const fields = { rows: 'awaiting-shipment', period: '90d', column }
    const run = await request(as('owner'), { ...fields, format: 'TSV' })
    await runFileJob(hub)
    const [header, ...rows] = parse(await fileOf(as('owner'), run), { bom: true, delimiter: '\t' })
    expect(header).toEqual(['Order total', 'Order number'])
    const { rows: waiting } = await db.owner
      .selectFrom('orders')
      .select((of) => of.fn.countAll<number>().as('rows'))
      .where('seller_id', '=', sellerId)
      .where('status', 'in', unshippedStatuses)
      .where('placed_at', '>=', new Date('2026-08-22T23:00:00Z'))
      .executeTakeFirstOrThrow()
    expect(new Set(rows.map(([, number]) => number)).size).toBe(waiting)
    const comma = await request(as('owner'), { ...fields, format: 'CSV_SEMICOLON' })
    await runFileJob(hub)
    const [, ...sameRows] = parse(await fileOf(as('owner'), comma), { bom: true, delimiter: ';' })
    expect(sameRows).toEqual(rows.map(([total = '', number]) => [total.replace('.', ','), number]))
  })

  it('for a label program has its names, with streets and countries as it wants them', async () => {
    const { data } = await as('owner').get(downloadPage, paths.downloadTemplate('preset-dhl'))
    const chosen: { id: string; header: { field: string; text: string } }[] = data.columns.filter(
      ({ isChosen }: { isChosen: boolean }) => isChosen,
    )
    const names = Object.fromEntries(chosen.map(({ header }) => [header.field, header.text]))
    const column = chosen.map(({ id }) => id)
    const run = await request(as('owner'), { column, ...names, rows: 'all', format: data.format.value, perOrder: 'on' })
    await runFileJob(hub)
    const rows: Record<string, string>[] = parse(await fileOf(as('owner'), run), {
      bom: true,
      delimiter: ';',
      columns: true,
    })
    const { length } = await db.owner.selectFrom('orders').select('id').where('seller_id', '=', sellerId).execute()
    expect(rows).toHaveLength(length)
    for (const row of rows) {
      expect(['DEU', 'FRA', 'GBR', 'JPN']).toContain(row['Empfänger Land'])
      expect(row).toHaveProperty('Empfänger Hausnummer')
    }
    expect(await columnsOf(as('owner'))).not.toContain('reports.column.houseNumber')
  })

  it('remembers its columns for the member’s next one, in their order', async () => {
    const chosen = {
      column: ['orders.export.order', 'orders.export.total'],
      order: 'orders.export.total orders.export.order',
    }
    await request(as('accountant'), { ...chosen, format: 'TSV' })
    const next = async (browser: TestBrowser) => (await browser.get(downloadPage, paths.newDownload('orders'))).data
    const { columns, isLast, format } = await next(as('accountant'))
    expect([isLast, format.value]).toEqual([true, 'TSV'])
    expect(columns.slice(0, 3).map(({ id, isChosen }: Record<string, unknown>) => [id, isChosen])).toEqual([
      ['orders.export.total', true],
      ['orders.export.order', true],
      [expect.any(String), false],
    ])
    expect((await next(as('viewer'))).isLast).toBe(false)
  })

  it('needs a column', async () => {
    const { status, data } = await as('owner').post(downloadPage, paths.newDownload(), {
      kind: 'orders',
      step: 'create',
      column: 'nothing',
    })
    expect([status, data.columns]).toEqual([422, 'Choose at least one column.'])
  })

  it('of each kind has its list’s columns', async () => {
    for (const kind of ['listings', 'transactions', 'tracking']) {
      const run = await request(as('owner'), { kind, rows: kind === 'listings' ? 'ended' : 'all' })
      await runFileJob(hub)
      expect((await latest()).state, kind).toBe('DONE')
      const [header] = parse(await fileOf(as('owner'), run), { bom: true })
      expect(header).toHaveLength((await columnsOf(as('owner'), kind)).length)
    }
  })
})

describe('what a role may not see', () => {
  it('is not in its file', async () => {
    const offered = await columnsOf(as('viewer'))
    expect(offered).not.toContain('orders.export.line1')
    const { status } = await as('viewer').post(downloadPage, paths.newDownload(), {
      kind: 'orders',
      step: 'create',
      column: 'orders.export.line1',
    })
    expect(status).toBe(422)
    expect(
      (await as('viewer').post(downloadPage, paths.newDownload(), { kind: 'transactions', step: 'create' })).status,
    ).toBe(404)
  })

  it('is not given by the file of another', async () => {
    const run = await request(as('shipper'), { column: ['orders.export.order', 'orders.export.line1'] })
    await runFileJob(hub)
    expect(await fileOf(as('owner'), run)).toContain('Order number')
    for (const browser of [as('accountant'), as('viewer'), stranger])
      expect((await browser.get(fileResource, paths.reportFile(run.id))).status).toBe(404)
    const { data } = await as('viewer').get(page, paths.reports)
    expect(data.runs[0]).toMatchObject({ fileHref: null, note: 'Contains columns that your role cannot see.' })
  })

  it('fails the run of a member who has lost the role', async () => {
    const { id, email } = await addTestMember(hub)
    await db.owner.insertInto('memberships').values({ seller_id: sellerId, member_id: id, role: 'manager' }).execute()
    const run = await request(await signedInBrowser(hub, email))
    await removeRole(db.owner, { memberId: id, sellerId })
    await runFileJob(hub)
    expect(await latest()).toMatchObject({ id: run.id, state: 'FAILED', failure: 'no-access' })
  })
})

describe('a run', () => {
  it('is cancelled while it is worked on, by roles that may have its file', async () => {
    const { id } = await request(as('owner'), { column: ['orders.export.order', 'orders.export.line1'] })
    const own = { sellerId, id, now: clock }
    const taken = await db.asSeller(sellerId, 'write', (tx) => takeRun(tx, own))
    expect(taken).toMatchObject({ state: 'RUNNING' })
    for (const browser of [as('viewer'), stranger])
      expect((await browser.post(page, paths.reports, { run: id })).status).toBe(404)
    expect((await as('shipper').post(page, paths.reports, { run: id })).status).toBe(303)
    expect(await latest()).toMatchObject({ id, state: 'CANCELLED' })
    const progress = { ...own, attempt: taken?.attempt ?? 0, position: null, doneRows: 1, errorRows: 0 }
    expect(await db.asSeller(sellerId, 'write', (tx) => reportProgress(tx, progress))).toBe(false)
    expect(await runFileJob(hub)).toBe(0)
    expect(await db.asSeller(sellerId, 'write', (tx) => cancelRun(tx, { ...own, keepsInput: false }))).toBe(false)
  })

  it('whose process died is written anew by another, and the first can no longer report', async () => {
    const run = await request(as('owner'))
    const of = { sellerId, id: run.id }
    const first = await db.asSeller(sellerId, 'write', (tx) => takeRun(tx, { ...of, now: clock }))
    const progress = { ...of, attempt: first?.attempt ?? 0, position: null, doneRows: 1, errorRows: 0 }
    await db.asSeller(sellerId, 'write', (tx) => reportProgress(tx, { ...progress, now: clock }))
    expect(await runFileJob(hub), 'while it may be alive').toBe(0)
    clock = new Date(clock.getTime() + 31_000)
    expect(await runFileJob(hub)).toBe(1)
    expect(await latest()).toMatchObject({ id: run.id, state: 'DONE' })
    expect(await db.asSeller(sellerId, 'write', (tx) => reportProgress(tx, { ...progress, now: clock }))).toBe(false)
    expect(parse(await fileOf(as('owner'), run), { bom: true }).length).toBeGreaterThan(40)
  })

  it('that was begun before a buyer was erased is written anew', async () => {
    const { id } = await request(as('owner'))
    const of = { sellerId, id, now: clock }
    const first = await db.asSeller(sellerId, 'write', (tx) => takeRun(tx, of))
    await db.asOwnerFor(sellerId, (tx) => eraseMentions(tx, { sellerId, orders: [], terms: ['Ann'] }))
    const progress = { ...of, attempt: first?.attempt ?? 0, position: null, doneRows: 1, errorRows: 0 }
    expect(await db.asSeller(sellerId, 'write', (tx) => reportProgress(tx, progress))).toBe(false)
    expect(await runFileJob(hub)).toBe(1)
    expect(await latest()).toMatchObject({ id, state: 'DONE' })
  })

  it('that reads a file while a buyer is erased keeps nothing of the buyer', async () => {
    const of = {
      sellerId,
      direction: 'UPLOAD',
      fileName: 'sent to ann-smith.csv',
      format: 'CSV',
      readers: ['owner'],
    } as const
    const more = { hasBuyers: true, member: { id: 'ada', name: 'Ada' }, now: clock } as const
    const cell = (text: string) => ({ from: 2, to: 2, at: '1', text })
    const upload = async (kind: 'tracking' | 'listings', state: 'CREATED' | 'QUEUED', plan: object) => {
      const made = db.asSeller(sellerId, 'write', (own) => createRun(own, { ...of, ...more, kind, state, plan }))
      return assertDefined(await made, 'it has no schedule')
    }
    const id = await upload('tracking', 'QUEUED', { typed: [cell('AB123456789GB'), cell('ann smith')] })
    const other = await upload('listings', 'CREATED', {})
    const taken = await db.asSeller(sellerId, 'write', (own) => takeRun(own, { sellerId, id, now: clock }))
    const rows = [
      ['ANN SMITH', null],
      ['1 High Street', '=12-64120-58213'],
      ['Bob Example', '=12-64120-58214'],
    ] as const
    await addRows(
      db.owner,
      'tracking_rows',
      rows.map(([name, group], at) => ({
        seller_id: sellerId,
        run_id: id,
        row: at + 2,
        fields: ['AB123456789GB', name],
        order_group: group,
        verdict: 'PROBLEM',
        problems: JSON.stringify([{ rule: 'columns' }]),
      })),
    )
    const buyer = { buyer_username: 'ann', buyer_name: null, buyer_email: null }
    const orders = [{ id: 0, number: '12-64120-58213', external_id: null, ...buyer }]
    await db.asOwnerFor(sellerId, (tx) => eraseMentions(tx, { sellerId, orders, terms: ['Ann Smith'] }))
    const progress = { sellerId, id, attempt: taken?.attempt ?? 0, position: null, doneRows: 3, errorRows: 0 }
    const report = db.asSeller(sellerId, 'write', (own) => reportProgress(own, { ...progress, now: clock }))
    expect(await report, 'what it has in memory').toBe(false)
    const left = await db.owner.selectFrom('tracking_rows').select('row').where('run_id', '=', id).execute()
    expect(left).toEqual([{ row: 4 }])
    const kept = db.owner.selectFrom('file_runs').where('id', 'in', [id, other])
    const names = await kept.select('file_name').execute()
    expect(names).toEqual([{ file_name: 'file.csv' }, { file_name: 'file.csv' }])
    const plans = await kept.select('plan').execute()
    expect(plans.map(({ plan }) => plan)).toEqual([{}, {}])
    await db.owner.deleteFrom('file_runs').where('id', 'in', [id, other]).execute()
  })

  it('is worked on once, however many processes there are', async () => {
    const requested = []
    for (let times = 0; times < 4; times += 1)
      requested.push(await request(as('owner'), { column: 'orders.export.order' }))
    const ended = await Promise.all([1, 2, 3, 4, 5].map(() => runFileJob(hub)))
    // A process that finds a run in work leaves; the others do the rest.
    expect((await runFileJob(hub)) + ended.reduce((sum, each) => sum + each, 0)).toBe(4)
    const runs = await db.asSeller(sellerId, 'read', (own) => listRuns(own, { sellerId, now: clock, limit: 4 }))
    expect(runs.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual(
      requested.map(({ id }) => `${id} DONE`).toSorted(),
    )
  })

  it('that waits for the seller is not worked on until it is queued, and is queued once', async () => {
    const of = {
      sellerId,
      direction: 'UPLOAD',
      kind: 'product-feed',
      fileName: 'parcels.csv',
      format: 'CSV',
    } as const
    const more = { plan: {}, readers: ['owner'], hasBuyers: false, member: { id: 'ada', name: 'Ada' } } as const
    const run = { ...of, ...more, state: 'CREATED', now: clock } as const
    const id = assertDefined(await db.asSeller(sellerId, 'write', (own) => createRun(own, run)), 'it has no schedule')
    expect(await runFileJob(hub)).toBe(0)
    const ready = { sellerId, id, event: 'QUEUE' as const, plan: { columns: [0] }, totalRows: 3, now: clock }
    const queue = () => db.asSeller(sellerId, 'write', (own) => queueRun(own, ready))
    expect([await queue(), await queue()]).toEqual([true, false])
    // Nothing reads such files.
    expect(await runFileJob(hub)).toBe(1)
    const ended = await db.asSeller(sellerId, 'read', (own) => findRun(own, { sellerId, id, now: clock }))
    expect(ended).toMatchObject({ state: 'FAILED', failure: 'unknown', totalRows: 3 })
  })

  it('goes on in another process if its own is stopping', async () => {
    const run = await request(as('owner'))
    const stopping = new AbortController()
    const stopped = testServices(db, { now: () => (stopping.abort(), clock) })
    expect(await runFileJob(stopped, stopping.signal)).toBe(0)
    expect(await latest()).toMatchObject({ id: run.id, state: 'QUEUED' })
    expect(await runFileJob(hub)).toBe(1)
  })

  it('is shown with its rows, who requested it and when; after 30 days it is deleted with its file', async () => {
    const { data } = await as('owner').get(page, paths.reports)
    expect(data).toMatchObject({ note: 'Files are kept for 30 days. Times are of London (GMT).', isOpen: false })
    expect(data.runs[0]).toMatchObject({
      kind: 'Download: orders',
      member: 'owner',
      status: { text: 'Done', tone: 'good' },
    })
    const file = data.runs[0].fileHref
    // Its time ends by the clock, not with the job that deletes it.
    const { id, keptUntil } = await latest()
    const keep = (until: Date) =>
      db.owner.updateTable('file_runs').set({ kept_until: until }).where('id', '=', id).execute()
    await keep(new Date(clock.getTime() + 1))
    expect((await as('owner').get(fileResource, file)).status).toBe(200)
    await keep(clock)
    expect((await as('owner').get(fileResource, file)).status).toBe(404)
    expect(JSON.stringify((await as('owner').get(page, paths.reports)).data.runs)).not.toContain(id)
    await keep(keptUntil)
    await removeOldRuns(db.owner, new Date(clock.getTime() + 29 * day))
    expect(await db.owner.selectFrom('file_runs').select('id').execute()).not.toEqual([])
    await removeOldRuns(db.owner, new Date(clock.getTime() + 30 * day), 2)
    expect(await db.owner.selectFrom('file_runs').select('id').execute()).toEqual([])
    expect(await db.owner.selectFrom('file_run_parts').select('part').execute()).toEqual([])
  })

  it('has uploads of tracking numbers among the others, for roles that ship', async () => {
    const text = 'Order number,Tracking number\n12-00000-00000,AB123456789GB'
    const { id } = await checkTestFile(hub, { sellerId, text })
    const runOf = async (role: Role) =>
      (await as(role).get(page, paths.reports)).data.runs.find((run: { id: string }) => run.id === id)
    expect(await runOf('shipper')).toMatchObject({
      name: 'despatch.csv',
      kind: 'Upload: parcels',
      status: { text: 'To be checked' },
      href: paths.upload(id),
      fileHref: null,
      mayCancel: true,
    })
    expect(await runOf('accountant')).toMatchObject({ href: null })
  })

  it('has the result of an upload of tracking numbers, and its rows with problems before that', async () => {
    const { number } = await addOrderToShip(db, sellerId, [1])
    const text = `Order number;Tracking number\n${number};RN000000045GB\n99-99999-99999;0000000000000000000\n`
    const { id } = await checkTestFile(hub, { sellerId, text })
    const linesOf = async (rows?: 'problems') =>
      (await as('shipper').download(fileResource, paths.reportFile(id, rows))).trimEnd().split('\r\n')
    const wrong = expect.stringMatching(
      /^99-99999-99999,"=""0000000000000000000""",Failure,"order-unknown; carrier-missing",/,
    )
    const header = expect.stringMatching(/Order number,Tracking number,Status,Error code,Message,Row$/)
    expect(await linesOf('problems')).toEqual([header, wrong])
    await db.asSeller(sellerId, 'write', (own) => queueRecords(own, recordKinds.tracking, { sellerId, id, now: clock }))
    await workOnUploads(hub)
    expect(await linesOf()).toEqual([header, expect.stringMatching(`^${number},RN000000045GB,Success,,,`), wrong])
  })
})
