import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { providerOf } from './provider-of.ts'
import { mockProvider, whyLeftOut, type MockAnswers } from './testing-openapi.ts'
import { testParcel, testRecipient, toZurich } from './testing-parcels.ts'

const document = 'shippo-openapi.yaml'
const leftOut = whyLeftOut(document)

const rate = {
  object_id: 'rate1',
  amount: '12.5',
  currency: 'USD',
  provider: 'USPS',
  carrier_account: 'account1',
  shipment: 'shipment1',
  estimated_days: 3,
  servicelevel: { name: 'Priority Mail', token: 'usps_priority' },
}
const transaction = {
  object_id: 'transaction1',
  status: 'SUCCESS',
  rate: 'rate1',
  tracking_number: '9499907123456123456781',
  commercial_invoice_url: null,
  messages: [],
  metadata: 'parcel1',
}
const noPage = { next: null, previous: null }

async function shippoWith(answers: MockAnswers) {
  const files: MockAnswers = { 'GET /files/label.pdf': () => ({ file: '%PDF-1.4 label' }) }
  const mock = await mockProvider(document, { 'GET /rates/{RateId}': () => ({ body: rate }), ...files, ...answers })
  const whole = { ...transaction, label_url: `${mock.url}/files/label.pdf` }
  // Real answers have null where the document has nothing.
  return {
    ...mock,
    whole,
    provider: providerOf('SHIPPO', { url: mock.url, key: 'shippo_test_4711', fetch: mock.fetch }),
  }
}

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

  const state = (status: string, date: string, action_required = false) => ({
    object_created: date,
    object_updated: date,
    object_id: date,
    status,
    status_date: date,
    status_details: `is ${status}`,
    substatus: { code: 'x', text: 'x', action_required },
  })
  const history = [
    state('PRE_TRANSIT', '2026-11-19T08:00:00Z'),
    state('TRANSIT', '2026-11-20T08:00:00Z'),
    state('TRANSIT', '2026-11-21T08:00:00Z', true),
    state('FAILURE', '2026-11-22T08:00:00Z'),
    state('RETURNED', '2026-11-24T08:00:00Z'),
    state('DELIVERED', '2026-11-23T08:00:00Z'),
  ]
  const kinds = ['SCANNED', 'EXCEPTION', 'EXCEPTION', 'DELIVERED', 'RETURNED_TO_SENDER']

  it('tracks a parcel when asked', async () => {
    const { provider, asked } = await shippoWith({
      'GET /transactions/{TransactionId}': () => ({ body: transaction }),
      'GET /tracks/{Carrier}/{TrackingNumber}': () => ({
        body: { carrier: 'usps', tracking_number: '9499907123456123456781', tracking_history: history, messages: [] },
      }),
    })
    const events = await provider.track('transaction1')
    expect(events.map(({ kind }) => kind)).toEqual(kinds)
    expect(events[0]).toEqual({
      label: { id: 'transaction1' },
      kind: 'SCANNED',
      at: new Date('2026-11-20T08:00:00Z'),
      text: 'is TRANSIT',
    })
    expect(asked.at(-1)?.params).toEqual({ Carrier: 'usps', TrackingNumber: '9499907123456123456781' })
  })

  it('reads webhooks that are signed, or repeat the secret of their address', async () => {
    const { provider } = await shippoWith({})
    const data = { tracking_number: '94', transaction: 'transaction1', tracking_history: history }
    const body = JSON.stringify({ event: 'track_updated', data })
    const sign = (at: number, secret = 's3cret') => {
      const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
      return new Headers({ 'Shippo-Auth-Signature': `t=${at},v1=${signature}` })
    }
    const now = Math.floor(Date.now() / 1_000)
    const readAt = (address: string, headers = new Headers(), text = body) =>
      provider.readWebhook({ url: new URL(address, 'https://hub.example'), headers, body: text }, 's3cret')
    for (const events of [readAt('/', sign(now)), readAt('/?token=s3cret')]) {
      expect(events?.map(({ kind }) => kind)).toEqual(kinds)
      expect(events?.[0]?.label).toEqual({ id: 'transaction1' })
    }
    const latest = {
      event: 'track_updated',
      data: { tracking_number: '94', transaction: null, tracking_status: history[1] },
    }
    expect(readAt('/?token=s3cret', undefined, JSON.stringify(latest))).toMatchObject([
      { label: { trackingNumber: '94' }, kind: 'SCANNED' },
    ])
    expect(readAt('/?token=s3cret', undefined, '{"event":"transaction_created","data":{}}')).toEqual([])
    expect([
      readAt('/'),
      readAt('/?token=other'),
      readAt('/', sign(now, 'other')),
      readAt('/', sign(now - 600)),
      readAt('/', sign(now), `${body} `),
      readAt('/?token=s3cret', new Headers({ 'Shippo-Auth-Signature': 'x' })),
    ]).toEqual(Array(6).fill(null))
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
