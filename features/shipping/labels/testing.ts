import { addRow, addRows } from '#db/testing-row.ts'
import type { Database } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { startCarrier, type CarrierOptions } from '../../../examples/carrier/start-carrier.ts'
import { sealKey } from './label-accounts-db.server.ts'
import type { LabelAddress, LabelParcel } from '#features/shipping/label-providers/label-provider.ts'
import type { Hub } from '#web/hub.ts'
import type { LabelRequest } from './want-labels-db.server.ts'

/** The example carrier, with a hub that may reach it. */
export async function startTestCarrier(db: Database, now: () => Date, options: CarrierOptions = {}) {
  const carrier = await startCarrier({ now, ...options })
  const services = testServices(db, { now })
  const hub = { ...services, config: { ...services.config, ownCarrier: carrier.url } }
  let accounts = 0
  return {
    ...carrier,
    hub,
    /** An account of a shop at the carrier, with the sender in Bristol; `order` sends it a fault or a move. */
    async account(sellerId: number) {
      const key = `carrier_account${String(++accounts).padStart(4, '0')}`
      const account = await addLabelAccount(hub, { sellerId, key, url: carrier.url })
      const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
        const response = await fetch(`${carrier.url}${path}`, {
          method,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        return response.status === 204 ? null : response.json()
      }
      return {
        ...account,
        fault: (fault: string, more: object = {}) => ask('POST', '/faults', { fault, ...more }),
        move: (label: string, kind: string, when: Date) =>
          ask('POST', '/moves', { label, kind, at: when.toISOString() }),
        webhook: (url: string, secret: string) => ask('PUT', '/v1/webhook', { url, secret }),
        /** What the carrier has charged, by label, in minor units. */
        async charged(): Promise<Map<string, number>> {
          const query = new URLSearchParams({ from: new Date(0).toISOString(), until: '2100-01-01T00:00:00Z' })
          const { charges } = (await ask('GET', `/v1/charges?${query}`)) as {
            charges: { labelId: string | null; amount: { minor: number } }[]
          }
          const sums = new Map<string, number>()
          for (const { labelId, amount } of charges)
            if (labelId) sums.set(labelId, (sums.get(labelId) ?? 0) + amount.minor)
          return sums
        },
      }
    },
  }
}

/** An account at the example carrier with this key, and the shop's sender in Bristol. */
export async function addLabelAccount(
  hub: Pick<Hub, 'db' | 'now' | 'secret'>,
  { sellerId, key, url }: { sellerId: number; key: string; url: string },
): Promise<Row<'label_accounts'>> {
  const at = hub.now()
  const sender = { name: 'Harbour', line1: '4 Quay Street', city: 'Bristol', postal_code: 'BS1 4DJ', country: 'GB' }
  await addRows(hub.db.owner, 'label_settings', { seller_id: sellerId, ...sender })
  const account = { provider: 'EXAMPLE', name: 'Example', url, sealed_key: sealKey(key, hub) } as const
  return addRow(hub.db.owner, 'label_accounts', { seller_id: sellerId, ...account, added_at: at, checked_at: at })
}

/** A parcel of 350 g within Great Britain. */
export const toLeeds: LabelParcel = {
  key: 'parcel',
  from: place('Bristol', 'BS1 4DJ'),
  to: place('Leeds', 'LS1 4DY'),
  grams: 350,
  sizeMm: null,
  reference: '77-00001-00001',
  customs: null,
  insuredMinor: null,
  signature: false,
  currency: 'GBP',
}

function place(city: string, postcode: string): LabelAddress {
  const unknown = { company: null, region: null, phone: null, email: null }
  return { name: 'Ann Lantern', lines: ['12 Mill Lane'], city, postcode, country: 'GB', ...unknown }
}

/** A label of 350 g for all units of the only line of an order. */
export const labelRequest = (
  order: { number: string },
  { account_key: accountKey }: { account_key: string },
  more: Partial<LabelRequest> = {},
): LabelRequest => ({
  key: newParcelKey(),
  number: parseOrderNumber(order.number)!,
  caseId: null,
  accountKey,
  wish: 'cheapest',
  limitMinor: 5_000,
  currency: 'GBP',
  format: 'PDF_A6',
  ships: false,
  tag: null,
  contents: [{ line: 1, units: 1 }],
  grams: 350,
  sizeMm: null,
  insuredMinor: null,
  signature: false,
  ...more,
})
