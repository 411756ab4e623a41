import { rowOf, rowsOf, updateRows } from '#db/testing-row.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { cancelRun, findRun, listRuns, releaseRun, takeRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { waitingRuns } from '#features/machinery/file-runs/runs-of-all-db.server.ts'
import { storedParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { writeXlsx } from 'hucre/xlsx'
import { ebayOrders, etsyItems, shopifyOrders } from '#features/orders/order-files/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { addTestColleague, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { minute } from '#lib/duration.ts'
import { ownRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import { mayDo, roles } from '#web/roles.ts'
import { recordKinds } from '../runs/record-kinds.server.ts'
import { recordWorker } from '#features/machinery/records/record-worker.server.ts'
import * as reportsPage from '../runs/reports-page.tsx'
import { runFileJob } from '../testing.ts'
import { rememberColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import * as page from './upload-page.tsx'

const db = await testDatabase()
let now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
let shop: Awaited<ReturnType<typeof addFormShop>>
let shops = 0

beforeAll(() => addFormProducts(db))
beforeEach(async () => {
  shops += 1
  shop = await addFormShop(hub, db, `moving-shop-${shops}`)
})

const costs = 'SKU,Unit cost\nM3-57,800.00\nS-R,7.50'
const listings = [
  'Item number,Title,Custom label (SKU),Available quantity,Currency,Start price,Watchers,Sold quantity,Condition',
  '398160795273,"Leica M3, 1957",M3-57,1,GBP,1249.00,4,1,Used',
  '398160795274,Strap,S-R,5,GBP,20.00,0,2,New',
].join('\n')

interface FileModel {
  name: string
  href: string
  result: string
  status: { text: string }
}

async function send(
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
  { kind = '', by = shop.browser }: { kind?: string; by?: TestBrowser } = {},
) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('step', 'read')
  for (const [name, text] of Object.entries(files)) form.append('file', new File([text], name))
  return by.post(page, paths.uploads, form)
}
const filesOf = async (): Promise<FileModel[]> => (await shop.browser.get(reportsPage, paths.reports)).data.runs
const fileOf = async (href: string) => (await shop.browser.get(page, href)).data.file
const takeAll = () => shop.browser.post(reportsPage, paths.reports, { step: 'all' })
const step = (name: string, fields: Record<string, string> = {}) =>
  shop.browser.post(page, paths.uploads, { step: name, ...fields })

/** Address of the only file. */
async function sendOne(text: string, kind?: string): Promise<string> {
  expect((await send({ 'orders.csv': text }, kind === undefined ? {} : { kind })).status).toBe(303)
  return (await filesOf())[0]!.href
}
const sendRows = (rows: readonly string[]) =>
  sendOne(['Order number,Order date,Item title,Price,Shipped on date', ...rows].join('\n'))
const idOf = (href: string) => new URL(href, 'http://hub').searchParams.get('file') ?? ''

/** As if the request had ended before the check of its file began. */
const uncheck = () =>
  updateRows(
    db.owner,
    'file_runs',
    { seller_id: shop.sellerId },
    {
      state: 'QUEUED',
      position: null,
      total_rows: sql<number>`(plan ->> 'lines')::integer`,
      plan: sql<string>`plan || '{"isChecked": false}'`,
    },
  )

const columns = {
  'column.0': 'order',
  'column.1': 'placed',
  'column.2': 'title',
  'column.3': 'price',
  'column.4': 'shipped',
}

/** The records of a result file. */
async function resultOf(id: string): Promise<string[][]> {
  const { read } = ownRows(hub, shop.sellerId)
  const parts: Uint8Array[] = []
  for await (const part of storedParts(read, { sellerId: shop.sellerId, id, file: 'RESULT' })) parts.push(part)
  return parse(Buffer.concat(parts), { bom: true })
}

const orders = () => rowsOf(db.owner, 'orders', { seller_id: shop.sellerId }, 'external_id')

/** Works on the file for a slice of one part; returns where its stored parts are read next. */
async function workSlice(key: { sellerId: number; id: string }) {
  const run = (await db.asSeller(shop.sellerId, 'write', (own) => takeRun(own, { ...key, now })))!
  const on = { hub, run, role: 'owner', isOver: () => true, signal: new AbortController().signal } as const
  expect(await recordWorker(recordKinds.orders).work(on)).toEqual({ outcome: 'more' })
  await ownRows(hub, shop.sellerId).write((own) => releaseRun(own, { ...key, attempt: run.attempt, now }))
  const { position } = await rowOf(db.owner, 'file_runs', { id: key.id })
  return position
}

describe('moving in', () => {
  it('takes several reports at once, each for what it is, and brings in orders, listings and costs', async () => {
    const answer = await send({
      'active.csv': listings,
      'ebay.csv': ebayOrders,
      'shopify.csv': shopifyOrders,
      'etsy.csv': etsyItems,
      'costs.csv': costs,
    })
    expect(answer).toMatchObject({ status: 303, location: paths.reports })
    const checked = await filesOf()
    expect(Object.fromEntries(checked.map(({ name, result }) => [name, result]))).toEqual({
      'active.csv': '2 changes',
      'ebay.csv': '2 new orders, 1 left out',
      'shopify.csv': '2 new orders',
      'etsy.csv': '1 new order',
      'costs.csv': '2 new costs',
    })
    expect(await orders()).toEqual([])
    expect((await takeAll()).status).toBe(303)
    expect(await runFileJob(hub)).toBe(5)
    expect(
      (await filesOf()).map(({ name, status, result }) => `${name}: ${status.text}, ${result}`).toSorted(),
    ).toEqual([
      'active.csv: Done, 2 rows',
      'costs.csv: Done, 2 costs',
      'ebay.csv: Done, 2 orders, 1 left out',
      'etsy.csv: Done, 1 order',
      'shopify.csv: Done, 2 orders',
    ])
    expect(
      (await orders()).map(({ history_at: at, ...order }) => ({ ...order, isHistory: at !== null })),
    ).toMatchObject([
      { external_id: '#1001', total_minor: 4100, status: 'SHIPPED', isHistory: true },
      { external_id: '#1002', total_minor: 1500, status: 'CANCELLED', isHistory: true },
      { external_id: '12-00001-00001', total_minor: 125_850, status: 'SHIPPED', isHistory: true },
      { external_id: '12-00002-00002', total_minor: 6600, status: 'SHIPPED', isHistory: true },
      { external_id: '900001', total_minor: 3400, status: 'SHIPPED', isHistory: true },
    ])
    const drafts = (await shop.listings()).filter(({ state }) => state === 'DRAFT')
    expect(new Set(drafts.map(({ sku }) => sku))).toEqual(new Set(['M3-57', 'S-R']))
    const lines = await db.owner
      .selectFrom('line_items')
      .select(['sku', 'listing_id'])
      .where('seller_id', '=', shop.sellerId)
      .where('sku', 'in', ['M3-57', 'S-R', 'MUG-B'])
      .orderBy('sku')
      .execute()
    // Orders belong to the drafts of their SKUs.
    expect(lines.map(({ sku, listing_id: listing }) => [sku, listing !== null])).toEqual([
      ['M3-57', true],
      ['MUG-B', false],
      ['MUG-B', false],
      ['S-R', true],
    ])
    expect(await findWrongSums(db.owner)).toEqual([])
    await expectSoundBooks(db)
  })

  it('says why a file is not taken, and takes the others', async () => {
    const answer = await send({ 'empty.csv': ' ', 'costs.csv': costs })
    expect(answer.status).toBe(200)
    expect(answer.data.refused).toEqual([
      { name: 'empty.csv', text: 'The file is empty.' },
      { name: '', text: '1 other file was taken: see All files.' },
    ])
    expect((await filesOf()).map(({ name }) => name)).toEqual(['costs.csv'])
    expect((await send({ 'empty.csv': ' ' })).status).toBe(422)
  })

  it('changes nothing if the same file is sent again', async () => {
    const href = await sendOne(ebayOrders)
    await step('apply', { file: idOf(href), check: (await fileOf(href)).check })
    await runFileJob(hub)
    now = new Date(now.getTime() + minute)
    await sendOne(ebayOrders)
    expect((await filesOf())[0]?.result).toBe('0 new orders, 2 already here, 1 left out')
    expect(await orders()).toHaveLength(2)
  })

  it('does not take an order for another shop’s of the same number', async () => {
    const other = 'Order ID,When,Thing,Costs,Gone\nX-1,2025-03-01,Plate,4.00,2025-03-02'
    for (const text of [other.replaceAll('2025-03', '2025-01'), other]) {
      now = new Date(now.getTime() + minute)
      const href = await sendOne(text, 'orders')
      if (!(await fileOf(href)).apply) await step('columns', { file: idOf(href), ...columns })
      await step('apply', { file: idOf(href), check: (await fileOf(href)).check })
      await runFileJob(hub)
    }
    const [file] = await filesOf()
    expect(file?.result).toBe('1 order, 1 problem')
    expect((await resultOf(idOf(file!.href))).at(-1)?.join()).toContain('Another order has this number.')
    expect(await orders()).toHaveLength(1)
  })

  it('reads a file whose columns the seller corrects, and remembers them', async () => {
    const href = await sendOne('Order ID,When,Thing,Costs,Gone\nX-1,2025-01-01,Cup,2.50,2025-01-02', 'orders')
    expect((await fileOf(href)).need).toMatch(/^Choose the columns for: Order date, Item title,? and Price\.$/)
    await step('columns', { file: idOf(href), ...columns })
    expect(await fileOf(href)).toMatchObject({
      need: null,
      isChosen: true,
      apply: 'Import 1 order',
      lines: [{ name: { text: 'X-1' }, summary: '1 item, £2.50, 1 Jan 2025' }],
    })
    await step('forget', { file: idOf(href) })
    expect((await fileOf(href)).apply).toBeNull()
  })

  it('shows problems by order, and gives them back in a file', async () => {
    const href = await sendOne(ebayOrders.replace('"£1,258.50"', '"£1,259.50"'))
    const { check, lines, tabs } = await fileOf(href)
    expect(tabs.map(({ count }: { count: string }) => count)).toEqual(['1', '1', '1'])
    expect(lines).toMatchObject([
      {
        name: { text: '12-00001-00001' },
        problems: expect.stringContaining('Total of the order “£1,259.50”: Items, shipping'),
      },
    ])
    await step('apply', { file: idOf(href), check })
    await runFileJob(hub)
    expect((await filesOf())[0]).toMatchObject({
      status: { text: 'Done with errors' },
      result: '1 order, 1 problem, 1 left out',
    })
    expect((await fileOf(href)).note).toContain(
      '3 orders were read: 1 to import or imported, 1 with a problem, 1 left out.',
    )
    expect((await resultOf(idOf(href))).map((row) => row.slice(-4))).toEqual([
      ['Status', 'Error code', 'Message', 'Row'],
      ['Failure', 'total', expect.stringContaining('add up'), '4'],
      ['Success', '', '', '5'],
      ['Success', '', '', '6'],
      ['Success', '', '', '7'],
      ['Skipped', 'open', expect.stringContaining('Still open'), '8'],
      ['Skipped', 'note', expect.stringContaining('no order'), '9'],
      ['Skipped', 'note', expect.stringContaining('no order'), '10'],
    ])
  })

  it('goes on after the process died, and takes each order once', async () => {
    const rows = Array.from({ length: 320 }, (_, n) => `R-${n},2025-01-01,Cup,2.50,2025-01-02`)
    const href = await sendRows(rows)
    const key = { sellerId: shop.sellerId, id: idOf(href) }
    await step('apply', { file: key.id, check: (await fileOf(href)).check })
    const run = (await db.asSeller(shop.sellerId, 'write', (own) => takeRun(own, { ...key, now })))!
    const on = { hub, run, role: 'owner', isOver: () => true, signal: new AbortController().signal } as const
    expect(await recordWorker(recordKinds.orders).work(on)).toEqual({ outcome: 'more' })
    expect(await orders()).toHaveLength(200)
    now = new Date(now.getTime() + minute)
    expect(await runFileJob(hub)).toBe(1)
    expect(await orders()).toHaveLength(320)
    expect((await fileOf(href)).progress).toMatchObject({ text: '320 of 320 orders imported.', isOpen: false })
    // Whoever had it before can no longer report.
    expect(await recordWorker(recordKinds.orders).work({ ...on, isOver: () => false })).toEqual({ outcome: 'lost' })
  })

  it('reads a long file on where the last part ended, when it is checked and when it is taken', async () => {
    const note = `"Ring\ntwice, ${'please '.repeat(60)}"`
    const rows = Array.from({ length: 2_500 }, (_, n) => `P-${n},2025-01-01,Cup,2.50,2025-01-02,${note}`)
    const header = 'Order number,Order date,Item title,Price,Shipped on date,Buyer note'
    const href = await sendOne([header, ...rows].join('\n'))
    const key = { sellerId: shop.sellerId, id: idOf(href) }
    await uncheck()
    const slices = [await workSlice(key), await workSlice(key)]
    expect(slices).toMatchObject([
      { line: 2 * 1_000, from: { line: 2 * 1_001, place: { part: 0 } } },
      { line: 2 * 2_000, from: { line: 2 * 2_001, place: { part: 1 } } },
    ])
    await runFileJob(hub)
    expect((await filesOf())[0]?.result).toBe('2,500 new orders')
    await step('apply', { file: key.id, check: (await fileOf(href)).check })
    // As if earlier slices had taken these.
    await db.owner
      .updateTable('upload_records')
      .set({ verdict: 'DONE' })
      .where('run_id', '=', key.id)
      .where('line', '<=', 2 * 2_050)
      .execute()
    expect(await workSlice(key)).toMatchObject({ from: { line: 2 * 2_001, place: { part: 1 } } })
    await runFileJob(hub)
    expect(await orders()).toHaveLength(450)
  })

  it('fails if its file is erased while it is checked, and keeps nothing of it', async () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => `E-${n},2025-01-01,${'Cup '.repeat(100)},2.50,2025-01-02`)
    const href = await sendRows(rows)
    await uncheck()
    const id = idOf(href)
    await db.owner.deleteFrom('file_run_parts').where('run_id', '=', id).where('part', '>', 0).execute()
    await runFileJob(hub)
    expect((await filesOf())[0]).toMatchObject({ status: { text: 'Failed' }, result: '–' })
    expect(await db.owner.selectFrom('upload_records').select('line').where('run_id', '=', id).execute()).toEqual([])
  })

  it('brings in listings, then costs, then orders, however long the listings take', async () => {
    const sheets = [costs, listings].map((text, at) => ({
      name: `${at}`,
      rows: text.split('\n').map((line) => line.split(/,(?! )/)),
    }))
    const book = Uint8Array.from(await writeXlsx({ sheets }))
    await send({ 'ebay.csv': ebayOrders, 'costs and active.xlsx': book })
    await takeAll()
    const own = ownRows(hub, shop.sellerId)
    const turns = async () => {
      const due = (await waitingRuns(db.owner, now)).filter(({ sellerId }) => sellerId === shop.sellerId)
      return Promise.all(due.map(async (key) => (await own.read((tx) => findRun(tx, { ...key, now })))?.kind))
    }
    const runs = await own.read((tx) => listRuns(tx, { sellerId: shop.sellerId, now, limit: 10 }))
    const key = { sellerId: shop.sellerId, id: runs.find(({ kind }) => kind === 'listings')!.id }
    expect(await turns()).toEqual(['listings'])
    const { attempt } = (await own.write((tx) => takeRun(tx, { ...key, now })))!
    expect(await turns()).toEqual([])
    now = new Date(now.getTime() + minute)
    // After a slice, all others have waited longer.
    await own.write((tx) => releaseRun(tx, { ...key, attempt, now }))
    expect(await turns()).toEqual(['listings'])
    await own.write((tx) => cancelRun(tx, { ...key, keepsInput: false, now }))
    expect(await turns()).toEqual(['costs'])
    expect(await runFileJob(hub)).toBe(2)
    expect(await orders()).toHaveLength(2)
  })

  it('does not read a file by columns that were chosen for one about something else', async () => {
    const chosen = { kind: 'listings', header: ['SKU', 'Unit cost'], columns: { sku: 0, price: 1 } } as const
    await ownRows(hub, shop.sellerId).write((tx) => rememberColumns(tx, { sellerId: shop.sellerId, ...chosen, now }))
    expect(await fileOf(await sendOne(costs, 'costs'))).toMatchObject({
      need: null,
      isChosen: false,
      apply: 'Enter 2 costs',
    })
  })

  it('is listed under Files, with a link to its page', async () => {
    const href = await sendOne(ebayOrders)
    const { data } = await shop.browser.get(reportsPage, paths.reports)
    expect(data.runs[0]).toMatchObject({ kind: 'Upload: orders', href, name: 'orders.csv' })
  })

  it('is for roles that may upload something; each kind for those that may do what it does', async () => {
    for (const role of roles) {
      const browser = await addTestColleague(hub, shop.sellerId, role)
      const mayOpen = mayDo(role, 'files.upload')
      expect((await browser.get(page, paths.uploads)).status, role).toBe(mayOpen ? 200 : 403)
      const { status, data } = await send({ orders: ebayOrders, listings, costs }, { by: browser })
      const refused = [
        ...(mayDo(role, 'orders.refund') ? [] : ['orders']),
        ...(mayDo(role, 'listings.edit') ? [] : ['listings']),
        ...(mayDo(role, 'money.view') ? [] : ['costs']),
      ]
      expect(status, role).toBe(!mayOpen ? 403 : refused.length === 3 ? 422 : refused.length > 0 ? 200 : 303)
      if (mayOpen && refused.length > 0)
        expect(data.refused.filter(({ name }: { name: string }) => name)).toEqual(
          refused.map((name) => ({ name, text: 'Your role may not upload this.' })),
        )
    }
  })
})
