import { anyListing, addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as resource from './listing-cost-resource.ts'
import * as packagingResource from './listing-packaging-resource.ts'
import { listingsList } from './listings-list.server.ts'

const { db, hub, now } = await testHubAt('2026-11-22T10:40:00Z')
const page = { loader: listRoutes(listingsList).page }

const by = {} as Record<'owner' | 'shipper', TestBrowser>

const [owner, shipper] = [await addTestMember(hub, { name: 'Ann Example' }), await addTestMember(hub)]
const sellerId = await addTestSeller(db, { [owner.id]: 'owner', [shipper.id]: 'shipper' })
by.owner = await signedInBrowser(hub, owner.email)
by.shipper = await signedInBrowser(hub, shipper.email)

async function addListing(sku: string | null) {
  const row = {
    seller_id: sellerId,
    title: `Camera ${sku}`,
    sku,
    ...anyListing,
    category: 'Cameras & Photography > Film Cameras',
    price_minor: 20_000,
    on_hand: 5,
    starts_at: now,
  } as const
  return db.owner.insertInto('listings').values(row).returning(['id', 'item_number']).executeTakeFirstOrThrow()
}

const costCell = async (item: string, who = by.owner) => {
  const { data } = await who.get(page, `${paths.listings.active}?cols=cost`)
  return unpackModel(data.model).rows.find(({ key }) => key === item)!.cells['cost']
}
const edit = (item: string, version: number, value: string, who = by.owner) =>
  who.post(resource, paths.listingCostEdit, { item, column: 'cost', version: String(version), value })

describe('the unit cost in the list of listings', () => {
  it('is typed in place, at first and again, and kept with the SKU', async () => {
    const { item_number: item } = await addListing('M3')
    expect(await costCell(item)).toEqual({ kind: 'edit', text: '–', value: '', version: 0 })
    expect(await edit(item, 0, '12.50')).toMatchObject({
      status: 200,
      data: { ok: true, version: 1, toast: { text: 'M3 costs £12.50. Orders with it follow.' } },
    })
    expect(await costCell(item)).toEqual({ kind: 'edit', text: '£12.50', value: '12.50', version: 1 })
    const { data } = await by.owner.get(page, `${paths.listings.active}?cols=profit`)
    // Nothing of it was sold.
    expect(unpackModel(data.model).rows.find(({ key }) => key === item)!.cells['profit']).toBe('–')
    expect(await edit(item, 1, '13')).toMatchObject({
      data: { toast: { text: 'M3 costs £13.00 from now on, before £12.50.' } },
    })
    expect(await edit(item, 1, '14')).toMatchObject({ status: 409, data: { ok: false, version: 2 } })
    expect((await edit(item, 2, 'much')).status).toBe(422)
    const costs = db.owner.selectFrom('sku_costs').select(['sku', 'unit_cost_minor', 'source', 'entered_by'])
    const typed = { sku: 'M3', source: 'TYPED', entered_by: 'Ann Example' }
    expect(await costs.where('seller_id', '=', sellerId).where('sku', '=', 'M3').orderBy('id').execute()).toEqual([
      { ...typed, unit_cost_minor: 1250 },
      { ...typed, unit_cost_minor: 1300 },
    ])
  })

  it('is not typed without a SKU, for variations, and while items that were bought are left', async () => {
    const none = await addListing(null)
    expect(await costCell(none.item_number)).toBe('–')
    const varied = await addListing('M4')
    const variation = { listing_id: varied.id, position: 1, axis_values: ['Black'], sku: 'M4-B', price_minor: 100 }
    await addRows(db.owner, 'listing_variations', { seller_id: sellerId, ...variation, quantity: 1 })
    expect(await costCell(varied.item_number)).toBe('–')
    const bought = await addListing('M5')
    const purchase = { sku: 'M5', key: 'p-1', currency: 'GBP', unitCostMinor: 900, quantity: 4, since: now }
    await db.asSeller(sellerId, 'write', (own) =>
      enterCosts(own, { sellerId, costs: [purchase], source: 'API', enteredBy: null, now }),
    )
    expect(await costCell(bought.item_number)).toEqual({ kind: 'money', text: '£9.00' })
    for (const { item_number: item } of [none, varied, bought]) expect((await edit(item, 1, '5')).status).toBe(422)
  })

  it('is neither shown to nor taken from roles that may not see money', async () => {
    const { item_number: item } = await addListing('M6')
    expect(await costCell(item, by.shipper)).toBeUndefined()
    expect((await edit(item, 0, '5', by.shipper)).status).toBe(403)
  })
})

describe('the packaging of each item in the list of listings', () => {
  const packagingCell = async (item: string) => {
    const { data } = await by.owner.get(page, `${paths.listings.active}?cols=packaging`)
    return unpackModel(data.model).rows.find(({ key }) => key === item)!.cells['packaging']
  }
  const pack = (item: string, version: number, value: string, who = by.owner) =>
    who.post(packagingResource, paths.listingPackagingEdit, { item, version: String(version), value })

  it('is typed in place, changed and ended', async () => {
    const { item_number: item } = await addListing('M7')
    expect(await packagingCell(item)).toEqual({ kind: 'edit', text: '–', value: '', version: 0 })
    const version = now.getTime()
    expect(await pack(item, 0, '0.45')).toMatchObject({
      status: 200,
      data: { ok: true, version, toast: { text: 'Camera M7: packaging of each item £0.45 from now on.' } },
    })
    expect(await packagingCell(item)).toEqual({ kind: 'edit', text: '£0.45', value: '0.45', version })
    expect(await pack(item, 0, '0.50')).toMatchObject({ status: 409, data: { ok: false, version } })
    expect((await pack(item, version, 'little')).status).toBe(422)
    expect(await pack(item, version, '')).toMatchObject({ data: { ok: true, version: version + 1 } })
    expect(await packagingCell(item)).toEqual({ kind: 'edit', text: '–', value: '', version: version + 1 })
  })

  it('is refused for other roles and listings that are not there', async () => {
    const { item_number: item } = await addListing('M8')
    expect((await pack(item, 0, '1', by.shipper)).status).toBe(403)
    expect((await pack('999999999999', 0, '1')).status).toBe(422)
  })
})
