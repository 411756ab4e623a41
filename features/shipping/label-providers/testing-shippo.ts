import { providerOf } from './provider-of.ts'
import { mockProvider, whyLeftOut, type MockAnswers } from './testing-openapi.ts'

const document = 'shippo-openapi.yaml'
export const shippoLeftOut = whyLeftOut(document)

export const rate = {
  object_id: 'rate1',
  amount: '12.5',
  currency: 'USD',
  provider: 'USPS',
  carrier_account: 'account1',
  shipment: 'shipment1',
  estimated_days: 3,
  servicelevel: { name: 'Priority Mail', token: 'usps_priority' },
}
export const transaction = {
  object_id: 'transaction1',
  status: 'SUCCESS',
  rate: 'rate1',
  tracking_number: '9499907123456123456781',
  commercial_invoice_url: null,
  messages: [],
  metadata: 'parcel1',
}
export const noPage = { next: null, previous: null }

/** Shippo by its document, and an account at it. */
export async function shippoWith(answers: MockAnswers) {
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
