import { testHubAt } from '#features/people/accounts/testing.ts'
import { addRows } from '#db/testing-row.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { uploadPages } from '#features/reports/uploads/testing.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import { costsList } from '#features/selling/costs/costs-list.server.ts'
import * as stockItem from '#features/selling/inventory/stock-item-page.tsx'
import { stepListings, type StepResult } from '#features/selling/listings/listing-actions-db.server.ts'
import { restoreListings } from '#features/selling/listings/listing-undo-db.server.ts'
import { publishDrafts } from './publish-drafts.server.ts'
import { paths } from '#web/paths.ts'
import type { FormView } from '../form/form-view.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!
const available = async (items: readonly string[]) => {
  const rows = await shop.listings()
  return items.map((item) => rows.find((row) => row.item_number === item)?.quantity_available)
}

/** Submits a form; returns its status and what it says of which field. */
async function submit(query: string, typed: Record<string, string>) {
  const view = await shop.open(query)
  const { status, data } = await shop.send(view, 'publish', { ...view.typed, ...typed })
  const errors = (data?.view as FormView | undefined)?.errors ?? []
  return { status, errors: errors.map(({ field, text }) => `${field}: ${text}`), locks: view.locks, typed: view.typed }
}
const add = async (typed: Record<string, string>) => submit('mode=AddItem', await shop.complete(typed))
const revise = (item: string, typed: Record<string, string>) => submit(`mode=ReviseItem&itemId=${item}`, typed)
const taken = (sku: string, field = 'sku') =>
  `${field}: Another of your listings has the SKU ${sku}. Enter a different one.`

/** Two listings that share the stock of a SKU: five units. */
async function publishTwo(sku: string): Promise<[string, string]> {
  const one = await shop.publish({ sku, quantity: '5' })
  return [one, await shop.publish({ sku, quantity: '1', sharesStock: 'on' })]
}

describe('a listing that shares the stock of its SKU', () => {
  it('takes over the number of the other one, and a change of one is a change of both', async () => {
    const one = await shop.publish({ sku: 'ONE', quantity: '5' })
    expect(await add({ sku: 'ONE' })).toMatchObject({ status: 422, errors: [taken('ONE')] })
    const two = await shop.publish({ sku: 'ONE', quantity: '1', sharesStock: 'on' })
    expect(await available([one, two])).toEqual([5, 5])
    expect((await revise(two, { quantity: '3' })).status).toBe(303)
    expect(await available([one, two])).toEqual([3, 3])
    // A third one shares only if it says so.
    expect(await add({ sku: 'ONE' })).toMatchObject({ errors: [taken('ONE')] })
  })

  it('starts out of stock where nothing is left', async () => {
    const [one] = await publishTwo('NONE')
    await db.owner.updateTable('listings').set({ on_hand: 0 }).where('item_number', '=', one).execute()
    const three = await shop.publish({ sku: 'NONE', quantity: '4', sharesStock: 'on' })
    expect(await rowOf(three)).toMatchObject({ quantity_available: 0, state: 'OUT_OF_STOCK' })
  })

  it('keeps its SKU while it is on sale', async () => {
    const [one, two] = await publishTwo('KEPT')
    const shared = 'This listing shares its stock by this SKU. End it to change that.'
    for (const item of [one, two]) {
      const refused = await revise(item, { sku: 'OTHER' })
      expect(refused).toMatchObject({ status: 422, errors: [`sku: ${shared}`], locks: { sku: shared } })
      expect(refused.typed).toMatchObject({ sku: 'KEPT', sharesStock: 'on' })
    }
    const varied = {
      'axis1.name': 'Size',
      'axis1.values': 'S',
      'row.0.values': 'S',
      'row.0.price': '5',
      'row.0.quantity': '2',
    }
    expect((await revise(two, varied)).errors).toContain(`axis1.values: ${shared}`)
    // A program that knows nothing of sharing changes other fields.
    expect((await revise(one, { sharesStock: '', price: '9.00' })).status).toBe(303)
    expect(await rowOf(one)).toMatchObject({ price_minor: 900, shares_stock: true })
  })

  it.each([
    ['an auction', { format: 'AUCTION' }, {}],
    ['with an auction', {}, { format: 'AUCTION' }],
    [
      'with a listing with variations',
      {},
      { 'axis1.name': 'Size', 'axis1.values': 'S', 'row.0.values': 'S', 'row.0.price': '5', 'row.0.quantity': '2' },
    ],
  ])('is none: %s', async (name, change, others) => {
    const sku = `NOT ${name}`
    await shop.publish({ sku, ...others })
    expect(await add({ sku, sharesStock: 'on', ...change })).toMatchObject({ status: 422, errors: [taken(sku)] })
  })

  it('is none while the marketplace’s shop counts the stock', async () => {
    await shop.publish({ sku: 'SHOP' })
    await db.owner.updateTable('sellers').set({ stock_owner: 'SHOP' }).execute()
    onTestFinished(async () => void (await db.owner.updateTable('sellers').set({ stock_owner: null }).execute()))
    expect(await add({ sku: 'SHOP', sharesStock: 'on' })).toMatchObject({ errors: [taken('SHOP')] })
  })

  it('shares again when its end is taken back, and when it is relisted', async () => {
    const [one, two] = await publishTwo('AGAIN')
    const ids = [(await rowOf(two)).id]
    const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(shop.sellerId, 'write', work)
    const end = () => own((tx) => stepListings(tx, { sellerId: shop.sellerId, ids, event: 'end', now }))
    const ended = await end()
    await revise(one, { quantity: '8' })
    const before = ended.flatMap((result: StepResult) => (result.ok && result.before ? [result.before] : []))
    expect(await own((tx) => restoreListings(tx, { sellerId: shop.sellerId, inverse: { before } }))).toMatchObject({
      back: 1,
    })
    expect(await rowOf(two)).toMatchObject({ state: 'ACTIVE', quantity_available: 8 })
    await end()
    const [copied] = await own((tx) => stepListings(tx, { sellerId: shop.sellerId, ids, event: 'relist', now }))
    const draft = copied?.ok ? copied.copied! : ''
    const texts = { typed: (decimal: string) => decimal, grouping: ',' as const }
    const args = { hub, seller: { id: shop.sellerId, currency: 'GBP', timeZone: 'Europe/London' }, texts }
    expect(await own((tx) => publishDrafts(tx, args, { itemNumbers: [draft], startsAt: null }))).toMatchObject([
      { ok: true, state: 'ACTIVE' },
    ])
    await revise(one, { quantity: '2' })
    expect(await available([one, draft])).toEqual([2, 2])
    // A similar one has neither SKU nor stock of it.
    expect((await shop.open(`mode=SellSimilarItem&itemId=${one}`)).typed).not.toHaveProperty('sharesStock')
  })

  it('is one SKU of the inventory, which names its listings, and of the costs', async () => {
    const [one, two] = await publishTwo('SEEN')
    const { stock_number: number } = await db.owner
      .selectFrom('stock_items')
      .select('stock_number')
      .where('sku', '=', 'SEEN')
      .executeTakeFirstOrThrow()
    const { facts } = (await shop.browser.get(stockItem, paths.stockItem(number))).data
    expect(facts).toEqual(
      expect.arrayContaining([
        { label: 'Item number', text: two, href: paths.listing(two) },
        { label: 'Also sold in', text: one, href: paths.listing(one) },
      ]),
    )
    const list = await shop.browser.get({ loader: listRoutes(inventoryList).page }, `${paths.inventory}?q=SEEN`)
    expect(JSON.stringify(list.data)).toContain('Stock of 2 listings')
    await addRows(db.owner, 'sku_costs', {
      seller_id: shop.sellerId,
      sku: 'SEEN',
      currency: 'GBP',
      unit_cost_minor: 100,
      since: now,
      source: 'TYPED',
      entered_at: now,
    })
    expect((await shop.browser.get({ loader: listRoutes(costsList).page }, paths.costs)).status).toBe(200)
  })

  it('is named by its item number in a file that changes more than the SKU’s units', async () => {
    const [one, two] = await publishTwo('FILE')
    const { upload, linesOf, apply } = uploadPages({ hub, browser: shop.browser })
    const id = await upload(
      `Item number,Custom label (SKU),Start price,Available quantity\n,FILE,7.00,4\n${two},,8.00,\n`,
    )
    expect(await linesOf(id, 'problems')).toEqual([
      '2 | – | SKU “FILE”: Several listings share this SKU. Add their item numbers.',
    ])
    await apply('Custom label (SKU),Available quantity\nFILE,9\n')
    expect(await available([one, two])).toEqual([9, 9])
  })
})
