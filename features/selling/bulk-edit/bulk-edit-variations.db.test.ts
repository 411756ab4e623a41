import { rowsOf, updateRows } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { addTestColleague } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { addVariations } from '#features/selling/inventory/testing.ts'
import * as file from './bulk-edit-file-resource.ts'
import { addListings, bulkEditPages, operationFields } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
const { open, view, step, saved, cells } = bulkEditPages(shop.browser)
const seller_id = shop.sellerId

/** A strap in two sizes at 5.00 each, and a lens at 10.00. */
beforeEach(async () => {
  for (const table of ['file_runs', 'listings', 'bins', 'sku_costs', 'costed_skus'] as const)
    await db.owner.deleteFrom(table).execute()
  const [listing_id = 0] = await addListings(db, seller_id, 2)
  await addVariations(db, { seller_id, listing_id }, { 'STRAP-M': 3, 'STRAP-L': 0 })
  await updateRows(db.owner, 'listings', { id: listing_id }, { price_minor: 500, quantity_available: 3 })
})

const variations = () => rowsOf(db.owner, 'listing_variations', { seller_id }, 'position')
const strap = async () => (await shop.listings())[0]!
const costs = async () =>
  (await db.owner.selectFrom('costed_skus').select(['sku', 'unit_cost_minor']).orderBy('sku').execute()).map(
    ({ sku, unit_cost_minor }) => `${sku} ${unit_cost_minor}`,
  )
describe('a bulk edit of a listing with variations', () => {
  it('has a row for each variation, which is reviewed, applied and undone', async () => {
    const before = await variations()
    const edit = await open()
    const opened = await view(edit)
    expect(opened.title).toBe('Edit 2 listings')
    expect(opened.rows.map(({ name }) => name)).toEqual(['Lens 1', 'Lens 1, strap-m', 'Lens 1, strap-l', 'Lens 2'])
    const [whole, size] = opened.rows
    expect(whole!.cells.map(({ now: shown, isLocked }) => [shown, isLocked])).toEqual([
      ['Lens 1', false],
      ['from £5.00', true],
      ['3', true],
      ['', false],
    ])
    expect(size!.cells.map(({ now: shown, isLocked }) => [shown, isLocked])).toEqual([
      ['strap-m', true],
      ['£5.00', false],
      ['3', false],
      ['', true],
    ])
    const more = operationFields('price', 'formula', 'price * 2')
    await step(edit, 'operations', more)
    await cells(edit, [
      { position: 2, field: 'quantity', text: '0' },
      { position: 3, field: 'price', text: '7.50' },
      { position: 3, field: 'sku', text: 'STRAP-XL' },
    ])
    expect((await view(edit, '&show=changes')).rows.map(({ position }) => position)).toEqual([2, 3, 4])
    expect(await variations()).toEqual(before)

    await step(edit, 'apply', more)
    expect(await variations()).toMatchObject([
      { sku: 'STRAP-M', price_minor: 1000, quantity: 0 },
      { sku: 'STRAP-XL', price_minor: 750, quantity: 0 },
    ])
    // The listing shows the lowest price and all units, and none are left.
    expect(await strap()).toMatchObject({ price_minor: 750, quantity_available: 0, state: 'OUT_OF_STOCK' })
    expect(await shop.browser.download(file, `/sh/lst/bulk-edit/file?edit=${edit}`)).toMatch(
      /,STRAP-XL,"Lens 1, strap-l",Price,5\.00,7\.50,Changed,/,
    )

    await step(edit, 'undo')
    expect(await variations()).toEqual(before)
    expect(await strap()).toMatchObject({ price_minor: 500, quantity_available: 3, state: 'ACTIVE' })
  })

  it('changes title and variations at once, and takes a pasted block past the cells that it does not have', async () => {
    const edit = await open()
    const block = 'Strap\t9\t9\nM\t6\t5\nL\t7\t\nLens\t11\t2\n'
    const answer = await saved(edit, { paste: block, position: '1', field: 'title' })
    expect(answer).toMatchObject({ ok: true, said: '8 cells changed' })
    await step(edit, 'apply')
    expect((await strap()).title).toBe('Strap')
    expect(await strap()).toMatchObject({ price_minor: 500, quantity_available: 5 })
    expect((await variations()).map(({ price_minor }) => price_minor)).toEqual([600, 500])
    // An empty quantity is a problem of that row alone.
    expect((await view(edit, '&show=problems')).rows.map(({ position }) => position)).toEqual([3])
  })

  it('leaves the units of the listing, of which some are kept back, if only prices change', async () => {
    const edit = await open()
    await db.owner.updateTable('listings').set({ quantity_available: 2 }).where('price_minor', '=', 500).execute()
    const more = operationFields('price', 'formula', '+1')
    await step(edit, 'operations', more)
    await step(edit, 'apply', more)
    expect(await strap()).toMatchObject({ price_minor: 600, quantity_available: 2 })
  })

  it('leaves alone a variation that sold or was revised since, and one with the SKU of another', async () => {
    const edit = await open()
    await cells(edit, [
      { position: 2, field: 'quantity', text: '9' },
      { position: 3, field: 'sku', text: 'STRAP-M' },
    ])
    expect((await view(edit)).rows[2]!.cells).toHaveLength(4)
    expect((await view(edit, '&show=problems')).rows.map(({ position }) => position)).toEqual([3])
    await db.owner.updateTable('listing_variations').set({ quantity: 2 }).where('sku', '=', 'STRAP-M').execute()
    await step(edit, 'apply')
    expect(await view(edit)).toMatchObject({ change: 0, foot: { problems: '2 problems' } })
    expect((await variations()).map(({ quantity }) => quantity)).toEqual([2, 0])
  })

  it('knows a variation by its values, not by its place', async () => {
    const edit = await open()
    await cells(edit, [{ position: 2, field: 'price', text: '8' }])
    await db.owner.deleteFrom('listing_variations').where('seller_id', '=', seller_id).execute()
    await addVariations(db, { seller_id, listing_id: (await strap()).id }, { 'STRAP-L': 0, 'STRAP-M': 3 })
    await step(edit, 'apply')
    expect(await variations()).toMatchObject([
      { sku: 'STRAP-L', price_minor: 500 },
      { sku: 'STRAP-M', price_minor: 800 },
    ])
  })
})

describe('the unit cost', () => {
  it('is that of the SKU, of variations too, and is taken back', async () => {
    const cost = { key: 'own', currency: 'GBP', unitCostMinor: 200, quantity: null, since: now }
    await db.asSeller(seller_id, 'write', (own) =>
      enterCosts(own, {
        sellerId: seller_id,
        costs: [{ ...cost, sku: 'STRAP-L' }],
        source: 'TYPED',
        enteredBy: null,
        now,
      }),
    )
    const edit = await open()
    await step(edit, 'columns', { column: 'unitCost' })
    expect((await view(edit)).rows.map((row) => row.cells[0]!.now)).toEqual(['', '', '£2.00', ''])
    const more = operationFields('unitCost', 'formula', 'price * 0.5')
    await step(edit, 'operations', more)
    await step(edit, 'apply', more)
    expect(await costs()).toEqual([`LEN-${seller_id}-00002 500`, 'STRAP-L 250', 'STRAP-M 250'])
    await step(edit, 'undo')
    expect(await costs()).toEqual(['STRAP-L 200'])
  })

  it('of a kit is what its parts cost, and is not typed', async () => {
    const cost = { key: 'own', currency: 'GBP', quantity: null, since: now }
    const { id: listingId } = (await shop.listings())[1]!
    await db.asSeller(seller_id, 'write', async (own) => {
      await storeKits(own, seller_id, [{ listingId, position: 0, parts: [{ sku: 'STRAP-M', units: 2 }] }])
      const entered = [
        { ...cost, sku: 'STRAP-M', unitCostMinor: 250 },
        { ...cost, sku: `LEN-${seller_id}-00002`, unitCostMinor: 900 },
      ]
      await enterCosts(own, { sellerId: seller_id, costs: entered, source: 'TYPED', enteredBy: null, now })
    })
    const edit = await open()
    await step(edit, 'columns', { column: 'unitCost' })
    expect((await view(edit)).rows.map((row) => row.cells[0]!.now)).toEqual(['', '£2.50', '', '£5.00'])
    await cells(edit, [{ position: 4, field: 'unitCost', text: '3' }])
    const [problem] = (await view(edit, '&show=problems')).rows
    expect(problem!.cells[0]!.problem).toBe('A kit costs what its parts cost. Change the costs of its parts.')
  })

  it('of units that were bought stays as it is', async () => {
    const cost = { key: 'own', currency: 'GBP', unitCostMinor: 200, quantity: 5, since: now }
    await db.asSeller(seller_id, 'write', (own) =>
      enterCosts(own, {
        sellerId: seller_id,
        costs: [{ ...cost, sku: 'STRAP-M' }],
        source: 'TYPED',
        enteredBy: null,
        now,
      }),
    )
    const edit = await open()
    await step(edit, 'operations', operationFields('unitCost', 'formula', '3'))
    const [problem] = (await view(edit, '&show=problems')).rows
    expect(problem).toMatchObject({ position: 2 })
    expect(problem!.cells.at(-1)!.problem).toContain('purchases')
  })

  it('is not shown to those who do not see money', async () => {
    const browser = await addTestColleague(hub, seller_id, 'lister')
    const theirs = bulkEditPages(browser)
    const edit = await open()
    await step(edit, 'operations', operationFields('unitCost', 'formula', '3'))
    const seen = await theirs.view(edit)
    expect(JSON.stringify([seen.columns, seen.offered, seen.rows])).not.toContain('unitCost')
    expect(await browser.download(file, `/sh/lst/bulk-edit/file?edit=${edit}`)).not.toContain('Unit cost')
    const own = await theirs.open()
    expect((await theirs.step(own, 'operations', operationFields('price', 'formula', 'cost * 2'))).status).toBe(422)
    expect(await theirs.cells(own, [{ position: 4, field: 'unitCost', text: '1' }])).toMatchObject({ was: [] })
  })
})
