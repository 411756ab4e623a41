import type { Transaction } from 'shippo/models/components/index.js'
import type { LabelCharge } from './label-provider.ts'
import { day } from '#lib/duration.ts'
import { minorOf } from './amounts.ts'
import { unreadable } from './provider-client.server.ts'
import type { CallShippo } from './shippo-client.server.ts'

interface Reading {
  call: CallShippo
  rateOf: (transaction: Transaction) => Promise<{ amount?: string; currency?: string; service?: string }>
}

const perPage = 100
/** Milliseconds in which carriers refund a label. */
const refundedWithin = 60 * day

/** Labels and their refunds. Shippo publishes later corrections in its invoices only. */
export async function shippoCharges({ call, rateOf }: Reading, from: Date, until: Date): Promise<LabelCharge[]> {
  const isWithin = (at: Date | undefined) => at !== undefined && at >= from && at < until
  const charges: LabelCharge[] = []
  for (const label of await transactionsSince(call, new Date(from.getTime() - refundedWithin))) {
    const { objectId, objectCreated, objectUpdated, status = '', trackingNumber } = label
    const wasBought = status === 'SUCCESS' || status.startsWith('REFUND')
    const bought = wasBought && isWithin(objectCreated) ? objectCreated : undefined
    const refunded = status === 'REFUNDED' && isWithin(objectUpdated) ? objectUpdated : undefined
    if (!objectId || (!bought && !refunded)) continue
    const { amount, currency, service } = await rateOf(label)
    if (!amount || !currency) throw unreadable('a transaction has no amount')
    const line = { labelId: objectId, currency, text: [service, trackingNumber].filter(Boolean).join(', ') }
    const amountMinor = minorOf(amount, currency)
    if (bought) charges.push({ ...line, id: objectId, kind: 'LABEL', at: bought, amountMinor })
    if (refunded)
      charges.push({ ...line, id: `${objectId}-refund`, kind: 'REFUND', at: refunded, amountMinor: -amountMinor })
  }
  return charges.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Shippo lists the newest first. */
async function transactionsSince(call: CallShippo, from: Date): Promise<Transaction[]> {
  const found: Transaction[] = []
  for (let page = 1; ; page += 1) {
    const listed = await call((client) => client.transactions.list({ page, results: perPage }))
    const { results = [], next } = listed
    const recent = results.filter(({ objectCreated }) => objectCreated && objectCreated >= from)
    found.push(...recent)
    if (!next || recent.length < results.length) return found
  }
}
