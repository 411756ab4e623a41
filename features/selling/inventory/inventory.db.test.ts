import { beforeEach, describe, expect, it } from 'vitest'
import type { NewRow } from '#db/schema.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { addTestColleague, signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { mayDo, roles, type Role } from '#web/roles.ts'
import { inventoryList } from './inventory-list.server.ts'
import { deadStockDays } from './stock-item.ts'
import { addHeld, addStocked, addVariations } from './testing.ts'
import * as editResource from './stock-edit-resource.ts'

const { db, hub, now } = await testHubAt('2026-11-22T10:40:00Z')
const routes = listRoutes(inventoryList)

let seller_id: number
let ann: TestBrowser

beforeEach(async () => {
  const owner = await addTestMember(hub, { name: 'Ann Example' })
  seller_id = await addTestSeller(db, { [owner.id]: 'owner' })
  ann = await signedInBrowser(hub, owner.email)
})

const soldDaysAgo = (days: number) => new Date(now.getTime() - days * day)

const addListing = (sku: string, change: Partial<NewRow<'listings'>> = {}) =>
  addStocked(db, seller_id, sku, { starts_at: soldDaysAgo(200), last_sold_at: soldDaysAgo(1), ...change })

const inventory = async (query = '', reader = ann) =>
  unpackModel((await reader.get({ loader: routes.page }, `${paths.inventory}${query}`)).data.model)
const skus = async (query: string) => (await inventory(query)).rows.map(({ cells }) => cells['sku'])
const rowOf = async (sku: string) => (await inventory(`?q=${sku}`)).rows[0]!

describe('the inventory', () => {
  it('has a row for each SKU, with what is on hand, reserved, held back and available', async () => {
    await addListing('A', { on_hand: 7, buffer: 2, quantity_available: 5 })
    await db.owner.insertInto('bins').values({ seller_id, sku: 'A', bin: 'R2-S4' }).execute()
    await addVariations(db, { seller_id, listing_id: await addListing('SHIRT') }, { 'SHIRT-M': 4 })
    const { rows, totals } = await inventory()
    expect(rows.map(({ cells }) => cells)).toMatchObject([
      {
        sku: 'A',
        status: { tone: 'good', text: 'In stock' },
        onHand: '7',
        reserved: '0',
        buffer: { kind: 'edit', text: '2' },
        available: '5',
        bin: { kind: 'edit', value: 'R2-S4', hasLetters: true },
        reorder: { kind: 'edit', text: '–', value: '' },
      },
      { sku: 'SHIRT-M', title: { main: 'Film SHIRT', second: 'shirt-m' }, onHand: '4', available: '4', buffer: null },
    ])
    expect(totals[0]?.text).toBe('2 SKUs')
  })

  it('counts what orders hold of a variation as reserved and on hand', async () => {
    const shirt = { seller_id, listing_id: await addListing('SHIRT') }
    await addVariations(db, shirt, { 'SHIRT-M': 4 })
    await addHeld(db, shirt, { sku: 'SHIRT-M', quantity: 3 })
    expect((await rowOf('SHIRT-M')).cells).toMatchObject({ onHand: '7', reserved: '3', available: '4' })
  })

  it('has tabs for what is low, dead or out of stock', async () => {
    await addListing('FINE')
    await addListing('LOW', { quantity_available: 3 })
    await addListing('DEAD', { last_sold_at: soldDaysAgo(deadStockDays + 1) })
    await addListing('NEARLY', { last_sold_at: soldDaysAgo(deadStockDays - 1) })
    await addListing('NEVER', { last_sold_at: null })
    await addListing('OUT', { state: 'OUT_OF_STOCK', quantity_available: 0 })
    await db.owner
      .updateTable('stock_items')
      .set({ reorder_point: 3 })
      .where('seller_id', '=', seller_id)
      .where('sku', 'in', ['LOW', 'OUT'])
      .execute()
    const { tabs } = await inventory()
    expect(tabs?.map(({ label, count }) => `${label} ${count}`)).toEqual([
      'Inventory 6',
      'Low stock 2',
      'Dead stock 2',
      'Out of stock 1',
    ])
    expect(await skus('?stock=low&sort=available')).toEqual(['OUT', 'LOW'])
    expect(await skus('?idle=dead')).toEqual(['DEAD', 'NEVER'])
    expect(await skus('?stock=out')).toEqual(['OUT'])
    expect((await inventory('?stock=low')).totals[0]?.text).toBe('2 SKUs')
    expect((await rowOf('NEVER')).cells['status']).toMatchObject({ text: 'None sold for 200 days' })
  })

  it('counts each tab as the rows that it lists, also of two filters at once', async () => {
    await addListing('BOTH', { last_sold_at: null })
    await addListing('DEAD', { last_sold_at: soldDaysAgo(deadStockDays + 40) })
    await db.owner.updateTable('stock_items').set({ reorder_point: 9 }).where('sku', '=', 'BOTH').execute()
    const dead = await inventory('?idle=dead')
    expect([dead.rows.length, dead.totals[0]?.text]).toEqual([2, '2 SKUs'])
    const both = await inventory('?stock=low&idle=dead')
    expect([both.rows.length, both.totals[0]?.text]).toEqual([1, '1 SKU'])
  })

  it('is searched by SKU, title and bin', async () => {
    await addListing('AB-1', { title: 'Leica M3' })
    await addListing('CD-2', { title: 'Zeiss lens' })
    await db.owner.insertInto('bins').values({ seller_id, sku: 'CD-2', bin: 'Shelf 9' }).execute()
    expect(await skus('?q=ab-')).toEqual(['AB-1'])
    expect(await skus('?q=zeiss')).toEqual(['CD-2'])
    expect(await skus('?q=shelf+9')).toEqual(['CD-2'])
    expect(await skus('?q=elf')).toEqual(['CD-2'])
    expect(await skus('?q=shelf%25')).toEqual([])
    expect(await skus('?q=lens+cd-')).toEqual(['CD-2'])
    expect(await skus('?q=zeiss+shelf')).toEqual([])
    expect(await skus('?q=nothing')).toEqual([])
    // The words of a listing include the SKUs of all its variations.
    const tee = { seller_id, listing_id: await addListing('EF-3', { title: 'Tee' }) }
    await addVariations(db, tee, { 'EF-3-M': 4, 'EF-3-S': 1 })
    expect(await skus('?q=ef-3-m')).toEqual(['EF-3-M'])
    expect(await skus('?q=tee')).toEqual(['EF-3-M', 'EF-3-S'])
    expect(await skus('?q=tee+ef-3-s')).toEqual(['EF-3-S'])
  })

  it('finds the same by walking an index, once more match than are counted', async () => {
    await addListing('AB-1', { title: 'Leica lens' })
    await addListing('CD-2', { title: 'Zeiss lens' })
    await addListing('EF-3', { title: 'Tripod' })
    const bins = ['AB-1', 'EF-3'].map((sku) => ({ seller_id, sku, bin: 'Lens_1' }))
    await db.owner.insertInto('bins').values(bins).execute()
    const tee = { seller_id, listing_id: await addListing('TEE', { title: 'Tee' }) }
    await addVariations(db, tee, { 'LENS-M': 4, S: 1 })
    const list = { ...inventoryList, search: { ...inventoryList.search!, counted: 1 } }
    const found = async (q: string) => {
      const url = new URL(`${paths.inventory}?${new URLSearchParams({ q })}`, 'http://hub')
      const on = openList(list, url, {
        sellerId: seller_id,
        role: 'owner',
        now,
        zone: 'UTC',
        policyPack: testPolicyPack,
      })
      const { rows, stopped } = await db.asSeller(seller_id, 'read', (own) => readList(own, list, on))
      return [...rows.map(({ sku }) => sku), stopped?.hasNext]
    }
    expect(await found('lens')).toEqual(['AB-1', 'CD-2', 'EF-3', 'LENS-M', false])
    expect(await found('lens_')).toEqual(['AB-1', 'EF-3', false])
  })

  it('is a file too, without costs for those who may not see money', async () => {
    await addListing('A')
    const headerOf = async (reader: TestBrowser) =>
      (await reader.download({ loader: routes.export }, `${paths.inventory}/export`)).split('\r\n')[0]
    expect(await headerOf(ann)).toContain('Unit cost')
    expect(await headerOf(await memberAs('lister'))).not.toContain('Unit cost')
  })
})

describe('an edit in the inventory', () => {
  const edit = async (
    column: string,
    value: string,
    { version, as = ann }: { version?: number; as?: TestBrowser } = {},
  ) => {
    const { key } = await rowOf('A')
    const row = await item()
    return as.post(editResource, paths.stockEdit, { item: key, column, value, version: String(version ?? row.version) })
  }
  const item = () =>
    db.owner
      .selectFrom('stock_items as o')
      .leftJoin('bins as b', (join) => join.onRef('b.seller_id', '=', 'o.seller_id').onRef('b.sku', '=', 'o.sku'))
      .select(['o.version', 'o.reorder_point', 'o.available', 'b.bin'])
      .where('o.seller_id', '=', seller_id)
      .where('o.sku', '=', 'A')
      .executeTakeFirstOrThrow()

  it('changes reorder point, bin and buffer, and says from what to what', async () => {
    await addListing('A')
    expect(await edit('reorder', '4')).toMatchObject({
      status: 200,
      data: { ok: true, version: 2, toast: { text: 'Reorder point of A: 4, before nothing.' } },
    })
    expect(await edit('bin', 'R1')).toMatchObject({ data: { toast: { text: 'Bin of A: R1, before nothing.' } } })
    expect(await edit('buffer', '3')).toMatchObject({ data: { toast: { text: 'Buffer of A: 3, before 0.' } } })
    expect(await item()).toEqual({ version: 4, reorder_point: 4, available: 1, bin: 'R1' })
    await edit('bin', '')
    await edit('reorder', '')
    expect(await item()).toMatchObject({ reorder_point: null, bin: null })
  })

  it.each([
    ['reorder', '-1'],
    ['reorder', '1.5'],
    ['reorder', '1000001'],
    ['buffer', ''],
    ['buffer', 'many'],
    ['bin', 'x'.repeat(21)],
    ['available', '3'],
  ])('of %s to “%s” is refused', async (column, value) => {
    await addListing('A')
    expect(await edit(column, value)).toMatchObject({ status: 422, data: { ok: false } })
    expect(await item()).toMatchObject({ version: 1 })
  })

  it('of what somebody else changed meanwhile is refused, with what it is now', async () => {
    await addListing('A')
    await edit('reorder', '4')
    expect(await edit('reorder', '5', { version: 1 })).toMatchObject({
      status: 409,
      data: { version: 2, message: 'It was changed in the meantime: now it is 4, you typed 5.' },
    })
  })

  it('of a buffer is refused where a listing has ended', async () => {
    await addListing('A', { state: 'ENDED', ended_at: now, end_reason: 'SELLER' })
    expect((await edit('buffer', '1')).status).toBe(422)
    expect((await rowOf('A')).cells['buffer']).toBe('0')
  })

  it('of a buffer is refused where the marketplace’s shop counts the stock, other columns are not', async () => {
    await addListing('A')
    await db.owner.updateTable('sellers').set({ stock_owner: 'SHOP' }).where('id', '=', seller_id).execute()
    expect(await edit('buffer', '3')).toMatchObject({
      status: 422,
      data: { ok: false, message: expect.stringContaining('shop keeps count') },
    })
    expect((await rowOf('A')).cells).toMatchObject({ buffer: '0', bin: { kind: 'edit' } })
    expect((await edit('reorder', '4')).status).toBe(200)
    expect(await item()).toMatchObject({ reorder_point: 4, available: 4 })
  })

  it.each(roles)('is for those who edit listings: %s', async (role) => {
    await addListing('A')
    const reader = await memberAs(role)
    const may = mayDo(role, 'listings.edit')
    const cell = (await inventory('', reader)).rows[0]!.cells['reorder']
    expect(typeof cell).toBe(may ? 'object' : 'string')
    expect((await edit('reorder', '1', { as: reader })).status).toBe(may ? 200 : 403)
  })
})

async function memberAs(role: Role): Promise<TestBrowser> {
  return addTestColleague(hub, seller_id, role)
}
