import { beforeEach, describe, expect, it } from 'vitest'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { addTestColleague, addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { mayDo, roles } from '#web/roles.ts'
import * as editResource from './cost-edit-resource.ts'
import { addHeld, addStocked } from '#features/selling/inventory/testing.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import { costsList } from './costs-list.server.ts'
import * as uploadPage from '#features/reports/upload-page/upload-page.tsx'
import { runFileJob } from '#features/reports/testing.ts'
import * as settingsPage from './cost-settings-page.tsx'
import * as page from './enter-costs-page.tsx'

const { db, hub, now } = await testHubAt('2026-11-22T10:40:00Z')
const list = { loader: listRoutes(costsList).page }

let sellerId: number
let ann: TestBrowser

beforeEach(async () => {
  ;({ sellerId, browser: ann } = await addTestShop(hub, { name: 'Ann Example' }))
})

const typed = { step: 'cost', sku: 'LEICA-M3', cost: '1,250.50', currency: 'GBP', quantity: '', since: '2026-11-01' }
const post = (form: Record<string, string>) => ann.post(page, paths.enterCosts(), form)
const stored = () =>
  db.owner
    .selectFrom('sku_costs')
    .select(['sku', 'unit_cost_minor', 'quantity', 'since', 'source', 'entered_by'])
    .where('seller_id', '=', sellerId)
    .orderBy('sku')
    .orderBy('since')
    .execute()
const rowsOf = async (url: string) => unpackModel((await ann.get(list, url)).data.model)

describe('a typed cost', () => {
  it('is stored once, however often its form is sent, and listed with its SKU', async () => {
    const { data } = await ann.get(page, paths.enterCosts())
    for (let sent = 0; sent < 2; sent += 1)
      expect(await post({ ...typed, key: data.key })).toMatchObject({ location: paths.enterCosts('LEICA-M3', 'saved') })
    expect(await stored()).toEqual([
      {
        sku: 'LEICA-M3',
        unit_cost_minor: 125_050,
        quantity: null,
        since: new Date('2026-11-01T00:00:00Z'),
        source: 'TYPED',
        entered_by: 'Ann Example',
      },
    ])
    const { rows, totals } = await rowsOf(paths.costs)
    expect(rows.map(({ href, cells }) => [href, cells['sku'], cells['cost']])).toEqual([
      [paths.enterCosts('LEICA-M3'), 'LEICA-M3', expect.objectContaining({ kind: 'edit', text: '£1,250.50' })],
    ])
    expect(totals[0]?.text).toBe('1 SKU')
    expect((await rowsOf(`${paths.costs}?q=m6`)).rows).toEqual([])
    expect((await rowsOf(`${paths.costs}?q=leica`)).rows).toHaveLength(1)
  })

  it('is missing for SKUs in stock, which the list counts and shows', async () => {
    await post(typed)
    await addStocked(db, sellerId, 'LEICA-M3')
    expect((await rowsOf(paths.costs)).gap?.text).not.toContain('no cost')
    await addStocked(db, sellerId, 'LEICA-M6')
    const { gap } = await rowsOf(paths.costs)
    expect(gap?.text).toBe(
      'Value: items on hand at the costs entered here, on average. Sold, profit and margin: all shipped orders. 1 SKU in stock has no cost and is left out.',
    )
    const stocked = await ann.get({ loader: listRoutes(inventoryList).page }, gap!.href)
    expect(unpackModel(stocked.data.model).rows.map(({ cells }) => cells['sku'])).toEqual(['LEICA-M6'])
  })

  it('values what the inventory has on hand: bought units at their price, further ones at the unit cost', async () => {
    await post({ ...typed, cost: '3' })
    const listing_id = await addStocked(db, sellerId, 'LEICA-M3')
    await addHeld(db, { seller_id: sellerId, listing_id }, { quantity: 1 })
    const { rows, totals } = await rowsOf(paths.costs)
    expect(rows[0]?.cells).toMatchObject({ units: '4', value: { kind: 'money', text: '£12.00' } })
    expect(totals.map(({ text }) => text)).toEqual(['1 SKU', '4 items', '£12.00'])
    await db.owner.updateTable('listings').set({ on_hand: 9 }).where('id', '=', listing_id).execute()
    await post({ ...typed, cost: '10', quantity: '4' })
    // Four were bought at 10.00 each, the others at the present cost.
    const { cells } = (await rowsOf(paths.costs)).rows[0]!
    expect(cells).toMatchObject({ units: '9', value: { text: '£90.00' } })
    // Fewer than were bought and are not sold.
    await db.owner.updateTable('listings').set({ on_hand: 2 }).where('id', '=', listing_id).execute()
    expect((await rowsOf(paths.costs)).rows[0]!.cells).toMatchObject({ units: '2', value: { text: '£20.00' } })
  })

  it('of bought units shows what is left, and can be removed', async () => {
    await post({ ...typed, cost: '10', quantity: '4' })
    expect((await rowsOf(`${paths.costs}?stock=left`)).rows[0]?.cells).toMatchObject({
      units: '4',
      value: { kind: 'money', text: '£40.00' },
    })
    const { data } = await ann.get(page, paths.enterCosts('LEICA-M3', 'saved'))
    expect(data.rows).toMatchObject([{ cost: '£10.00', quantity: '4', source: 'Typed by Ann Example' }])
    await post({ step: 'remove', of: 'LEICA-M3', key: data.rows[0].key })
    expect(await stored()).toEqual([])
    expect((await rowsOf(paths.costs)).rows).toEqual([])
  })

  it.each([
    ['sku', ''],
    ['cost', 'much'],
    ['cost', '-1'],
    ['currency', 'QQQ'],
    ['quantity', '1.5'],
    ['quantity', '0'],
    ['since', '2026-11-23'],
    ['since', 'yesterday'],
  ])('with the %s “%s” is refused, and stays typed', async (field, value) => {
    const answer = await post({ ...typed, [field]: value })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.data.errors)).toEqual([field])
    expect(answer.data.values).toMatchObject({ [field]: value })
    expect(await stored()).toEqual([])
  })
})

describe('a cost edited in the list', () => {
  const edit = (change: { item: string; version: number; value: string }) =>
    ann.post(editResource, paths.costEdit, { column: 'cost', ...change, version: String(change.version) })
  const listed = async () => {
    const row = (await rowsOf(paths.costs)).rows[0]!
    return { item: row.key, cell: row.cells['cost'] as { text: string; version: number } }
  }

  it('counts from now on, and its history stays', async () => {
    await post({ ...typed, cost: '12' })
    const { item, cell } = await listed()
    expect(await edit({ item, version: cell.version, value: '13.5' })).toMatchObject({
      status: 200,
      data: { ok: true, toast: { text: 'LEICA-M3 costs £13.50 from now on, before £12.00.' } },
    })
    expect((await listed()).cell).toMatchObject({ kind: 'edit', text: '£13.50' })
    expect((await stored()).map((cost) => [cost.unit_cost_minor, cost.since])).toEqual([
      [1200, new Date('2026-11-01T00:00:00Z')],
      [1350, now],
    ])
  })

  it('is refused if it cannot be read, or was changed meanwhile', async () => {
    await post({ ...typed, cost: '12' })
    const { item, cell } = await listed()
    expect((await edit({ item, version: cell.version, value: 'much' })).status).toBe(422)
    await edit({ item, version: cell.version, value: '13' })
    const late = await edit({ item, version: cell.version, value: '14' })
    expect(late).toMatchObject({ status: 409, data: { ok: false, version: (await listed()).cell.version } })
    expect((await listed()).cell).toMatchObject({ text: '£13.00' })
    expect((await edit({ item: 'zzzzzzzzzzzz', version: 1, value: '1' })).status).toBe(422)
  })

  it('is refused while units that were bought are left', async () => {
    await post({ ...typed, cost: '12', quantity: '4' })
    const { item, cell } = await listed()
    expect(cell).toMatchObject({ kind: 'money' })
    expect((await edit({ item, version: 1, value: '13' })).status).toBe(422)
    expect(await stored()).toHaveLength(1)
  })
})

describe('a file of costs', () => {
  const pasted = 'SKU,Unit cost,Quantity,Date\nA,1.00,3,2026-11-02\nB,2.00,,\nC,free,,'

  /** Sends a file; returns the address of its page. */
  const send = async (text: string) => {
    const { status, location } = await ann.post(uploadPage, paths.uploads, {
      step: 'read',
      kind: 'costs',
      pasted: text,
    })
    expect(status).toBe(303)
    return location ?? ''
  }
  const fileOf = async (address: string) => (await ann.get(uploadPage, address)).data.file
  const step = (name: string, fields: Record<string, string>) =>
    ann.post(uploadPage, paths.uploads, { step: name, ...fields })

  it('is checked first, then entered but for lines with a problem, and again changes nothing', async () => {
    const address = await send(pasted)
    const { id, check, lines, tabs } = await fileOf(address)
    expect(lines).toMatchObject([
      {
        row: '4',
        name: { text: 'C' },
        problems: 'Unit cost “free”: Enter an amount with no more decimals than its currency has.',
      },
    ])
    expect(
      tabs.map(({ label, count }: { label: { text: string }; count: string }) => `${label.text} ${count}`),
    ).toEqual(['New 2', 'Problems 1'])
    expect(await stored()).toEqual([])
    await step('apply', { file: id, check })
    expect(await runFileJob(hub)).toBe(1)
    expect((await fileOf(address)).progress).toMatchObject({ text: '2 of 2 costs imported.', isOpen: false })
    expect((await stored()).map(({ sku, quantity, source, entered_by: by }) => [sku, quantity, source, by])).toEqual([
      ['A', 3, 'FILE', 'Ann Example'],
      ['B', null, 'FILE', 'Ann Example'],
    ])
    expect(await fileOf(await send(pasted))).toMatchObject({ apply: null, tabs: [{ count: '1' }, { count: '2' }] })
  })

  it('of other columns is entered once the seller has told which they are, and they are remembered', async () => {
    const text = 'Thing,Paid\nA,1.50'
    const { id, need, columns } = await fileOf(await send(text))
    expect(need).toBe('Choose the columns for: SKU.')
    expect(columns).toMatchObject([{ name: 'Thing', samples: ['A'] }, { name: 'Paid' }])
    await step('columns', { file: id, 'column.0': 'sku', 'column.1': 'cost' })
    const { check, apply } = await fileOf(paths.upload(id))
    expect(apply).toBe('Enter 1 cost')
    await step('apply', { file: id, check })
    await runFileJob(hub)
    expect((await stored()).map(({ sku, unit_cost_minor: cost }) => [sku, cost])).toEqual([['A', 150]])
    expect(await fileOf(await send(text))).toMatchObject({ need: null, isChosen: true })
  })
})

describe('the settings of costs', () => {
  const settingsOf = async () => (await ann.get(settingsPage, paths.costSettings)).data

  it('are saved and shown', async () => {
    const { begun, ...shown } = await settingsOf()
    expect(shown).toMatchObject({ method: 'AVERAGE', packaging: '' })
    expect(
      await ann.post(settingsPage, paths.costSettings, { method: 'FIFO', packaging: '0.85', begun }),
    ).toMatchObject({
      status: 303,
    })
    expect(await settingsOf()).toMatchObject({ method: 'FIFO', packaging: '0.85' })
  })

  it('must have a method and an amount', async () => {
    const answer = await ann.post(settingsPage, paths.costSettings, { method: 'LIFO', packaging: 'little' })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.data.errors)).toEqual(['method', 'packaging'])
  })
})

it('only roles that may see money see and enter costs', async () => {
  for (const role of roles) {
    const browser = await addTestColleague(hub, sellerId, role)
    const status = mayDo(role, 'money.view') ? 200 : 403
    expect((await browser.get(list, paths.costs)).status, role).toBe(status)
    expect((await browser.get(page, paths.enterCosts())).status, role).toBe(status)
    expect((await browser.get(settingsPage, paths.costSettings)).status, role).toBe(status)
    if (status === 403) expect((await browser.post(editResource, paths.costEdit, { item: 'x' })).status, role).toBe(403)
    if (status === 403) expect((await browser.post(page, paths.enterCosts(), typed)).status, role).toBe(403)
  }
})
