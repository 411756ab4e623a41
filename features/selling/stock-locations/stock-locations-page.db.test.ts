import { rowOf } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import * as itemPage from '#features/selling/inventory/stock-item-page.tsx'
import { addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import * as countPage from '#features/selling/stock-count/stock-count-page.tsx'
import { addTestColleague, addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import * as page from './stock-locations-page.tsx'

const { db, hub } = await testHubAt('2026-11-22T10:40:00Z')

let seller_id: number
let ann: TestBrowser

beforeEach(async () => {
  ;({ sellerId: seller_id, browser: ann } = await addTestShop(hub, { name: 'Ann Example' }))
})

const change = (step: string, fields: Record<string, string>, as = ann) =>
  as.post(page, paths.stockLocations(), { step, ...fields })
const divide = () => change('add', { first: 'Warehouse', name: 'Shop' })
const locations = async () => {
  const { data } = await ann.get(page, paths.stockLocations())
  return data.locations.map(
    ({ name, skus, items, mayRemove }: Record<'name' | 'skus' | 'items', string> & { mayRemove: boolean }) =>
      [name, skus, items, mayRemove ? 'can be removed' : ''].join(' | '),
  )
}

const address = async (sku: string, query: { at?: string } = {}) => {
  const { stock_number: number } = await rowOf(db.owner, 'stock_items', { seller_id, sku })
  return paths.stockItem(number, query)
}
const read = async (sku: string, query: { at?: string } = {}) =>
  (await ann.get(itemPage, await address(sku, query))).data
const places = async (sku: string) =>
  (await read(sku)).part.places.map(({ name, items }: Record<'name' | 'items', string>) => `${name}: ${items}`)
const move = async (sku: string, fields: { from: string; to: string; items: string; key?: string }, as = ann) =>
  as.post(itemPage, await address(sku), {
    step: 'move',
    key: fields.key ?? (await read(sku)).part.key,
    fromLocation: fields.from,
    toLocation: fields.to,
    items: fields.items,
  })
const moves = async (sku: string): Promise<{ id: string; what: string; items: string; undo: string | null }[]> =>
  (await read(sku)).part.moves

describe('locations', () => {
  it('are none until a second one is added, and the page of a SKU shows nothing of them', async () => {
    await addStocked(db, seller_id, 'A')
    expect(await locations()).toEqual([])
    expect(await read('A')).toMatchObject({ part: null, onHand: 4 })
    expect(await divide()).toMatchObject({ location: paths.stockLocations('added') })
    expect(await locations()).toEqual(['Warehouse |  |  | ', 'Shop | 0 | 0 | can be removed'])
    expect(await places('A')).toEqual(['Warehouse: 4', 'Shop: 0'])
  })

  it('have names, each its own', async () => {
    expect(await change('add', { first: ' ', name: '' })).toMatchObject({
      status: 422,
      data: { errors: { first: 'Enter a name.', name: 'Enter a name.' } },
    })
    expect(await change('add', { first: 'Shop', name: 'SHOP' })).toMatchObject({
      status: 422,
      data: { errors: { name: 'Another location has this name.' } },
    })
    expect(await change('add', { name: 'Shop' })).toMatchObject({ status: 422 })
    expect(await locations()).toEqual([])
    await divide()
    expect(await change('add', { name: 'shop' })).toMatchObject({ status: 422 })
    expect(await change('rename', { location: '2', renamed: 'warehouse' })).toMatchObject({
      status: 422,
      data: { errors: { renamed: 'Another location has this name.' }, values: { location: '2' } },
    })
    expect(await change('rename', { location: '2', renamed: 'x'.repeat(41) })).toMatchObject({ status: 422 })
    expect(await change('rename', { location: '9', renamed: 'Attic' })).toMatchObject({ status: 422 })
    await change('rename', { location: '1', renamed: 'Store' })
    expect(await locations()).toMatchObject(['Store |  |  | ', expect.stringContaining('Shop')])
  })

  it('are removed once nothing is there, but never the default one, and their names can be used again', async () => {
    await addStocked(db, seller_id, 'A')
    await addStocked(db, seller_id, 'B')
    await divide()
    await move('A', { from: '1', to: '2', items: '3' })
    expect(await locations()).toEqual(['Warehouse |  |  | ', 'Shop | 1 | 3 | '])
    const { list } = (await ann.get(page, paths.stockLocations())).data.locations[1]
    expect(list).toBe(`${paths.inventory}?location=Shop`)
    const inventory = unpackModel((await ann.get({ loader: listRoutes(inventoryList).page }, list)).data.model)
    expect(inventory.rows.map(({ cells }) => cells['sku'])).toEqual(['A'])
    expect(await change('remove', { location: '2' })).toMatchObject({
      status: 422,
      data: { errors: { form: '3 items are at Shop. Move them to another location first.' } },
    })
    await move('A', { from: '2', to: '1', items: '3' })
    await change('remove', { location: '1' })
    await change('remove', { location: '2' })
    expect(await locations()).toEqual(['Warehouse |  |  | '])
    expect(await read('A')).toMatchObject({ part: null, onHand: 4 })
    await change('add', { name: 'Shop' })
    expect(await places('A')).toEqual(['Warehouse: 4', 'Shop: 0'])
  })

  it('can each become the default one, which sales are taken from first', async () => {
    await addStocked(db, seller_id, 'A')
    await divide()
    await move('A', { from: '1', to: '2', items: '1' })
    expect(await change('default', { location: '2' })).toMatchObject({ location: paths.stockLocations('default') })
    expect(await locations()).toEqual(['Shop |  |  | ', 'Warehouse | 1 | 3 | '])
    expect(await places('A')).toEqual(['Shop: 1', 'Warehouse: 3'])
    await move('A', { from: '1', to: '2', items: '3' })
    await change('remove', { location: '2' })
    await change('remove', { location: '1' })
    expect(await locations()).toEqual(['Shop |  |  | '])
    expect(await change('default', { location: '1' })).toMatchObject({
      status: 422,
      data: { errors: { form: 'This location was removed in the meantime.' } },
    })
  })

  it('are for those who edit listings', async () => {
    const browser = await addTestColleague(hub, seller_id, 'viewer')
    expect((await browser.get(page, paths.stockLocations())).status).toBe(403)
    expect((await change('add', { first: 'A', name: 'B' }, browser)).status).toBe(403)
    await addStocked(db, seller_id, 'A')
    await divide()
    expect((await browser.get(itemPage, await address('A'))).data).toMatchObject({ mayMove: false, mayCorrect: false })
    expect((await move('A', { from: '1', to: '2', items: '1' }, browser)).status).toBe(403)
  })
})

describe('moved stock', () => {
  it('is moved once, listed with its cause, and moved back once', async () => {
    await addStocked(db, seller_id, 'A')
    await divide()
    const { key } = (await read('A')).part
    for (let sent = 0; sent < 2; sent += 1)
      expect((await move('A', { from: '1', to: '2', items: '3', key })).location).toContain('done=moved')
    expect(await places('A')).toEqual(['Warehouse: 1', 'Shop: 3'])
    expect(await moves('A')).toMatchObject([
      {
        id: key,
        what: 'Moved by Ann Example',
        from: 'Warehouse',
        to: 'Shop',
        items: '3',
        undo: 'Undo the move of 3 items from Warehouse to Shop',
      },
    ])
    for (let sent = 0; sent < 2; sent += 1)
      expect((await ann.post(itemPage, await address('A'), { step: 'undo', undoes: key })).location).toContain(
        'done=undone',
      )
    expect(await places('A')).toEqual(['Warehouse: 4', 'Shop: 0'])
    expect(await moves('A')).toMatchObject([
      { what: 'Undone by Ann Example', from: 'Shop', to: 'Warehouse', undo: null },
      { what: 'Moved by Ann Example', undo: null },
    ])
  })

  it('stays where it is if there is less, or if the form is wrong', async () => {
    await addStocked(db, seller_id, 'A')
    await divide()
    const refusals = [
      [{ from: '1', to: '2', items: '5' }, { items: 'Only 4 items are at Warehouse.' }],
      [{ from: '1', to: '1', items: '1' }, { toLocation: 'Choose two different locations.' }],
      [{ from: '1', to: '7', items: '1' }, { toLocation: expect.stringContaining('one of your locations') }],
      [{ from: 'x', to: '2', items: '1' }, { fromLocation: expect.stringContaining('one of your locations') }],
      [{ from: '1', to: '2', items: '0' }, { items: 'Enter a whole number from 1 to 1,000,000.' }],
    ] as const
    for (const [fields, errors] of refusals)
      expect(await move('A', fields)).toMatchObject({ status: 422, data: { errors, values: { items: fields.items } } })
    expect(await places('A')).toEqual(['Warehouse: 4', 'Shop: 0'])
  })

  it('is not moved back if it is gone', async () => {
    await addStocked(db, seller_id, 'A')
    await divide()
    await move('A', { from: '1', to: '2', items: '4' })
    const [moved] = await moves('A')
    await correct('A', { location: '2', seen: '4', onHand: '1' })
    expect(await ann.post(itemPage, await address('A'), { step: 'undo', undoes: moved!.id })).toMatchObject({
      status: 422,
      data: { errors: { form: 'Only 1 item is at Shop.' } },
    })
  })
})

const correct = async (sku: string, fields: { location: string; seen: string; onHand: string }) =>
  ann.post(itemPage, await address(sku, { at: fields.location }), { reason: 'DAMAGED', ...fields })

describe('stock is corrected and counted', () => {
  it('at a location, against what was there', async () => {
    await addStocked(db, seller_id, 'A')
    await divide()
    await move('A', { from: '1', to: '2', items: '3' })
    expect(await read('A', { at: '2' })).toMatchObject({ onHand: 3, part: { counted: { id: 2, name: 'Shop' } } })
    expect(await correct('A', { location: '2', seen: '4', onHand: '2' })).toMatchObject({
      status: 422,
      data: { errors: { onHand: expect.stringContaining('3 items are on hand now') } },
    })
    expect((await correct('A', { location: '2', seen: '3', onHand: '2' })).status).toBe(303)
    expect(await places('A')).toEqual(['Warehouse: 1', 'Shop: 2'])
    expect((await correct('A', { location: '1', seen: '1', onHand: '6' })).status).toBe(303)
    const { movements, part } = await read('A')
    expect(part.places).toMatchObject([{ items: '6' }, { items: '2' }])
    expect(movements.slice(0, 2)).toMatchObject([
      { what: 'Corrected by Ann Example: Damaged (Warehouse)', onHand: '+5', stands: '8' },
      { what: 'Corrected by Ann Example: Damaged (Shop)', onHand: '−1', stands: '3' },
    ])
    // A correction is not listed as a move.
    expect(part.moves).toHaveLength(1)
  })

  it('up to 1,000,000 items at all locations together', async () => {
    const listing_id = await addStocked(db, seller_id, 'SHIRT')
    await addVariations(db, { seller_id, listing_id }, { 'SHIRT-S': 1_000_000 })
    await divide()
    const wanted = { location: '2', seen: '0', onHand: '5' }
    expect(await correct('SHIRT-S', wanted)).toMatchObject({
      status: 422,
      data: {
        errors: {
          onHand: 'On hand: all locations together have at most 1,000,000 items. 1,000,000 items are at the others.',
        },
      },
    })
    const { data } = await ann.get(countPage, paths.stockCount())
    const { location } = await ann.post(countPage, paths.stockCount(), {
      step: 'add',
      key: data.key,
      codes: 'SHIRT-S,5',
      location: '2',
    })
    const count = assertDefined(location, 'the codes were taken')
    await ann.post(countPage, count, { step: 'apply' })
    expect((await ann.get(countPage, count)).data.count.items).toMatchObject([
      { note: expect.stringMatching(/^Left as it is: all locations together have at most 1,000,000 items\./) },
    ])
    expect(await places('SHIRT-S')).toEqual(['Warehouse: 1,000,000', 'Shop: 0'])
  })

  it('by a scanner at the location that is chosen', async () => {
    await addStocked(db, seller_id, 'A')
    await addStocked(db, seller_id, 'B')
    expect((await ann.get(countPage, paths.stockCount())).data).toMatchObject({ locations: [] })
    await divide()
    await move('A', { from: '1', to: '2', items: '3' })
    const { data } = await ann.get(countPage, paths.stockCount())
    expect(data.locations).toEqual([
      { value: '1', label: 'Warehouse' },
      { value: '2', label: 'Shop' },
    ])
    const form = { step: 'add', key: data.key, codes: 'A,2\nB,1' }
    expect(await ann.post(countPage, paths.stockCount(), form)).toMatchObject({ status: 422 })
    const { location } = await ann.post(countPage, paths.stockCount(), { ...form, location: '2' })
    const count = assertDefined(location, 'the codes were taken')
    const reviewed = (await ann.get(countPage, count)).data.count
    expect(reviewed).toMatchObject({
      note: expect.stringMatching(/ · Shop$/),
      items: [
        { sku: 'A', expected: 3, counted: 2 },
        { sku: 'B', expected: 0, counted: 1 },
      ],
    })
    await ann.post(countPage, count, { step: 'apply' })
    expect(await places('A')).toEqual(['Warehouse: 1', 'Shop: 2'])
    expect(await places('B')).toEqual(['Warehouse: 4', 'Shop: 1'])
    expect((await read('A')).movements[0]).toMatchObject({ what: 'Counted by Ann Example (Shop)' })
  })

  it('not where the marketplace’s shop counts it, but it can be moved', async () => {
    await addStocked(db, seller_id, 'A')
    await divide()
    await db.owner.updateTable('sellers').set({ stock_owner: 'SHOP' }).where('id', '=', seller_id).execute()
    expect(await read('A')).toMatchObject({ mayCorrect: false, mayMove: true })
    expect(await correct('A', { location: '1', seen: '4', onHand: '2' })).toMatchObject({ status: 422 })
    await move('A', { from: '1', to: '2', items: '1' })
    expect(await places('A')).toEqual(['Warehouse: 3', 'Shop: 1'])
  })
})
