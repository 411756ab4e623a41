import { z } from 'zod'
import type { TrackingKind } from '#features/shipping/fulfilment/parcel-states.ts'
import type {
  BoughtLabel,
  FoundLabel,
  LabelEvent,
  LabelFormat,
  LabelProvider,
  ProviderAccount,
} from './label-provider.ts'
import { isSignedWebhook } from '#lib/webhook-signature.ts'
import { afterBuying, providerClient } from './provider-client.server.ts'

const money = z.object({ minor: z.int(), currency: z.string().length(3) })
const ratesAnswer = z.object({
  rates: z.array(
    z.object({
      id: z.string(),
      carrier: z.string(),
      code: z.string(),
      service: z.string(),
      price: money,
      days: z.tuple([z.int(), z.int()]).nullable(),
    }),
  ),
})
const voidState = z.enum(['VOIDED', 'PENDING', 'REFUSED'])
const labelAnswer = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  trackingNumber: z.string().nullable(),
  price: money,
  void: voidState.nullable(),
  hasCustomsForm: z.boolean(),
})
type LabelAnswer = z.infer<typeof labelAnswer>

const kinds: Readonly<Record<string, TrackingKind>> = {
  ACCEPTED: 'SCANNED',
  IN_TRANSIT: 'SCANNED',
  DELIVERED: 'DELIVERED',
  EXCEPTION: 'EXCEPTION',
  RETURNED: 'RETURNED_TO_SENDER',
}
const eventAnswer = z
  .object({ labelId: z.string(), kind: z.enum(Object.keys(kinds)), at: z.iso.datetime(), text: z.string() })
  .transform(({ labelId, kind, at, text }): LabelEvent[] => {
    const known = kinds[kind]
    return known ? [{ label: { id: labelId }, kind: known, at: new Date(at), text }] : []
  })

const chargeAnswer = z.object({
  id: z.string(),
  labelId: z.string().nullable(),
  kind: z.enum(['TOP_UP', 'LABEL', 'REFUND', 'CORRECTION']),
  at: z.iso.datetime(),
  amount: money,
  text: z.string(),
})

const address = z.object({
  name: z.string(),
  company: z.string().nullable(),
  lines: z.array(z.string()),
  city: z.string(),
  region: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})

const problem = z.object({ error: z.object({ message: z.string() }) })

/** The example carrier (`examples/carrier`), whose API is close to the port. */
export function exampleCarrier(account: ProviderAccount): LabelProvider {
  const client = providerClient(account, {
    authorization: `Bearer ${account.key}`,
    reasonOf: (answer) => problem.safeParse(answer).data?.error.message ?? null,
  })
  const at = (labelId: string) => `/v1/labels/${encodeURIComponent(labelId)}`
  const fileOf = (labelId: string, format: LabelFormat) => client.file(`${at(labelId)}/file?format=${format}`)

  async function withFiles(label: LabelAnswer, format: LabelFormat): Promise<BoughtLabel> {
    const { id, carrier, service, trackingNumber, price, hasCustomsForm } = label
    const file = await fileOf(id, format)
    const customsForm = hasCustomsForm ? await client.file(`${at(id)}/customs-form`) : null
    return { id, carrier, service, trackingNumber, costMinor: price.minor, currency: price.currency, file, customsForm }
  }

  return {
    async rates(parcel) {
      const { rates } = await client.ask('/v1/rates', { schema: ratesAnswer, body: { parcel } })
      return rates.map(({ price, ...rate }) => ({ ...rate, costMinor: price.minor, currency: price.currency }))
    },
    async buy(rateId, { key, reference }, format) {
      const body = { rateId, parcelKey: key, reference, format }
      return afterBuying(withFiles(await client.ask('/v1/labels', { schema: labelAnswer, body }), format))
    },
    async find(rateId, { key }, format): Promise<FoundLabel | null> {
      const query = new URLSearchParams({ rateId, parcelKey: key })
      const { labels } = await client.ask(`/v1/labels?${query}`, { schema: z.object({ labels: z.array(labelAnswer) }) })
      const [label] = labels
      return label ? { ...(await afterBuying(withFiles(label, format))), void: label.void } : null
    },
    async void(labelId) {
      const schema = z.object({ void: voidState })
      return (await client.ask(`${at(labelId)}/void`, { schema, body: {} })).void
    },
    reprint: fileOf,
    async track(labelId) {
      const { events } = await client.ask(`${at(labelId)}/events`, {
        schema: z.object({ events: z.array(eventAnswer) }),
      })
      return events.flat()
    },
    readWebhook({ headers, body }, secret) {
      if (!isSignedWebhook(secret, { headers: Object.fromEntries(headers), body }, new Date())) return null
      return z.object({ data: eventAnswer }).safeParse(JSON.parse(body)).data?.data ?? []
    },
    webhook: {
      async register(url, secret) {
        await client.send('/v1/webhook', { method: 'PUT', body: { url, secret } })
        return secret
      },
      remove: () => client.send('/v1/webhook', { method: 'DELETE' }),
    },
    manifest: (labelIds) => client.file('/v1/manifests', { labelIds }),
    checkAddress: (checked) =>
      client.ask('/v1/addresses/check', {
        schema: z.object({ problems: z.array(z.string()), suggestion: address.nullable() }),
        body: { address: checked },
      }),
    async balance() {
      const schema = z.object({ balance: money.extend({ currency: z.string().nullable() }), topUpUrl: z.url() })
      const { balance, topUpUrl } = await client.ask('/v1/balance', { schema })
      const { minor, currency } = balance
      return currency === null ? null : { minor, currency, topUpUrl }
    },
    async charges(from, until) {
      const query = new URLSearchParams({ from: from.toISOString(), until: until.toISOString() })
      const schema = z.object({ charges: z.array(chargeAnswer) })
      const { charges } = await client.ask(`/v1/charges?${query}`, { schema })
      return charges.flatMap(({ kind, labelId, at: when, amount, ...charge }) =>
        kind === 'TOP_UP' || labelId === null
          ? []
          : [{ ...charge, labelId, kind, at: new Date(when), amountMinor: amount.minor, currency: amount.currency }],
      )
    },
    async checkKey() {
      await client.ask('/v1/balance', { schema: z.object({}) })
    },
  }
}
