import { expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { applyPatches } from '#features/selling/listing-changes/apply-patches-db.server.ts'
import type { ListingPatch } from '#features/selling/listing-changes/listing-patch.ts'
import { addFormProducts, addFormShop } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')
const { sellerId } = shop

const stored = (sku: string) =>
  db.owner
    .selectFrom('customs_details')
    .select(['hs_code', 'origin_country', 'description', 'value_minor', 'currency'])
    .where('sku', '=', sku)
    .executeTakeFirst()
const camera = { hs_code: '900653', origin_country: 'DE', description: 'Camera', value_minor: 120_000, currency: 'GBP' }
const typed = {
  hsCode: '9006.53',
  originCountry: 'de',
  customsDescription: 'Camera',
  customsValue: '1,200.00',
}

it('the form keeps customs details by SKU, clears what is cleared, and a new form clears nothing', async () => {
  const item = await shop.publish({ sku: 'CUS-1', ...typed })
  expect(await stored('CUS-1')).toEqual(camera)
  const view = await shop.open(`mode=ReviseItem&itemId=${item}`)
  expect(view.typed).toMatchObject({ hsCode: '900653', originCountry: 'DE', customsValue: '1200.00' })
  await shop.send(view, 'publish', { ...view.typed, originCountry: '', customsValue: '' })
  expect(await stored('CUS-1')).toMatchObject({ hs_code: '900653', origin_country: null, value_minor: null })
  await shop.publish({ sku: 'CUS-1', sharesStock: 'on', originCountry: 'JP' })
  expect(await stored('CUS-1')).toMatchObject({ hs_code: '900653', origin_country: 'JP' })
})

it('a form whose details are wrong, or without a SKU, is refused', async () => {
  const answer = await shop.send(await shop.open('mode=AddItem'), 'publish', {
    ...(await shop.complete({ sku: 'CUS-2', hsCode: '12', originCountry: 'UK' })),
  })
  expect(answer).toMatchObject({
    status: 422,
    data: { view: { errors: [{ field: 'hsCode' }, { field: 'originCountry' }] } },
  })
  const without = await shop.send(await shop.open('mode=AddItem'), 'publish', await shop.complete({ hsCode: '900653' }))
  expect(without).toMatchObject({ status: 422, data: { view: { errors: [{ field: 'hsCode' }] } } })
})

it('a change of many listings sets them, also of variations, and its inverse restores them', async () => {
  const item = await shop.publish({ sku: 'CUS-3', ...typed })
  const varied = await shop.publish({
    sku: '',
    price: '',
    quantity: '',
    'axis1.name': 'Colour',
    'axis1.values': 'Red',
    'row.0.values': 'Red',
    'row.0.sku': 'CUS-4',
    'row.0.price': '5.00',
    'row.0.quantity': '1',
  })
  const idOf = async (number: string) => (await shop.listings()).find(({ item_number: each }) => each === number)!.id
  const apply = (listingId: number, patch: ListingPatch, variation = '') =>
    db.asSeller(sellerId, 'write', (own) => {
      const { taxonomy, policyPack } = hub.config
      const patches = [{ listingId, variation, expected: null, patch }]
      return applyPatches(own, { sellerId, patches, taxonomy, limits: policyPack.limits, now })
    })
  const before = (await shop.listings()).map(({ version }) => version)
  const [outcome] = await apply(await idOf(item), { hsCode: '900699', customsValue: null })
  expect(await stored('CUS-3')).toEqual({ ...camera, hs_code: '900699', value_minor: null, currency: null })
  await apply(await idOf(item), outcome!.ok ? outcome!.inverse : {})
  expect(await stored('CUS-3')).toEqual(camera)
  await apply(await idOf(varied), { originCountry: 'IT' }, 'Red')
  expect(await stored('CUS-4')).toMatchObject({ origin_country: 'IT', hs_code: null })
  await apply(await idOf(varied), { originCountry: null }, 'Red')
  expect(await stored('CUS-4')).toBeUndefined()
  expect((await shop.listings()).map(({ version }) => version)).toEqual(before)
  expect(await apply(await idOf(item), { hsCode: '1', originCountry: 'XX' })).toMatchObject([
    { ok: false, problems: [{ field: 'hsCode', problem: 'hsCode' }, { field: 'originCountry' }] },
  ])
})
