import { parcelField, unitsField } from '#features/shipping/fulfilment/ship-form.ts'
import type { Random } from '#lib/random.ts'
import { paths } from '#web/paths.ts'

// Random requests of one seller's members: forms of the hub's pages on the same few orders.

/** An order shared by all members. It contains what they sent, whatever the result. */
export interface StormOrder {
  id: number
  number: string
  quantities: readonly number[]
  paidMinor: number
  /** Keys of parcels, refunds and cancellation requests. */
  parcels: string[]
  refunds: string[]
  requests: string[]
}

export type StormRequestKind = 'ship' | 'take back' | 'refund' | 'cancel' | 'accept' | 'decline' | 'try again'

export interface StormRequest {
  kind: StormRequestKind
  order: StormOrder
  path: string
  fields: Readonly<Record<string, string>>
  /** Key by which the timeline shows that it was done; null if it does not. */
  requestKey: string | null
}

/** Orders in use at a time; a worn-out one is replaced by a new one. */
const atOnce = 12

export interface StormRequests {
  draw(): StormRequest
  hot(): readonly StormOrder[]
}

export function createStormRequests(random: Random, pool: readonly StormOrder[]): StormRequests {
  const rest = [...pool]
  const hot = rest.splice(0, atOnce)
  const chances: readonly (readonly [StormRequestKind, number])[] = [
    ['ship', 38],
    ['take back', 28],
    ['refund', 18],
    ['accept', 5],
    ['decline', 5],
    ['try again', 4],
    ['cancel', 2],
  ]
  return {
    hot: () => hot,
    draw: () => {
      const at = random.int(0, hot.length - 1)
      const request = draw(random, random.weighted(chances), hot[at]!)
      const next = random.chance(1 / 60) ? rest.shift() : undefined
      if (next) hot[at] = next
      return request
    },
  }
}

/** Whether a cancellation restocks its items; derived from its key, so that it need not be stored. */
export const restocks = (cancelKey: string) => /[02468ace]$/.test(cancelKey)

const keyOf = (random: Random) => Array.from({ length: 16 }, () => random.int(0, 15).toString(16)).join('')

function draw(random: Random, kind: StormRequestKind, order: StormOrder): StormRequest {
  const { number } = order
  /** A key already sent, otherwise a new one. */
  const known = (keys: readonly string[]) => (keys.length > 0 ? random.pick(keys) : keyOf(random))
  switch (kind) {
    case 'ship': {
      const key = keyOf(random)
      order.parcels.push(key)
      const units = order.quantities.map((most, index) => [
        unitsField(1, index + 1),
        String(random.chance(0.5) ? 0 : random.int(1, most)),
      ])
      const parcel = { [parcelField('key', 1)]: key, [parcelField('carrier', 1)]: 'DHL' }
      const fields = { step: 'ship', ...parcel, ...Object.fromEntries(units) }
      return { kind, order, path: paths.shipOrder(number), fields, requestKey: key }
    }
    case 'take back': {
      const parcel = known(order.parcels.slice(-6))
      const fields = { order: number, parcel }
      return { kind, order, path: paths.takeBackParcel, fields, requestKey: `void ${parcel}` }
    }
    case 'refund': {
      const key = keyOf(random)
      order.refunds.push(key)
      const minor = random.int(1, Math.ceil(order.paidMinor / 4))
      const fields = {
        key,
        scope: 'amount',
        amount: (minor / 100).toFixed(2),
        reason: 'OTHER_ADJUSTMENT',
        confirmed: String(minor),
      }
      return { kind, order, path: paths.refundOrder(number), fields, requestKey: key }
    }
    case 'cancel': {
      const key = keyOf(random)
      const fields = { step: kind, key, reason: 'ADDRESS_ISSUES', ...(restocks(key) ? { restock: 'on' } : {}) }
      return { kind, order, path: paths.cancelOrder(number), fields, requestKey: key }
    }
    case 'accept':
    case 'decline': {
      const key = known(order.requests.slice(-1))
      const more: Record<string, string> =
        kind === 'decline' ? { reason: 'OTHER' } : restocks(key) ? { restock: 'on' } : {}
      return {
        kind,
        order,
        path: paths.cancelOrder(number),
        fields: { step: kind, key, ...more },
        requestKey: `answer ${key}`,
      }
    }
    case 'try again':
      // Redirects to the order's page even if there is nothing to retry.
      return { kind, order, path: paths.retryRefund, fields: { refund: known(order.refunds) }, requestKey: null }
  }
}
