import { addRows } from '#db/testing-row.ts'
import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { flatShipping, type Shipping } from '#features/core/shipping/shipping.ts'
import { addPolicy } from '#features/selling/policies/policies-db.server.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi } from './testing.ts'

const db = await testDatabase()
const api = await testApi(db)
let sellerId: number
const items: Record<string, string> = {}

/** A listing at £10 under a policy. */
async function sellUnder(name: string, shipping: Shipping | null, grams: number | null): Promise<void> {
  const item = await addTestListing(db, { sellerId, quantity: 5 })
  items[name] = item
  const { owner } = db
  const { id } = await owner
    .updateTable('listings')
    .set({ price_minor: 1_000 })
    .where('item_number', '=', item)
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = { seller_id: sellerId, listing_id: id }
  await addRows(owner, 'listing_contents', { ...key, weight_grams: grams })
  if (!shipping) return
  const policy = { kind: 'FULFILMENT', name, shipping, days: null, terms: '' } as const
  const policyId = await db.asSeller(sellerId, 'write', (own) => addPolicy(own, sellerId, policy))
  await addRows(owner, 'listing_policies', { ...key, kind: 'FULFILMENT', policy_id: policyId! })
}

const parcels: Shipping = {
  ...flatShipping(0),
  handlingDays: 4,
  excluded: ['GB-NIR'],
  zones: [
    {
      places: ['GB'],
      services: [
        {
          carrier: 'Royal Mail',
          name: 'Tracked 48',
          days: [2, 3],
          rate: { by: 'weight', bands: [{ upToGrams: 2_000, minor: 395 }] },
          freeFromMinor: 10_000,
        },
      ],
    },
  ],
}

beforeAll(async () => {
  sellerId = await addSeller(db, 'parcel-shop')
  await sellUnder('Letter', flatShipping(165), null)
  await sellUnder('Parcels', parcels, 900)
  await sellUnder('Heavy', { ...parcels, excluded: [] }, null)
  await sellUnder('None', null, 100)
})

const ask = (asked: object[], to: object = { country: 'GB' }) =>
  api.ask('POST', '/sellers/parcel-shop/shipping-quotes', { body: { to, items: asked } })
const priceOf = ({ services, problem }: { services: { price: { value: string } }[]; problem: string | null }) =>
  problem ?? services[0]?.price.value
const brief = async (...asked: Parameters<typeof ask>) => {
  const { body } = await ask(...asked)
  return [...body.items.map(priceOf), priceOf(body.order)]
}
const of = (name: string, quantity = 1, more = {}) => ({ item: items[name] ?? name, quantity, ...more })

it('answers services with price and days, each item alone and all in one order', async () => {
  const { status, body } = await ask([of('Letter'), of('Parcels', 2)])
  const service = { policy: 'Parcels', carrier: 'Royal Mail', service: 'Tracked 48', minDays: 2, maxDays: 3 }
  const tracked = {
    services: [{ ...service, price: { value: '3.95', currency: 'GBP' } }],
    handlingDays: 4,
    pickup: false,
    problem: null,
  }
  expect([status, body.items[1], body.order]).toEqual([200, { item: items['Parcels'], ...tracked }, tracked])
  expect(body.items[0].services[0]).toMatchObject({ policy: 'Letter', carrier: null, service: null, minDays: null })
})

it('says of each item why it has no price, and the order of such an item has none', async () => {
  expect(await brief([of('Letter'), of('Parcels', 3)])).toEqual(['1.65', 'TOO_HEAVY', 'TOO_HEAVY'])
  expect(await brief([of('Parcels', 1), of('Parcels', 2)])).toEqual(['3.95', '3.95', 'TOO_HEAVY'])
  expect(await brief([of('Heavy')])).toEqual(['WEIGHT_MISSING', 'WEIGHT_MISSING'])
  expect(await brief([of('Parcels')], { country: 'DE' })).toEqual(['NO_PRICE', 'NO_PRICE'])
  expect(await brief([of('Parcels')], { country: 'GB', postalCode: 'BT1 1AA' })).toEqual(['EXCLUDED', 'EXCLUDED'])
  expect(await brief([of('None'), of('Letter')])).toEqual(['NO_POLICY', '1.65', '1.65'])
  expect(await brief([of('None'), of('nowhere')])).toEqual(['NO_POLICY', 'NO_LISTING', 'NO_LISTING'])
})

it('counts the price that the buyer pays, and refuses more than fifty items and another currency', async () => {
  const dear = { unitPrice: { value: '100.00', currency: 'GBP' } }
  expect(await brief([of('Parcels', 1, dear)])).toEqual(['0.00', '0.00'])
  expect((await ask(Array.from({ length: 51 }, () => of('Letter')))).status).toBe(422)
  const foreign = { unitPrice: { value: '100.00', currency: 'EUR' } }
  expect((await ask([of('Letter', 1, foreign)])).status).toBe(422)
})

it('counts the empty package once a parcel: the chosen one, else the default', async () => {
  const add = async (name: string, grams: number, isDefault: boolean) => {
    const values = { seller_id: sellerId, name, empty_grams: grams, is_default: isDefault }
    return (await db.owner.insertInto('packages').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  await add('Box', 200, true)
  expect(await brief([of('Parcels', 2)])).toEqual(['3.95', '3.95'])
  const crate = await add('Crate', 201, false)
  const ofParcels = db.owner.selectFrom('listings').select('id').where('item_number', '=', items['Parcels']!)
  const choose = (id: string) =>
    db.owner.updateTable('listing_contents').set({ package_id: id }).where('listing_id', '=', ofParcels).execute()
  await choose(crate)
  expect(await brief([of('Parcels', 2)])).toEqual(['TOO_HEAVY', 'TOO_HEAVY'])
  await choose('gone')
  expect(await brief([of('Parcels', 2)])).toEqual(['3.95', '3.95'])
  await db.owner.deleteFrom('packages').execute()
})

it('finds no listing of another seller', async () => {
  await addSeller(db, 'other-shop')
  const { body } = await api.ask('POST', '/sellers/other-shop/shipping-quotes', {
    body: { to: { country: 'GB' }, items: [of('Letter')] },
  })
  expect(body.order.problem).toBe('NO_LISTING')
})
