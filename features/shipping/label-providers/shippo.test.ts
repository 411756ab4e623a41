import { describe, expect, it } from 'vitest'
import { providerOf } from './provider-of.ts'
import type { MockAnswers } from './testing-openapi.ts'
import { noPage, rate, shippoLeftOut as leftOut, shippoWith, transaction } from './testing-shippo.ts'
import { testParcel, testRecipient, toZurich } from './testing-parcels.ts'

describe.skipIf(leftOut)(`Shippo${leftOut}`, () => {
  it('creates a shipment with its customs declaration for rates', async () => {
    const { provider, asked } = await shippoWith({
      'POST /shipments': () => ({ body: { status: 'SUCCESS', rates: [{ ...sampleRate, ...rate }], messages: [] } }),
    })
    const parcel = toZurich({ signature: true, insuredMinor: 9_000 })
    expect(await provider.rates(parcel)).toEqual([
      {
        id: 'rate1',
        carrier: 'USPS',
        code: 'usps_priority',
        service: 'Priority Mail',
        costMinor: 1250,
        currency: 'USD',
        days: [3, 3],
      },
    ])
    const [{ body, authorization } = expect.unreachable()] = asked
    expect(authorization).toBe('ShippoToken shippo_test_4711')
    expect(body).toMatchObject({
      address_to: { name: 'Zoë Müller', street1: 'Bahnhofstrasse 1', zip: '8001', country: 'CH' },
      parcels: [{ weight: '1200', mass_unit: 'g', length: '300', width: '200', height: '100', distance_unit: 'mm' }],
      extra: {
        reference_1: '12-00042-17',
        signature_confirmation: 'STANDARD',
        insurance: { amount: '90.00', currency: 'GBP' },
      },
      customs_declaration: {
        contents_type: 'MERCHANDISE',
        exporter_identification: { eori_number: 'GB123456789000', tax_id: { number: 'IM2760000742', type: 'IOSS' } },
        items: [{ quantity: 2, net_weight: '1200', value_amount: '90.00', hs_code: '900653', origin_country: 'JP' }],
      },
      metadata: parcel.key,
      async: false,
    })
  })

  it('says why no carrier takes a parcel, and needs its size', async () => {
    const messages = [{ source: 'UPS', code: '', text: 'Invalid postcode' }]
    const { provider, asked } = await shippoWith({
      'POST /shipments': () => ({ body: { status: 'SUCCESS', rates: [], messages } }),
    })
    await expect(provider.rates(testParcel())).rejects.toMatchObject({
      failure: 'REFUSED',
      message: 'Invalid postcode',
    })
    await expect(provider.rates(testParcel({ sizeMm: null }))).rejects.toMatchObject({ failure: 'REFUSED' })
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['PDF_A6', 'PDF_A6'],
    ['PDF_4X6', 'PDF_4x6'],
    ['PDF_A4', 'PDF_A4'],
    ['ZPL', 'ZPLII'],
  ] as const)('buys a rate as %s', async (format, label_file_type) => {
    const { provider, asked, whole } = await shippoWith({ 'POST /transactions': () => ({ body: whole }) })
    const label = await provider.buy('rate1', testParcel(), format)
    expect(label).toMatchObject({
      id: 'transaction1',
      carrier: 'USPS',
      service: 'Priority Mail',
      trackingNumber: '9499907123456123456781',
      costMinor: 1250,
      currency: 'USD',
      file: { type: 'application/pdf' },
      customsForm: null,
    })
    expect(asked[0]?.body).toMatchObject({ rate: 'rate1', label_file_type, async: false })
  })

  it('reads the rate within a transaction, and a customs form', async () => {
    const core = {
      object_id: 'rate1',
      amount: '980',
      currency: 'JPY',
      provider: 'DHL Express',
      servicelevel_token: 'dhl',
    }
    const { provider, whole, url } = await shippoWith({
      'POST /transactions': () => ({
        body: { ...whole, rate: core, commercial_invoice_url: `${url}/files/label.pdf` },
      }),
    })
    expect(await provider.buy('rate1', testParcel(), 'PDF_A6')).toMatchObject({
      costMinor: 980,
      currency: 'JPY',
      carrier: 'DHL Express',
      customsForm: { type: 'application/pdf' },
    })
  })

  it('refuses what Shippo refuses, and does not know what it is still making', async () => {
    let body: object = { ...transaction, status: 'ERROR', messages: [{ text: 'Insufficient funds' }] }
    const { provider, asked } = await shippoWith({
      'POST /transactions': () => ({ body }),
      'GET /transactions': () => ({ body: { ...noPage, results: [body] } }),
    })
    const buy = () => provider.buy('rate1', testParcel(), 'PDF_A6')
    await expect(buy()).rejects.toMatchObject({ failure: 'REFUSED', message: 'Insufficient funds' })
    expect(await provider.find('rate1', testParcel(), 'PDF_A6')).toBeNull()
    body = { ...transaction, status: 'QUEUED' }
    await expect(buy()).rejects.toMatchObject({ failure: 'UNAVAILABLE' })
    await expect(provider.find('rate1', testParcel(), 'PDF_A6')).rejects.toMatchObject({ failure: 'UNAVAILABLE' })
    expect(asked.at(-1)?.query).toMatchObject({ rate: 'rate1' })
  })

  it.each([
    ['SUCCESS', null],
    ['REFUNDPENDING', 'PENDING'],
    ['REFUNDED', 'VOIDED'],
    ['REFUNDREJECTED', 'REFUSED'],
  ])('finds a label that is %s', async (status, state) => {
    const { provider, whole } = await shippoWith({
      'GET /transactions': () => ({
        body: {
          ...noPage,
          results: [
            { ...whole, status: 'ERROR' },
            { ...whole, status },
          ],
        },
      }),
    })
    expect(await provider.find('rate1', testParcel(), 'PDF_A6')).toMatchObject({ id: 'transaction1', void: state })
  })

  it('reads failures by their status, without the key', async () => {
    const { provider } = await shippoWith({
      'POST /transactions': () => ({ status: 400, body: { rate: ['Rate shippo_test_4711 is too old'] } }),
    })
    await expect(provider.buy('rate1', testParcel(), 'PDF_A6')).rejects.toMatchObject({
      failure: 'REFUSED',
      message: expect.stringContaining('Rate … is too old'),
    })
    const account = (status: number, body = '{"detail":"Token invalid"}') =>
      providerOf('SHIPPO', {
        url: 'https://api.goshippo.com',
        key: 'shippo_test_4711',
        fetch: async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
      })
    const failures: [number, string][] = [
      [401, 'KEY'],
      [403, 'KEY'],
      [404, 'REFUSED'],
      [429, 'UNAVAILABLE'],
      [500, 'UNAVAILABLE'],
      [302, 'UNAVAILABLE'],
    ]
    for (const [status, failure] of failures)
      await expect(account(status).checkKey()).rejects.toMatchObject({ failure })
    for (const body of ['{"results": [', '{"results": [1]}', '<html>'])
      await expect(account(200, body).checkKey()).rejects.toMatchObject({ failure: 'UNAVAILABLE' })
  })

  it('asks for a refund, once', async () => {
    let answer: ReturnType<MockAnswers[string]> = { body: { status: 'QUEUED', transaction: 'transaction1' } }
    let status = 'REFUNDPENDING'
    const { provider, asked } = await shippoWith({
      'POST /refunds': () => answer,
      'GET /transactions/{TransactionId}': () => ({ body: { ...transaction, status } }),
    })
    expect(await provider.void('transaction1')).toBe('PENDING')
    expect(asked[0]?.body).toMatchObject({ transaction: 'transaction1' })
    answer = { body: { status: 'ERROR' } }
    expect(await provider.void('transaction1')).toBe('REFUSED')
    answer = { status: 400, body: { __all__: ['Refund was requested before'] } }
    expect(await provider.void('transaction1')).toBe('PENDING')
    status = 'SUCCESS'
    expect(await provider.void('transaction1')).toBe('REFUSED')
  })

  it('makes a manifest, and prints again', async () => {
    const { provider, whole, asked, url } = await shippoWith({
      'GET /transactions/{TransactionId}': () => ({ body: whole }),
      'GET /shipments/{ShipmentId}': () => ({
        body: { status: 'SUCCESS', rates: [], messages: [], address_from: { object_id: 'address1', country: 'GB' } },
      }),
      'POST /manifests': () => ({ body: { status: 'SUCCESS', documents: [`${url}/files/label.pdf`] } }),
    })
    expect((await provider.manifest!(['transaction1', 'transaction2'])).type).toBe('application/pdf')
    expect(asked.find(({ operation }) => operation === 'POST /manifests')?.body).toMatchObject({
      carrier_account: 'account1',
      address_from: 'address1',
      transactions: ['transaction1', 'transaction2'],
    })
    expect((await provider.reprint('transaction1', 'PDF_A6')).type).toBe('application/pdf')
  })

  it('checks an address', async () => {
    let result: object = { validation_results: { is_valid: true, messages: [] }, ...written('LS1 4DY') }
    const { provider, asked } = await shippoWith({ 'POST /addresses': () => ({ body: result }) })
    const check = () => provider.checkAddress!({ ...testRecipient, postcode: 'ls14dy' })
    expect(await check()).toEqual({ problems: [], suggestion: { ...testRecipient, postcode: 'LS1 4DY' } })
    expect(asked[0]?.body).toMatchObject({ validate: true, zip: 'ls14dy' })
    result = { validation_results: { is_valid: true, messages: [] }, ...written('ls14dy') }
    expect(await check()).toEqual({ problems: [], suggestion: null })
    result = { validation_results: { is_valid: false, messages: [{ text: 'Unknown street' }] }, ...written('LS1 4DY') }
    expect(await check()).toEqual({ problems: ['Unknown street'], suggestion: null })
  })

  it('lists labels and refunds of a span of time, oldest first', async () => {
    const of = (object_id: string, status: string, object_created: string, object_updated = object_created) => ({
      ...transaction,
      object_id,
      status,
      object_created,
      object_updated,
    })
    const pages = [
      [of('e', 'SUCCESS', '2026-12-01T00:00:00Z'), of('d', 'ERROR', '2026-11-22T00:00:00Z')],
      [of('c', 'REFUNDED', '2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z')],
      [of('b', 'REFUNDED', '2026-10-20T00:00:00Z', '2026-11-21T00:00:00Z'), of('a', 'SUCCESS', '2026-01-01T00:00:00Z')],
      [],
    ]
    const { provider, asked } = await shippoWith({
      'GET /transactions': ({ query }) => ({
        body: { next: 'https://api.goshippo.com/next', previous: null, results: pages[Number(query.page) - 1] },
      }),
    })
    const charges = await provider.charges!(new Date('2026-11-01'), new Date('2026-12-01'))
    expect(charges.map(({ id, kind, amountMinor }) => [id, kind, amountMinor])).toEqual([
      ['c', 'LABEL', 1250],
      ['b-refund', 'REFUND', -1250],
      ['c-refund', 'REFUND', -1250],
    ])
    expect(asked.filter(({ operation }) => operation === 'GET /transactions')).toHaveLength(3)
  })
})

/** What Shippo's client wants of each rate. */
const sampleRate = {
  amount_local: '12.5',
  currency_local: 'USD',
  attributes: [],
  object_created: '2026-11-20T10:00:00Z',
  object_owner: 'shop@example.com',
  arrives_by: null,
}

const written = (zip: string) => ({
  street1: '12 Mill Lane',
  street2: 'Flat 3',
  street3: '',
  city: 'Leeds',
  zip,
  state: '',
  country: 'GB',
})
