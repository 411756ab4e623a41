import { HubRefusal, type HubClient } from './hub-client.ts'
import type { HubEvent, HubListing, HubOffer, HubOrder, HubSeller, OrderBody } from './hub-types.ts'
import { openStore } from './store/open-store.ts'
import { createOrderChanges } from './sync/order-changes.ts'
import type { Syncing } from './sync/syncing.ts'

/** A seller as in the hub's API. */
export const seller: HubSeller = {
  id: 's-1',
  username: 'lens-and-light',
  displayName: 'Lens & Light',
  country: 'GB',
  currency: 'GBP',
  registeredAt: '2020-01-01T00:00:00.000Z',
  suspended: false,
  feedbackScore: 12,
  level: null,
  away: null,
}

/** A listing of the seller as in the hub's API. */
export function listingOf(item: string, more: Partial<HubListing> = {}): HubListing {
  return {
    item,
    state: 'ACTIVE',
    title: `Thing ${item}`,
    sku: null,
    category: 'Cameras & Photography > Film Cameras',
    condition: 'GOOD',
    format: 'FIXED_PRICE',
    price: { value: '10.00', currency: 'GBP' },
    sale: null,
    discounts: [],
    takesOffers: false,
    description: '<p>Good.</p>',
    aspects: { Brand: ['Leica'] },
    epid: null,
    pictures: [],
    axes: [],
    variations: [],
    postage: { name: 'Letter', price: { value: '1.65', currency: 'GBP' }, terms: '' },
    returns: null,
    questions: [],
    stock: { available: 3 },
    startsAt: '2026-11-20T10:00:00.000Z',
    ...more,
  }
}

/** An offer of anna's, or to her, as in the hub's API. */
export const offerOf = (id: string, more: Partial<HubOffer> = {}): HubOffer => ({
  id,
  item: '118304211004',
  variation: null,
  buyer: 'anna.lantern',
  begunBy: 'BUYER',
  state: 'OPEN',
  turn: 'SELLER',
  price: { value: '8.00', currency: 'GBP' },
  units: 1,
  listPrice: { value: '10.00', currency: 'GBP' },
  message: null,
  mayCounter: true,
  madeAt: '2026-11-22T10:00:00.000Z',
  changedAt: '2026-11-22T10:00:00.000Z',
  dueAt: '2026-11-24T10:00:00.000Z',
  seenAt: null,
  order: null,
  ...more,
})

/** An in-memory hub: data, events and received requests. */
export interface FakeHub {
  client: HubClient
  seller: HubSeller
  listings: Map<string, HubListing>
  orders: Map<string, HubOrder>
  offers: Map<string, HubOffer>
  events: HubEvent[]
  asked: string[]
  /** Changes a listing and returns the event. */
  change(listing: HubListing): HubEvent
  /** The response to pushed orders. */
  onOrder: (body: OrderBody) => HubOrder
}

const missing = () => new HubRefusal({ type: 'urn:seller-hub:problem:not-found', title: 'There is none', status: 404 })

/** Makes a hub in memory. */
export function fakeHub(): FakeHub {
  const listings = new Map<string, HubListing>()
  const orders = new Map<string, HubOrder>()
  const offers = new Map<string, HubOffer>()
  const events: HubEvent[] = []
  const asked: string[] = []
  const found = async <T>(what: string, value: T | undefined): Promise<T> => {
    asked.push(what)
    if (value === undefined) throw missing()
    return value
  }
  async function* all<T>(values: Iterable<T>): AsyncGenerator<T> {
    yield* values
  }
  const hub: FakeHub = {
    seller,
    listings,
    orders,
    offers,
    events,
    asked,
    change(listing) {
      listings.set(listing.item, listing)
      const at = new Date(Date.UTC(2026, 10, 22, 10) + events.length * 1_000).toISOString()
      const data = { seller: seller.id, listing }
      const event = { id: `evt_${events.length}`, type: 'listing.changed', timestamp: at, data }
      events.push(event)
      return event
    },
    onOrder: () => {
      throw missing()
    },
    client: {
      sellers: () => all([hub.seller]),
      listings: () => all([...listings.values()].filter(({ state }) => state === 'ACTIVE')),
      listing: (_, item) => found(`listing ${item}`, listings.get(item)),
      order: (_, id) => found(`order ${id}`, orders.get(id)),
      offer: (_, id) => found(`offer ${id}`, offers.get(id)),
      async events(after) {
        const from = Number(after ?? 0)
        if (from > events.length)
          throw new HubRefusal({ type: 'urn:seller-hub:problem:invalid-query', title: 'No such place', status: 400 })
        return {
          items: events.slice(from, from + 3),
          next: String(Math.min(from + 3, events.length)),
          more: from + 3 < events.length,
        }
      },
      async reportPayout(_, id, report) {
        asked.push(`payout ${id} ${report.state}`)
        return { id, state: report.state, amount: { value: '1.00', currency: 'GBP' }, key: id }
      },
      async saveDispute(_, id, { order, reason, state }) {
        asked.push(`dispute ${id} ${state ?? reason}`)
        return { id, order, reason, state: state ?? 'ACTION_NEEDED' }
      },
      async quoteShipping() {
        return { order: { services: [], problem: 'NO_POLICY' } }
      },
      async placeOrder(_, body) {
        asked.push(`place ${body.id}`)
        const order = hub.onOrder(body)
        orders.set(order.id, order)
        return order
      },
    } as Partial<HubClient> as HubClient,
  }
  return hub
}

/** An in-memory market connected to an in-memory hub. */
export function syncingWith(hub: FakeHub): Syncing {
  return {
    store: openStore(':memory:'),
    hub: hub.client,
    now: () => new Date('2026-11-22T12:00:00Z'),
    changes: createOrderChanges(),
  }
}
