import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { providerOf } from './provider-of.ts'
import { noPage, shippoLeftOut, shippoWith, transaction } from './testing-shippo.ts'

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

it.skipIf(shippoLeftOut)(`tracks a parcel when asked${shippoLeftOut}`, async () => {
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

it('reads webhooks that are signed, or repeat the secret of their address', () => {
  const provider = providerOf('SHIPPO', {
    url: 'https://api.goshippo.com',
    key: 'k',
    fetch: () => expect.unreachable(),
  })
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

it.skipIf(shippoLeftOut)(
  `registers a webhook with the secret in its address, and removes it${shippoLeftOut}`,
  async () => {
    const url = 'https://hub.example/label-events/abc'
    const hook = { object_id: 'hook1', url: `${url}?token=s3cret`, event: 'track_updated', active: true, is_test: true }
    const { provider, asked } = await shippoWith({
      'POST /webhooks': () => ({ status: 201, body: hook }),
      'GET /webhooks': () => ({
        body: { ...noPage, results: [hook, { ...hook, object_id: 'hook2', url: 'https://other.example/' }] },
      }),
      'DELETE /webhooks/{webhookId}': () => ({ status: 204, file: '' }),
    })
    expect(await provider.webhook!.register(url, 's3cret')).toBe('s3cret')
    expect(asked[0]?.body).toMatchObject({ url: hook.url, event: 'track_updated', is_test: true })
    await provider.webhook!.remove(url)
    expect(asked.slice(1).map(({ operation, params }) => [operation, params['webhookId']])).toEqual([
      ['GET /webhooks', undefined],
      ['DELETE /webhooks/{webhookId}', 'hook1'],
    ])
  },
)
