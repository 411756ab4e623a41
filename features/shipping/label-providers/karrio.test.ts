import { describe, expect, it } from 'vitest'
import type { LabelProvider } from './label-provider.ts'
import { providerOf } from './provider-of.ts'
import { mockProvider, whyLeftOut, type MockAnswers } from './testing-openapi.ts'
import { testParcel, toZurich } from './testing-parcels.ts'

const document = 'karrio-openapi.yml'
const leftOut = whyLeftOut(document)

const pdf = Buffer.from('%PDF-1.7 label').toString('base64')
const rate = {
  id: 'rat_1',
  carrier_name: 'dhl_express',
  carrier_id: 'dhl',
  service: 'dhl_express_worldwide',
  total_charge: 23.456,
  currency: 'GBP',
  transit_days: 2,
  meta: { service_name: 'EXPRESS WORLDWIDE' },
  test_mode: true,
}
const draft = { id: 'shp_1', status: 'draft', rates: [rate], messages: [], selected_rate: null, selected_rate_id: null }
const bought = {
  ...draft,
  status: 'created',
  carrier_name: 'dhl_express',
  selected_rate: rate,
  selected_rate_id: 'rat_1',
  tracking_number: '1234567890',
  tracker_id: 'trk_1',
  invoice_url: null,
}
const labelDocument = () => ({ body: { base64: pdf } })

async function karrioWith(answers: MockAnswers) {
  const mock = await mockProvider(document, answers)
  return { ...mock, provider: providerOf('KARRIO', { url: mock.url, key: 'key_4711', fetch: mock.fetch }) }
}

describe.skipIf(leftOut)(`Karrio${leftOut}`, () => {
  it('drafts a shipment with its customs data for rates', async () => {
    const { provider, asked } = await karrioWith({ 'POST /v1/shipments': () => ({ body: draft }) })
    const parcel = toZurich({ signature: true, insuredMinor: 9_000 })
    expect(await provider.rates(parcel)).toEqual([
      {
        id: 'shp_1.rat_1',
        carrier: 'DHL Express',
        code: 'dhl_express_worldwide',
        service: 'EXPRESS WORLDWIDE',
        costMinor: 2346,
        currency: 'GBP',
        days: [2, 2],
      },
    ])
    const [{ body, authorization } = expect.unreachable()] = asked
    expect(authorization).toBe('Token key_4711')
    expect(body).toMatchObject({
      recipient: {
        person_name: 'Zoë Müller',
        address_line1: 'Bahnhofstrasse 1',
        postal_code: '8001',
        country_code: 'CH',
      },
      parcels: [{ weight: 1.2, weight_unit: 'KG', length: 30, width: 20, height: 10, dimension_unit: 'CM' }],
      options: { currency: 'GBP', insurance: 90, signature_confirmation: true },
      customs: {
        content_type: 'merchandise',
        duty: { declared_value: 90 },
        commodities: [{ quantity: 2, weight: 0.6, hs_code: '900653', value_amount: 45, origin_country: 'JP' }],
        options: { ioss: 'IM2760000742', eori_number: 'GB123456789000' },
      },
      metadata: { key: parcel.key },
    })
  })

  it('says why no carrier takes a parcel', async () => {
    const messages = [{ message: 'Postcode is invalid', carrier_name: 'ups' }]
    const { provider } = await karrioWith({ 'POST /v1/shipments': () => ({ body: { ...draft, rates: [], messages } }) })
    await expect(provider.rates(testParcel())).rejects.toMatchObject({
      failure: 'REFUSED',
      message: 'Postcode is invalid',
    })
    const { provider: other } = await karrioWith({ 'POST /v1/shipments': () => ({ body: { ...draft, rates: [] } }) })
    expect(await other.rates(testParcel())).toEqual([])
  })

  it('purchases a rate, and reads label and invoice', async () => {
    const { provider, asked } = await karrioWith({
      'POST /v1/shipments/{id}/purchase': () => ({
        body: { ...bought, invoice_url: 'https://karrio.example/invoice' },
      }),
      'POST /v1/shipments/{id}/documents/{doc}': labelDocument,
    })
    const label = await provider.buy('shp_1.rat_1', testParcel(), 'ZPL')
    expect(label).toMatchObject({
      id: 'shp_1',
      carrier: 'DHL Express',
      service: 'EXPRESS WORLDWIDE',
      trackingNumber: '1234567890',
      costMinor: 2346,
      currency: 'GBP',
      customsForm: { type: 'application/pdf' },
    })
    expect(Buffer.from(label.file.content).toString()).toBe('%PDF-1.7 label')
    expect(asked.map(({ operation, params, body }) => [operation, params.doc ?? body])).toEqual([
      ['POST /v1/shipments/{id}/purchase', { selected_rate_id: 'rat_1', label_type: 'ZPL', reference: '12-00042-17' }],
      ['POST /v1/shipments/{id}/documents/{doc}', 'label'],
      ['POST /v1/shipments/{id}/documents/{doc}', 'invoice'],
    ])
  })

  it.each([
    ['draft', draft, null],
    ['bought', bought, { id: 'shp_1', costMinor: 2346, void: null }],
    ['on its way', { ...bought, status: 'in_transit' }, { id: 'shp_1', void: null }],
    ['cancelled', { ...bought, status: 'cancelled' }, { id: 'shp_1', void: 'VOIDED' }],
    ['bought by another rate', { ...bought, selected_rate_id: 'rat_2' }, null],
  ])('finds a shipment that is %s', async (_, shipment, expected) => {
    const { provider } = await karrioWith({
      'GET /v1/shipments/{id}': () => ({ body: shipment }),
      'POST /v1/shipments/{id}/documents/{doc}': labelDocument,
    })
    const found = await provider.find('shp_1.rat_1', testParcel(), 'PDF_A6')
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeNull()
  })

  it('finds nothing for a shipment that Karrio does not have', async () => {
    const { provider } = await karrioWith({ 'GET /v1/shipments/{id}': () => ({ status: 404, body: { errors: [] } }) })
    expect(await provider.find('shp_9.rat_1', testParcel(), 'PDF_A6')).toBeNull()
  })

  it('returns the label of a shipment that was purchased before, and refuses another rate of it', async () => {
    const { provider } = await karrioWith({
      'POST /v1/shipments/{id}/purchase': () => ({
        status: 409,
        body: { errors: [{ message: 'cannot be purchased again' }] },
      }),
      'GET /v1/shipments/{id}': () => ({ body: bought }),
      'POST /v1/shipments/{id}/documents/{doc}': labelDocument,
    })
    expect(await provider.buy('shp_1.rat_1', testParcel(), 'PDF_A6')).toMatchObject({ id: 'shp_1' })
    await expect(provider.buy('shp_1.rat_2', testParcel(), 'PDF_A6')).rejects.toMatchObject({
      failure: 'REFUSED',
      message: 'cannot be purchased again',
    })
  })

  it.each([
    [400, { errors: [{ message: 'weight is required' }] }, 'REFUSED', 'weight is required'],
    [424, { messages: [{ message: 'No balance' }, { message: 'key_4711' }] }, 'REFUSED', 'No balance …'],
    [500, { errors: [{ message: 'broken' }] }, 'UNAVAILABLE', 'broken'],
  ])('reads a failure of status %i', async (status, body, failure, message) => {
    const { provider } = await karrioWith({
      'POST /v1/shipments/{id}/purchase': () => ({ status, body }),
      'GET /v1/shipments/{id}': () => ({ body: draft }),
    })
    await expect(provider.buy('shp_1.rat_1', testParcel(), 'PDF_A6')).rejects.toMatchObject({ failure, message })
  })

  it('does not call a label unbought whose document cannot be read', async () => {
    const { provider } = await karrioWith({
      'POST /v1/shipments/{id}/purchase': () => ({ body: bought }),
      'POST /v1/shipments/{id}/documents/{doc}': () => ({
        status: 404,
        body: { errors: [{ message: 'has no label' }] },
      }),
    })
    await expect(provider.buy('shp_1.rat_1', testParcel(), 'PDF_A6')).rejects.toMatchObject({ failure: 'UNAVAILABLE' })
  })

  it('cancels a shipment, unless it is on its way', async () => {
    let answer: ReturnType<MockAnswers[string]> = { body: { ...bought, status: 'cancelled' } }
    const { provider } = await karrioWith({ 'POST /v1/shipments/{id}/cancel': () => answer })
    expect(await provider.void('shp_1')).toBe('VOIDED')
    answer = { status: 409, body: { errors: [{ message: 'can not be cancelled anymore' }] } }
    expect(await provider.void('shp_1')).toBe('REFUSED')
    answer = { status: 500, body: {} }
    await expect(provider.void('shp_1')).rejects.toMatchObject({ failure: 'UNAVAILABLE' })
  })

  const tracker = {
    tracking_number: '1234567890',
    carrier_name: 'dhl_express',
    carrier_id: 'dhl',
    status: 'delivered',
    events: [
      { date: '2026-11-22', time: '14:05', status: null, description: 'Delivered', location: 'Leeds' },
      { date: '2026-11-21', time: '10:30 PM', status: 'delivery_failed', description: 'Nobody at home', location: '' },
      { timestamp: '2026-11-20T08:00:00Z', date: '2026-11-20', status: 'picked_up', description: 'Collected' },
      { date: '2026-11-19', status: 'pending', description: 'Label made' },
    ],
  }
  const events = (label: object) => [
    { label, kind: 'SCANNED', at: new Date('2026-11-20T08:00:00Z'), text: 'Collected' },
    { label, kind: 'EXCEPTION', at: new Date('2026-11-21T22:30:00Z'), text: 'Nobody at home' },
    { label, kind: 'DELIVERED', at: new Date('2026-11-22T14:05:00Z'), text: 'Delivered, Leeds' },
  ]

  it('tracks a parcel when asked', async () => {
    const { provider, asked } = await karrioWith({
      'GET /v1/shipments/{id}': () => ({ body: bought }),
      'GET /v1/trackers/{identifier}': () => ({ body: tracker }),
    })
    expect(await provider.track('shp_1')).toEqual(events({ id: 'shp_1' }))
    expect(asked[1]?.params).toEqual({ identifier: 'trk_1' })
  })

  it('reads webhooks that carry the secret', async () => {
    const { provider } = await karrioWith({})
    const readWith = (secret: string, event: string) => {
      const request = { url: new URL('https://hub.example/'), headers: new Headers({ 'X-Event-Id': secret }) }
      return provider.readWebhook({ ...request, body: JSON.stringify({ event, data: tracker }) }, 'whsec_1')
    }
    expect(readWith('whsec_1', 'tracker_updated')).toEqual(events({ trackingNumber: '1234567890' }))
    expect(readWith('whsec_1', 'shipment_cancelled')).toEqual([])
    expect(readWith('whsec_2', 'tracker_updated')).toBeNull()
  })

  it('makes a manifest, prints again, and tries a key', async () => {
    const { provider, asked } = await karrioWith({
      'GET /v1/shipments/{id}': () => ({ body: bought }),
      'POST /v1/manifests': () => ({ body: { id: 'manf_1' } }),
      'POST /v1/manifests/{id}/document': labelDocument,
      'POST /v1/shipments/{id}/documents/{doc}': labelDocument,
      'GET /v1/shipments': () => ({ body: bought }),
    })
    expect((await provider.manifest!(['shp_1', 'shp_2'])).type).toBe('application/pdf')
    expect(asked.find(({ operation }) => operation === 'POST /v1/manifests')?.body).toMatchObject({
      carrier_name: 'dhl_express',
      shipment_ids: ['shp_1', 'shp_2'],
    })
    expect((await provider.reprint('shp_1', 'PDF_A6')).type).toBe('application/pdf')
    await provider.checkKey()
    const missing: (keyof LabelProvider)[] = ['balance', 'charges', 'checkAddress']
    expect(missing.map((part) => provider[part])).toEqual([null, null, null])
  })

  it('registers a webhook, whose secret it makes, and removes it by its address', async () => {
    const url = 'https://hub.example/label-events/abc'
    const hook = { id: 'wbh_1', url, secret: 'karrios_own', enabled_events: [], test_mode: false }
    const { provider, asked } = await karrioWith({
      'POST /v1/webhooks': () => ({ status: 201, body: hook }),
      'GET /v1/webhooks': () => ({
        body: {
          results: [hook, { ...hook, id: 'wbh_2', url: 'https://other.example/' }],
        },
      }),
      'DELETE /v1/webhooks/{id}': () => ({}),
    })
    expect(await provider.webhook!.register(url, 'offered')).toBe('karrios_own')
    await provider.webhook!.remove(url)
    expect(asked.map(({ operation, params }) => [operation, params['id']])).toEqual([
      ['POST /v1/webhooks', undefined],
      ['GET /v1/webhooks', undefined],
      ['DELETE /v1/webhooks/{id}', 'wbh_1'],
    ])
  })
})
