import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import * as downloadPage from '../downloads/download-page.tsx'
import * as fileResource from '../runs/report-file-resource.ts'
import * as reportsPage from '../runs/reports-page.tsx'
import { runFileJob } from '../testing.ts'
import * as page from './schedules-page.tsx'
import { startDueDownloads } from './start-due.server.ts'

// A Friday; seven o'clock in London is an hour and a half away.
let clock = new Date('2026-11-20T05:30:00Z')
const db = await testDatabase({ poolSize: 12 })
const hub = testServices(db, { now: () => clock })

let sellerId: number
let emails: string[]
let owner: TestBrowser
let shipper: TestBrowser
let viewer: TestBrowser
let stranger: TestBrowser

beforeAll(async () => {
  const [ada, ben, cem, dan] = await Promise.all([1, 2, 3, 4].map(() => addTestMember(hub)))
  if (!ada || !ben || !cem || !dan) throw new Error('four members were added')
  emails = [ben.email, cem.email, dan.email]
  sellerId = await addTestSeller(db, { [ada.id]: 'owner', [ben.id]: 'shipper', [cem.id]: 'viewer' })
  await addTestSeller(db, { [dan.id]: 'owner' })
  owner = await signedInBrowser(hub, ada.email)
  await signInOthers()
  await addOrders(db, { sellerId, count: 30, now: clock, seed: 'schedules' })
})

async function signInOthers(): Promise<void> {
  const [ben = '', cem = '', dan = ''] = emails
  shipper = await signedInBrowser(hub, ben)
  viewer = await signedInBrowser(hub, cem)
  stranger = await signedInBrowser(hub, dan)
}

const report = (error: unknown) => {
  throw error
}

const runs = () => db.asSeller(sellerId, 'read', (own) => listRuns(own, { sellerId, now: clock, limit: 100 }))

/** Saves a template; returns its id. */
async function save(name: string, column: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const fields = { kind: 'orders', step: 'save', rows: 'all', format: 'TSV', name, column, ...more }
  const { status, location } = await owner.post(downloadPage, paths.newDownload(), fields)
  expect(status).toBe(303)
  return new URL(location ?? '', 'http://hub').searchParams.get('template') ?? ''
}

const columns = ['orders.export.title', 'orders.export.order']

describe('a template', () => {
  it('fills the form with rows, format and columns in their order', async () => {
    const id = await save('  Morning   orders ', columns, { period: '7d' })
    const { data } = await owner.get(downloadPage, paths.downloadTemplate(id))
    expect(data).toMatchObject({
      template: { name: 'Morning orders', isOwn: true, note: null },
      rows: { value: 'all' },
      period: { value: '7d' },
      format: { value: 'TSV' },
    })
    expect(data.columns.slice(0, 3)).toMatchObject([
      { id: columns[0], isChosen: true },
      { id: columns[1], isChosen: true },
      { isChosen: false },
    ])
    expect(await save('Morning orders', columns.toReversed()), 'replaced by one of the same name').toBe(id)
  })

  it('needs a name, and is of its shop', async () => {
    const fields = { kind: 'orders', step: 'save', name: ' ', column: columns }
    const { status, data } = await owner.post(downloadPage, paths.newDownload(), fields)
    expect([status, data.name]).toEqual([422, 'Give the template a name.'])
    const id = await save('Own', columns)
    expect((await stranger.get(downloadPage, paths.downloadTemplate(id))).status).toBe(404)
    const remove = { kind: 'orders', step: 'delete', template: id }
    expect((await stranger.post(downloadPage, paths.newDownload(), remove)).status).toBe(404)
    expect((await owner.post(downloadPage, paths.newDownload(), remove)).status).toBe(303)
    expect((await owner.get(downloadPage, paths.downloadTemplate(id))).status).toBe(404)
  })

  it('leaves out the columns that a role does not see, and says so', async () => {
    const id = await save('Addresses', ['orders.export.order', 'orders.export.line1'])
    const { data } = await viewer.get(downloadPage, paths.downloadTemplate(id))
    expect(data.template.note).toBe('1 of its columns is left out, because your role does not see it.')
    expect(data.columns.filter(({ isChosen }: { isChosen: boolean }) => isChosen)).toHaveLength(1)
  })

  it('is not deleted or replaced by a role that does not see all of its columns', async () => {
    const id = await save('Labels', ['orders.export.order', 'orders.export.line1'])
    const fields = { kind: 'orders', step: 'save', rows: 'all', format: 'CSV', name: 'Labels', column: columns }
    const { status, data } = await viewer.post(downloadPage, paths.newDownload(), fields)
    expect([status, data.name]).toEqual([422, expect.stringContaining('Choose another name')])
    const remove = { kind: 'orders', step: 'delete', template: id }
    expect((await viewer.post(downloadPage, paths.newDownload(), remove)).status).toBe(404)
    const kept = (await owner.get(downloadPage, paths.downloadTemplate(id))).data.columns
    expect(kept.slice(0, 2)).toMatchObject([{ id: 'orders.export.order' }, { id: 'orders.export.line1' }])
    expect((await viewer.post(downloadPage, paths.newDownload(), { ...fields, name: 'Mine' })).status).toBe(303)
  })

  it('of a label program has its names and one row for each order', async () => {
    const { data } = await shipper.get(downloadPage, paths.downloadTemplate('preset-worldship'))
    const chosen = data.columns.filter(({ isChosen }: { isChosen: boolean }) => isChosen)
    const names = chosen.map(({ header }: { header: { field: string; text: string } }) => [header.field, header.text])
    const { status } = await shipper.post(downloadPage, paths.newDownload(), {
      kind: 'orders',
      step: 'create',
      rows: 'all',
      perOrder: 'on',
      column: chosen.map(({ id }: { id: string }) => id),
      ...Object.fromEntries(names),
    })
    expect(status).toBe(303)
    await runFileJob(hub)
    const [run] = await runs()
    const [header, ...records] = parse(await shipper.download(fileResource, paths.reportFile(run?.id ?? '')), {
      bom: true,
    })
    expect(header?.slice(0, 3)).toEqual(['Customer ID', 'Company or Name', 'Attention'])
    expect(new Set(records.map(([number]) => number)).size).toBe(30)
    expect(records).toHaveLength(30)
  })
})

describe('a schedule', () => {
  const add = (browser: TestBrowser, template: string, more: Record<string, string> = {}) =>
    browser.post(page, paths.schedules, { step: 'add', template, rhythm: 'DAILY', hour: '7', ...more })

  const shown = async (browser = owner) => (await browser.get(page, paths.schedules)).data.schedules

  it('makes the file of its template once for each time, however many processes look', async () => {
    const before = (await runs()).length
    expect((await add(owner, await save('Daily', columns))).status).toBe(303)
    expect(await shown()).toMatchObject([{ name: 'Daily', when: 'Every day at 07:00', next: '20 Nov, 07:00' }])
    expect(await startDueDownloads(hub, report), 'too early').toBe(0)
    clock = new Date('2026-11-20T07:00:20Z')
    const started = await Promise.all([1, 2, 3, 4, 5].map(() => startDueDownloads(hub, report)))
    expect(started.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await startDueDownloads(hub, report)).toBe(0)
    expect(await runs()).toHaveLength(before + 1)
    await runFileJob(hub)
    const { data } = await owner.get(reportsPage, paths.reports)
    expect(data.runs[0]).toMatchObject({ kind: 'Download: orders, scheduled', status: { text: 'Done' } })
    expect(await shown()).toMatchObject([{ next: '21 Nov, 07:00' }])
  })

  it('has the rows of the day when it was due, however late it is written', async () => {
    const placed = { placed_at: new Date('2026-11-20T12:00:00Z') }
    await db.owner.updateTable('orders').set(placed).where('seller_id', '=', sellerId).execute()
    const template = await save('Today', columns, { period: 'today' })
    expect((await add(owner, template, { hour: '8' })).status).toBe(303)
    clock = new Date('2026-11-20T08:00:20Z')
    expect(await startDueDownloads(hub, report)).toBe(1)
    clock = new Date('2026-11-21T00:30:00Z')
    await runFileJob(hub)
    const [run] = await runs()
    const [, ...records] = parse(await owner.download(fileResource, paths.reportFile(run?.id ?? '')), {
      bom: true,
      delimiter: '\t',
    })
    expect(new Set(records.map(([, order]) => order)).size).toBe(30)
    const remove = { kind: 'orders', step: 'delete', template }
    expect((await owner.post(downloadPage, paths.newDownload(), remove)).status).toBe(303)
  })

  it('makes up for times that passed while no process ran by one file', async () => {
    const before = (await runs()).length
    clock = new Date(clock.getTime() + 5 * day)
    expect(await startDueDownloads(hub, report)).toBe(1)
    expect(await startDueDownloads(hub, report)).toBe(0)
    expect(await runs()).toHaveLength(before + 1)
    expect(await shown()).toMatchObject([{ next: '26 Nov, 07:00' }])
  })

  it('is paused, resumed and deleted by roles that may have its files', async () => {
    const [{ id }] = await shown()
    const step = (browser: TestBrowser, name: string) =>
      browser.post(page, paths.schedules, { step: name, schedule: id })
    expect((await step(stranger, 'delete')).status).toBe(404)
    expect((await step(shipper, 'pause')).status).toBe(303)
    expect(await shown()).toMatchObject([{ isPaused: true, next: 'Paused' }])
    clock = new Date(clock.getTime() + 3 * day)
    expect(await startDueDownloads(hub, report)).toBe(0)
    expect((await step(owner, 'resume')).status).toBe(303)
    expect(await shown()).toMatchObject([{ isPaused: false, next: '29 Nov, 07:00' }])
    expect((await step(owner, 'delete')).status).toBe(303)
    expect(await shown()).toEqual([])
  })

  it('is for roles that may have all columns of the template', async () => {
    const addresses = await save('To ship', ['orders.export.order', 'orders.export.line1'])
    // The sessions of the others have ended meanwhile.
    await signInOthers()
    expect((await add(viewer, addresses)).status).toBe(404)
    expect((await add(stranger, addresses)).status).toBe(404)
    expect((await add(shipper, addresses, { rhythm: 'WEEKLY', weekday: '1' })).status).toBe(303)
    expect(await shown(viewer)).toMatchObject([{ when: 'Every week on Monday at 07:00', mayChange: false }])
    await db.owner.updateTable('memberships').set({ role: 'viewer' }).where('role', '=', 'shipper').execute()
    clock = new Date(clock.getTime() + 7 * day)
    expect(await startDueDownloads(hub, report)).toBe(1)
    await runFileJob(hub)
    expect((await runs())[0]).toMatchObject({ state: 'FAILED', failure: 'no-access' })
  })
})
