import { describe, expect, it } from 'vitest'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { addPolicy, readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import type { ShippingForm } from './shipping-policy-page.server.ts'
import * as page from './shipping-policy-page.tsx'
import type { TypedShipping } from './typed-shipping.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
const other = await addFormShop(hub, db, 'other-shop')
const stored = () => db.asSeller(shop.sellerId, 'read', (own) => readPolicies(own, shop.sellerId))
const named = async (name: string) => (await stored()).find((policy) => policy.name === name)

const url = (query: Parameters<typeof paths.shippingPolicy>[0] = {}) => paths.shippingPolicy(query)
const open = async (query = {}) => (await shop.browser.get(page, url(query))).data.form as ShippingForm

/** The fields of a form, named as in the page. */
function fieldsOf({ zones, ...own }: TypedShipping): Record<string, string> {
  const fields: Record<string, string> = { ...own }
  zones.forEach((zone, z) => {
    fields[`zones.${z}.places`] = zone.places
    zone.services.forEach(({ bands, ...service }, s) => {
      const path = `zones.${z}.services.${s}`
      for (const [name, value] of Object.entries(service)) fields[`${path}.${name}`] = value
      bands.forEach((band, b) => {
        fields[`${path}.bands.${b}.step`] = band.step
        fields[`${path}.bands.${b}.minor`] = band.minor
      })
    })
  })
  return fields
}

const press = async (intent: string, fields: Record<string, string>, by = shop.browser) => {
  const { status, data, location } = await by.post(page, url(), { intent, ...fields })
  return { status, location, form: data?.form as ShippingForm }
}
const changing = ({ change }: ShippingForm) => ({ change: change ? `${change.id}:${change.version}` : '' })

describe('the editor of a shipping policy', () => {
  it('makes a policy of zones, whose rows are added and removed with all that was typed', async () => {
    const begun = fieldsOf((await open()).typed)
    expect(begun).toMatchObject({ 'zones.0.places': 'Everywhere else', 'zones.0.services.0.minor': '0.00' })
    const typed = { ...begun, name: 'Parcels', 'zones.0.places': 'uk, gb-NIR', 'zones.0.services.0.minor': 'ten' }
    const added = await press('add:zones', typed)
    expect([added.status, added.form.focus]).toEqual([200, 'zones.1.places'])
    const two = await press('add:zones.1.services.0.bands', fieldsOf(added.form.typed))
    const rows = fieldsOf(two.form.typed)
    expect(rows).toMatchObject({ ...typed, 'zones.1.services.0.bands.2.step': '' })
    const refused = await press('save', { ...rows, 'zones.1.places': 'Atlantis', 'zones.1.services.0.by': 'weight' })
    expect([refused.status, refused.form.errors]).toEqual([
      422,
      {
        'zones.0.services.0.minor': 'Zone 1, Service 1: Enter an amount.',
        'zones.1.places': expect.stringContaining('Zone 2: “Atlantis” is no place we know.'),
        'zones.1.services.0.by': 'Zone 2, Service 1: Enter a row with a price.',
      },
    ])
    const bands = {
      'zones.1.places': 'Germany; EU',
      'zones.1.services.0.bands.0.step': '1 kg',
      'zones.1.services.0.bands.0.minor': '9.00',
      'zones.1.services.0.bands.2.step': '2 lb',
      'zones.1.services.0.bands.2.minor': '8',
    }
    const falling = await press('save', {
      ...fieldsOf(refused.form.typed),
      ...bands,
      'zones.0.services.0.minor': '3.95',
    })
    expect(falling.form.errors).toEqual({
      'zones.1.services.0.bands.2.step':
        'Zone 2, Service 1, Row 3: Rows must rise. Values begin at 0, weights above it.',
    })
    const rising = {
      'zones.1.services.0.bands.2.step': '2 kg',
      'zones.1.services.0.bands.2.minor': '12',
      excluded: 'Austria',
    }
    const more = {
      ...rising,
      'zones.1.services.0.from': '3',
      'zones.1.services.0.to': '5',
      handling: '2',
      pickup: 'on',
    }
    const saved = await press('save', { ...fieldsOf(falling.form.typed), ...more })
    expect([saved.status, saved.location]).toEqual([303, paths.policiesDone])
    expect((await named('Parcels'))?.shipping).toMatchObject({
      zones: [
        { places: ['GB', 'GB-NIR'], services: [{ rate: { by: 'flat', minor: 395 } }] },
        {
          places: ['DE', 'EU'],
          services: [
            {
              days: [3, 5],
              rate: {
                by: 'weight',
                bands: [
                  { upToGrams: 1_000, minor: 900 },
                  { upToGrams: 2_000, minor: 1_200 },
                ],
              },
            },
          ],
        },
      ],
      excluded: ['AT'],
      handlingDays: 2,
      pickup: true,
    })
  })

  it('opens what it saved unchanged, copies it, and keeps a colleague’s change from being lost', async () => {
    const { id, shipping } = (await named('Parcels'))!
    const opened = await open({ policy: id })
    const same = await press('save', { ...fieldsOf(opened.typed), ...changing(opened) })
    expect([same.status, (await named('Parcels'))?.shipping]).toEqual([303, shipping])
    const stale = await press('save', { ...fieldsOf(opened.typed), ...changing(opened), terms: 'Mine' })
    expect([stale.status, stale.form.typed.terms, stale.form.change?.version]).toEqual([409, 'Mine', 2])
    expect(Object.keys(stale.form.errors)).toEqual(['name'])
    const again = { ...fieldsOf(stale.form.typed), ...changing(stale.form) }
    expect((await press('save', { ...again, name: '' })).form.errors).toEqual({ name: 'Give it a name.' })
    expect((await press('save', again)).status).toBe(303)
    const copy = await open({ copy: id })
    expect([copy.change, copy.typed.name]).toEqual([null, 'Copy of Parcels'])
    expect((await press('save', fieldsOf(copy.typed))).status).toBe(303)
    const removed = await press('remove:zones.0', fieldsOf(copy.typed))
    expect(removed.form.typed.zones.map(({ places }) => places)).toEqual(['Germany, European Union'])
    const theirs = await press('save', again, other.browser)
    expect(Object.values(theirs.form.errors)).toEqual([expect.stringContaining('Somebody deleted it meanwhile.')])
    expect((await other.browser.get(page, url({ policy: id }))).status).toBe(404)
  })
})

it('the database refuses prices below zero and zones without places', async () => {
  const broken = [
    { ...flatShipping(-1) },
    { ...flatShipping(1), zones: [{ places: [], services: [] }] },
    { ...flatShipping(1), zones: {} },
  ]
  for (const shipping of broken) {
    const policy = { kind: 'FULFILMENT', name: 'Broken', shipping: shipping as never, days: null, terms: '' } as const
    const added = db.asSeller(shop.sellerId, 'write', (own) => addPolicy(own, shop.sellerId, policy))
    await expect(added).rejects.toThrow('seller_policies_shipping_check')
  }
})
