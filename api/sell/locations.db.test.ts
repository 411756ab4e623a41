import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { refusalOf, sellHub } from './testing.ts'

const address = { addressLine1: '1 Quay', city: 'Bristol', postalCode: 'BS1 1AA', country: 'GB' }

const db = await testDatabase()
const sell = await sellHub(db)
const inventory = sell.toolOf(await sell.makeKey(await addSeller(db, 'quay'))).sell.inventory
const stranger = sell.toolOf(await sell.makeKey(await addSeller(db, 'far'))).sell.inventory

it('a tool’s locations are stored, changed, disabled and deleted, and offers use enabled ones', async () => {
  await inventory.createInventoryLocation('north', { location: { address }, name: 'North', phone: '0117 1' })
  await inventory.createInventoryLocation('south', { location: { address } })
  expect(await inventory.getInventoryLocation('north')).toEqual({
    merchantLocationKey: 'north',
    merchantLocationStatus: 'ENABLED',
    locationTypes: ['WAREHOUSE'],
    location: { locationId: 'north', address },
    name: 'North',
    phone: '0117 1',
  })
  await inventory.updateInventoryLocation('north', { name: 'Northern' })
  expect(await inventory.getInventoryLocation('north')).toMatchObject({ name: 'Northern', phone: '0117 1' })
  const page = await inventory.getInventoryLocations({ limit: 1 })
  expect(page).toMatchObject({ total: 2, locations: [{ merchantLocationKey: 'north' }], next: expect.any(String) })

  const put = (sku: string) => inventory.createOrReplaceInventoryItem(sku, { product: { title: 'A box' } })
  const offer = (sku: string) => ({
    sku,
    marketplaceId: 'EBAY_GB',
    format: 'FIXED_PRICE',
    merchantLocationKey: 'north',
    pricingSummary: { price: { value: '5.00', currency: 'GBP' } },
  })
  await put('BOX-1')
  const { offerId } = (await inventory.createOffer(offer('BOX-1'))) as { offerId: string }
  expect(await inventory.getOffer(offerId)).toMatchObject({ merchantLocationKey: 'north' })
  await inventory.disableInventoryLocation('north')
  expect(await inventory.getInventoryLocation('north')).toMatchObject({ merchantLocationStatus: 'DISABLED' })
  await put('BOX-2')
  expect(await refusalOf(inventory.createOffer(offer('BOX-2')))).toMatchObject({ status: 400, id: 25012 })
  await inventory.enableInventoryLocation('north')
  await inventory.createOffer(offer('BOX-2'))
  await inventory.deleteInventoryLocation('north')
  expect(await inventory.getOffer(offerId)).not.toHaveProperty('merchantLocationKey')
})

it('invalid locations get eBay’s error ids, and another seller’s get 404', async () => {
  await inventory.createInventoryLocation('own', { location: { address }, locationTypes: ['FULFILLMENT_CENTER'] })
  const cases: [() => Promise<unknown>, string][] = [
    [() => inventory.createInventoryLocation('own', { location: { address } }), '400 25803'],
    [() => inventory.createInventoryLocation('x'.repeat(37), { location: { address } }), '400 25804'],
    [() => inventory.createInventoryLocation('new', {}), '400 25801'],
    [() => inventory.createInventoryLocation('new', { location: { address: { country: 'GB' } } }), '400 25801'],
    [
      () => inventory.createInventoryLocation('new', { location: { address: { ...address, country: 'UK!' } } }),
      '400 25800',
    ],
    [() => inventory.createInventoryLocation('new', { location: { address }, locationTypes: ['MOON'] }), '400 25800'],
    [() => inventory.getInventoryLocations({ limit: 101 }), '400 25802'],
    [() => inventory.getInventoryLocation('none'), '404 25805'],
    [() => inventory.deleteInventoryLocation('own'), '400 25806'],
    [() => stranger.getInventoryLocation('own'), '404 25805'],
    [() => stranger.updateInventoryLocation('own', { name: 'Mine' }), '404 25805'],
    [() => stranger.disableInventoryLocation('own'), '404 25805'],
    [() => stranger.deleteInventoryLocation('own'), '404 25805'],
  ]
  for (const [asked, told] of cases) {
    const { status, id } = await refusalOf(asked())
    expect(`${status} ${id}`).toBe(told)
  }
})

it('a duplicate query parameter is rejected by name, because it is ambiguous', async () => {
  const params = new URLSearchParams('limit=1&offset=0&limit=2')
  expect(await refusalOf(inventory.get('/location', { params }))).toMatchObject({
    status: 400,
    id: 2004,
    errors: [{ longMessage: 'limit is given more than once.', parameters: [{ name: 'parameter', value: 'limit' }] }],
  })
})
