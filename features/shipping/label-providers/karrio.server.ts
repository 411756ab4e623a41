import { z } from 'zod'
import {
  LabelError,
  type BoughtLabel,
  type LabelFile,
  type LabelProvider,
  type ProviderAccount,
  type CustomsDeclaration,
  type LabelAddress,
  type LabelParcel,
} from './label-provider.ts'
import { isSameText } from '#lib/webhook-signature.ts'
import { minorOf } from './amounts.ts'
import {
  documentAnswer,
  messagesOf,
  namesOf,
  ratesOf,
  reasonOf,
  shipmentAnswer,
  shipmentOf,
  trackerAnswer,
  trackerEvents,
  type ShipmentAnswer,
} from './karrio-answers.ts'
import { afterBuying, isRefused, labelFile, providerClient, unreadable } from './provider-client.server.ts'
import { toDecimal } from '#lib/money.ts'

// Requests of Karrio's API (ShipmentData, AddressData, CustomsData of its OpenAPI document).

const amount = (minor: number, currency: string) => Number(toDecimal({ minor, currency }))

/** A parcel's draft shipment, for which Karrio asks all carriers for rates. */
function shipmentBody(parcel: LabelParcel) {
  const { key, from, to, grams, sizeMm, reference, customs, insuredMinor, signature, currency } = parcel
  const [length, width, height] = sizeMm ?? []
  return {
    shipper: addressBody(from),
    recipient: addressBody(to),
    parcels: [
      {
        weight: grams / 1_000,
        weight_unit: 'KG',
        ...(sizeMm && {
          length: Number(length) / 10,
          width: Number(width) / 10,
          height: Number(height) / 10,
          dimension_unit: 'CM',
        }),
        reference_number: reference,
      },
    ],
    options: {
      currency,
      ...(insuredMinor !== null && { insurance: amount(insuredMinor, currency) }),
      ...(signature && { signature_confirmation: true }),
    },
    ...(customs && { customs: customsBody(customs) }),
    reference,
    is_return: customs?.purpose === 'RETURN',
    metadata: { key },
  }
}

const addressBody = ({ name, company, lines, city, region, postcode, country, phone, email }: LabelAddress) => ({
  person_name: name,
  company_name: company,
  address_line1: lines[0] ?? '',
  address_line2: lines.slice(1).join(', ') || null,
  city,
  state_code: region,
  postal_code: postcode,
  country_code: country,
  phone_number: phone,
  email,
})

/** A shipment's address as Karrio returned it, without what Karrio added. */
const sameAddress = (returned: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(addressFields.map((field) => [field, returned[field] ?? null]))

const addressFields = [
  'person_name',
  'company_name',
  'address_line1',
  'address_line2',
  'city',
  'state_code',
  'postal_code',
  'country_code',
  'phone_number',
  'email',
] as const satisfies readonly (keyof ReturnType<typeof addressBody>)[]

function customsBody({ purpose, currency, items, ioss, senderEori }: CustomsDeclaration) {
  const total = items.reduce((sum, { valueMinor, quantity }) => sum + valueMinor * quantity, 0)
  return {
    content_type: purpose === 'SALE' ? 'merchandise' : 'return_merchandise',
    incoterm: 'DDU',
    certify: true,
    duty: { paid_by: 'recipient', currency, declared_value: amount(total, currency) },
    commodities: items.map(({ sku, description, quantity, grams, valueMinor, hsCode, originCountry }) => ({
      title: description.slice(0, 200),
      description: description.slice(0, 200),
      quantity,
      weight: grams / 1_000,
      weight_unit: 'KG',
      sku,
      hs_code: hsCode,
      value_amount: amount(valueMinor, currency),
      value_currency: currency,
      origin_country: originCountry,
    })),
    options: { ...(ioss && { ioss }), ...(senderEori && { eori_number: senderEori }) },
  }
}

/**
 * A Karrio server by its REST API, version 2026.1 (https://docs.karrio.io). A parcel is a shipment: drafted for its
 * rates, then purchased. Karrio has no account of money and validates no addresses itself.
 */
export function karrio(account: ProviderAccount): LabelProvider {
  const client = providerClient(account, { authorization: `Token ${account.key}`, reasonOf })
  const at = (shipment: string) => `/v1/shipments/${encodeURIComponent(shipment)}`
  const shipment = (id: string) => client.ask(at(id), { schema: shipmentAnswer })

  async function documentOf(path: string): Promise<LabelFile> {
    const { base64 } = await client.ask(path, { schema: documentAnswer, method: 'POST' })
    return labelFile(new Uint8Array(Buffer.from(base64, 'base64')))
  }

  async function boughtLabel(bought: ShipmentAnswer): Promise<BoughtLabel> {
    const { id, selected_rate: rate, tracking_number } = bought
    if (!rate) throw unreadable('selected_rate is missing')
    return {
      id,
      ...namesOf(rate),
      trackingNumber: tracking_number ?? null,
      costMinor: minorOf(rate.total_charge, rate.currency),
      currency: rate.currency,
      file: await documentOf(`${at(id)}/documents/label`),
      customsForm: bought.invoice_url ? await documentOf(`${at(id)}/documents/invoice`) : null,
    }
  }

  /** The shipment, if it was purchased by this rate. */
  async function findPurchased(rateId: string): Promise<ShipmentAnswer | null> {
    const [id, rate] = shipmentOf(rateId)
    const found = await client.find(at(id), { schema: shipmentAnswer })
    const isPurchased = found?.status !== 'draft' && (found?.selected_rate_id ?? found?.selected_rate?.id) === rate
    return found && isPurchased ? found : null
  }

  return {
    async rates(parcel) {
      const draft = await client.ask('/v1/shipments', { schema: shipmentAnswer, body: shipmentBody(parcel) })
      const reason = messagesOf(draft)
      if (draft.rates.length === 0 && reason) throw new LabelError('REFUSED', reason)
      return ratesOf(draft)
    },
    async buy(rateId, { reference }, format) {
      const [id, rate] = shipmentOf(rateId)
      const body = { selected_rate_id: rate, label_type: format === 'ZPL' ? 'ZPL' : 'PDF', reference }
      const buying = client.ask(`${at(id)}/purchase`, { schema: shipmentAnswer, body })
      const bought = await buying.catch(async (error: unknown) => {
        // A shipment is purchased once: it may have been before.
        const earlier = isRefused(error) ? await findPurchased(rateId) : null
        if (!earlier) throw error
        return earlier
      })
      return afterBuying(boughtLabel(bought))
    },
    async find(rateId) {
      const found = await findPurchased(rateId)
      if (!found) return null
      return { ...(await afterBuying(boughtLabel(found))), void: found.status === 'cancelled' ? 'VOIDED' : null }
    },
    async void(labelId) {
      const cancelling = client.ask(`${at(labelId)}/cancel`, { schema: shipmentAnswer, method: 'POST' })
      const { status } = await cancelling.catch((error: unknown) => {
        if (isRefused(error)) return { status: 'refused' }
        throw error
      })
      return status === 'cancelled' ? 'VOIDED' : 'REFUSED'
    },
    // Karrio keeps the label in the format in which it was bought.
    reprint: (labelId) => documentOf(`${at(labelId)}/documents/label`),
    async track(labelId) {
      const { tracker_id, tracking_number } = await shipment(labelId)
      const identifier = tracker_id ?? tracking_number
      if (!identifier) return []
      const path = `/v1/trackers/${encodeURIComponent(identifier)}`
      const tracker = await client.find(path, { schema: trackerAnswer })
      return tracker ? trackerEvents(tracker, { id: labelId }) : []
    },
    readWebhook({ headers, body }, secret) {
      if (!isSameText(headers.get('x-event-id') ?? '', secret)) return null
      const { data } = z.object({ event: z.string(), data: trackerAnswer }).safeParse(JSON.parse(body))
      if (!data?.event.startsWith('tracker')) return []
      return trackerEvents(data.data, { trackingNumber: data.data.tracking_number })
    },
    webhook: {
      async register(url) {
        const body = { url, description: 'Seller Hub', enabled_events: ['tracker_created', 'tracker_updated'] }
        const { secret } = await client.ask('/v1/webhooks', { schema: z.object({ secret: z.string() }), body })
        return secret
      },
      async remove(url) {
        const schema = z.object({ results: z.array(z.object({ id: z.string(), url: z.string() })) })
        const { results } = await client.ask('/v1/webhooks', { schema })
        for (const { id } of results.filter((each) => each.url === url))
          await client.send(`/v1/webhooks/${encodeURIComponent(id)}`, { method: 'DELETE' })
      },
    },
    async manifest(labelIds) {
      const [first = ''] = labelIds
      const { carrier_name, shipper } = await shipment(first)
      const body = { carrier_name, address: sameAddress(shipper), shipment_ids: labelIds }
      const { id } = await client.ask('/v1/manifests', { schema: z.object({ id: z.string() }), body })
      return documentOf(`/v1/manifests/${encodeURIComponent(id)}/document`)
    },
    checkAddress: null,
    balance: null,
    charges: null,
    async checkKey() {
      await client.ask('/v1/shipments?created_after=2999-01-01T00:00:00Z', { schema: z.unknown() })
    },
  }
}
