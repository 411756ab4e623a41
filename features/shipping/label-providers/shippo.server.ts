import type { Transaction } from 'shippo/models/components/index.js'
import {
  LabelError,
  type BoughtLabel,
  type LabelAddress,
  type LabelCharge,
  type LabelFile,
  type LabelFormat,
  type LabelProvider,
  type ProviderAccount,
  type VoidState,
} from './label-provider.ts'
import { minorOf } from './amounts.ts'
import { afterBuying, isRefused, labelFile, refusalOf, unreadable } from './provider-client.server.ts'
import { addressBody, shipmentBody } from './shippo-bodies.ts'
import { shippoClient, type CallShippo } from './shippo-client.server.ts'
import { isShippos, shippoEvents, webhookEvents } from './shippo-tracking.ts'
import { day } from '#lib/duration.ts'

interface Reading {
  call: CallShippo
  rateOf: (transaction: Transaction) => Promise<{ amount?: string; currency?: string; service?: string }>
}

const perPage = 100
/** Milliseconds in which carriers refund a label. */
const refundedWithin = 60 * day

/** Labels and their refunds. Shippo publishes later corrections in its invoices only. */
async function shippoCharges({ call, rateOf }: Reading, from: Date, until: Date): Promise<LabelCharge[]> {
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

const fileTypes = { PDF_A6: 'PDF_A6', PDF_4X6: 'PDF_4x6', PDF_A4: 'PDF_A4', ZPL: 'ZPLII' } as const satisfies Record<
  LabelFormat,
  string
>

const voidStates: Readonly<Record<string, VoidState>> = {
  REFUNDPENDING: 'PENDING',
  REFUNDED: 'VOIDED',
  REFUNDREJECTED: 'REFUSED',
}
const refundStates = { QUEUED: 'PENDING', PENDING: 'PENDING', SUCCESS: 'VOIDED', ERROR: 'REFUSED' } as const

/**
 * Shippo (https://docs.goshippo.com) by its own client. A label is a transaction of a rate. Shippo invoices later, so it
 * has no balance.
 */
export function shippo(account: ProviderAccount): LabelProvider {
  const call = shippoClient(account)
  const transaction = (id: string) => call((client) => client.transactions.get(id))

  async function download(url: string | undefined): Promise<LabelFile> {
    if (!url) throw unreadable('the label has no file')
    const response = await account.fetch(new Request(url))
    if (!response.ok) throw refusalOf(response.status, null)
    return labelFile(new Uint8Array(await response.arrayBuffer()))
  }

  /** The rate of a transaction, which Shippo returns whole or by its id. */
  async function rateOf({ rate }: Transaction) {
    if (typeof rate === 'object') {
      const { servicelevelName: service, servicelevelToken: code, ...known } = rate
      return { ...known, service: service ?? code }
    }
    const { servicelevel, ...known } = await call((client) => client.rates.get(rate ?? ''))
    return { ...known, service: servicelevel.name ?? servicelevel.token }
  }

  async function boughtLabel(bought: Transaction): Promise<BoughtLabel> {
    const { provider, service, amount, currency } = await rateOf(bought)
    if (!bought.objectId || !amount || !currency) throw unreadable('the transaction has no id or amount')
    return {
      id: bought.objectId,
      carrier: provider ?? 'Shippo',
      service: service ?? '',
      trackingNumber: bought.trackingNumber || null,
      costMinor: minorOf(amount, currency),
      currency,
      file: await download(bought.labelUrl),
      customsForm: bought.commercialInvoiceUrl ? await download(bought.commercialInvoiceUrl) : null,
    }
  }

  async function refund(labelId: string): Promise<VoidState> {
    const { status } = await call((client) => client.refunds.create({ transaction: labelId, async: false }))
    return status ? refundStates[status] : 'PENDING'
  }

  return {
    async rates(parcel) {
      const body = shipmentBody(parcel)
      const { rates, messages } = await call((client) => client.shipments.create(body))
      const reason = textOf(messages)
      if (rates.length === 0 && reason) throw new LabelError('REFUSED', reason)
      return rates.map(({ objectId, provider, servicelevel, amount, currency, estimatedDays: days }) => ({
        id: objectId,
        carrier: provider,
        code: servicelevel.token ?? servicelevel.name ?? objectId,
        service: servicelevel.name ?? servicelevel.token ?? provider,
        costMinor: minorOf(amount, currency),
        currency,
        days: days === undefined ? null : [days, days],
      }))
    },
    async buy(rateId, { key }, format) {
      const body = { rate: rateId, labelFileType: fileTypes[format], metadata: key, async: false }
      const bought = await call((client) => client.transactions.create(body))
      if (bought.status === 'ERROR') throw new LabelError('REFUSED', textOf(bought.messages) || 'No label was made')
      if (isQueued(bought)) throw stillMaking()
      return afterBuying(boughtLabel(bought))
    },
    async find(rateId) {
      const { results = [] } = await call((client) => client.transactions.list({ rate: rateId }))
      const bought = results.find(({ status }) => status === 'SUCCESS' || (status && voidStates[status]))
      if (!bought && results.some(isQueued)) throw stillMaking()
      if (!bought) return null
      return { ...(await afterBuying(boughtLabel(bought))), void: voidStates[bought.status ?? ''] ?? null }
    },
    async void(labelId) {
      return refund(labelId).catch(async (error: unknown) => {
        // It may have been asked for before.
        const { status = '' } = isRefused(error) ? await transaction(labelId) : {}
        if (!isRefused(error)) throw error
        return voidStates[status] ?? 'REFUSED'
      })
    },
    // Shippo keeps the label in the format in which it was bought.
    reprint: async (labelId) => download((await transaction(labelId)).labelUrl),
    async track(labelId) {
      const bought = await transaction(labelId)
      const { trackingNumber } = bought
      const { provider = '' } = await rateOf(bought)
      if (!trackingNumber) return []
      const carrier = provider.toLowerCase().replaceAll(' ', '_')
      const { trackingHistory } = await call((client) => client.trackingStatus.get(trackingNumber, carrier))
      return shippoEvents(trackingHistory, { id: labelId })
    },
    readWebhook: (request, secret) => (isShippos(request, secret) ? webhookEvents(request.body) : null),
    // Shippo signs nothing, but repeats what stands in the address.
    webhook: {
      async register(url, secret) {
        const withToken = `${url}?token=${encodeURIComponent(secret)}`
        const isTest = account.key.startsWith('shippo_test_')
        await call((client) => client.webhooks.createWebhook({ event: 'track_updated', url: withToken, isTest }))
        return secret
      },
      async remove(url) {
        const { results = [] } = await call((client) => client.webhooks.listWebhooks())
        for (const { objectId, url: at } of results)
          if (objectId && at?.split('?')[0] === url) await call((client) => client.webhooks.deleteWebhook(objectId))
      },
    },
    async manifest(labelIds) {
      const { rate } = await transaction(labelIds[0] ?? '')
      const rateId = (typeof rate === 'object' ? rate.objectId : rate) ?? ''
      const { shipment, carrierAccount } = await call((client) => client.rates.get(rateId))
      const { addressFrom } = await call((client) => client.shipments.get(shipment))
      const made = await call((client) =>
        client.manifests.create({
          carrierAccount,
          shipmentDate: new Date().toISOString(),
          addressFrom: addressFrom.objectId ?? '',
          transactions: [...labelIds],
          async: false,
        }),
      )
      if (made.status === 'ERROR') throw new LabelError('REFUSED', made.errors?.join(' ') || 'No manifest was made')
      return download(made.documents[0])
    },
    async checkAddress(address) {
      const body = { ...addressBody(address), validate: true }
      const { validationResults, ...written } = await call((client) => client.addresses.create(body))
      const messages = (validationResults?.messages ?? []).flatMap(({ text }) => text || [])
      const isValid = validationResults?.isValid !== false
      const suggestion: LabelAddress = {
        ...address,
        lines: [written.street1, written.street2, written.street3].flatMap((line) => line || []),
        city: written.city ?? address.city,
        region: written.state || address.region,
        postcode: written.zip || address.postcode,
      }
      const isSame = JSON.stringify(suggestion) === JSON.stringify(address)
      return {
        problems: isValid ? [] : messages.length > 0 ? messages : ['The address is not valid'],
        suggestion: isValid && !isSame ? suggestion : null,
      }
    },
    balance: null,
    charges: (from, until): Promise<LabelCharge[]> => shippoCharges({ call, rateOf }, from, until),
    async checkKey() {
      await call((client) => client.addresses.list(1, 1))
    },
  }
}

const isQueued = ({ status }: Transaction) => status === 'QUEUED' || status === 'WAITING'

const stillMaking = () => new LabelError('UNAVAILABLE', 'Shippo is still making the label')

const textOf = (messages: Transaction['messages']): string =>
  (messages ?? []).flatMap(({ text }) => text || []).join(' ')
