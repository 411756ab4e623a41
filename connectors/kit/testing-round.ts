import type { Connected } from './connected.ts'
import type { Operations } from './hub-api.ts'
import { HubRefusal, type HubClient } from './hub-client.ts'
import type { HubListing } from './match-listings.ts'
import { openOutbox } from './outbox.ts'
import { ShopRefusal, type ShopListing, type ShopOrder } from './source.ts'

type HubOrder = Operations['getOrder']['answer']
type HubEvent = Operations['listEvents']['answer']['items'][number]

const refusal = (code: string, status: number, detail: string) =>
  new HubRefusal({ type: `urn:seller-hub:problem:${code}`, title: code, status, detail })

/** A hub and a shop in memory, with what each was asked. */
export function roundOfTests({ stock = 'shop' }: { stock?: 'shop' | 'hub' } = {}) {
  const asked: string[] = []
  const hub = {
    listings: new Map<string, HubListing>(),
    orders: new Map<string, HubOrder>(),
    events: [] as HubEvent[],
    reports: [] as Operations['saveConnection']['body'][],
    /** What its operator asks to send again, until that is reported as done. */
    sendAgain: null as Operations['saveConnection']['answer']['sendAgain'],
    /** Problems of listings, by id. */
    problems: new Map<string, string>(),
  }
  const shop = {
    listings: [] as ShopListing[],
    orders: [] as ShopOrder[],
    told: [] as string[],
    /** Reason for which the shop refuses everything. */
    refuses: null as string | null,
    /** Reason for which it does not answer. */
    away: null as string | null,
  }
  const handlers: { [K in keyof Operations]: (asking: never) => Operations[K]['answer'] } = {
    listListings: () => ({ items: [...hub.listings.values()], next: 'end', more: false }),
    getListing({ path: { item } }: Asked<'getListing'>) {
      const found = [...hub.listings.values()].find((each) => each.item === item || each.id === item)
      if (!found) throw refusal('not-found', 404, 'There is no such listing.')
      return found
    },
    saveListing({ path: { item: id }, body }: Asked<'saveListing'>) {
      const detail = hub.problems.get(id)
      const listing: HubListing = {
        id,
        item: `1000000000${hub.listings.size + 10}`,
        state: detail ? 'DRAFT' : 'ACTIVE',
        title: body.title,
        sku: body.sku ?? null,
        aspects: {},
        variations: [],
        stock: { available: body.quantity ?? 0 },
        problems: detail ? [{ pointer: '/pictures', detail }] : [],
      }
      hub.listings.set(id, { ...listing, item: hub.listings.get(id)?.item ?? listing.item })
      return hub.listings.get(id) ?? listing
    },
    placeOrder({ body }: Asked<'placeOrder'>) {
      const [line] = body.lines
      const listing = [...hub.listings.values()].find(({ id, item }) => id === line?.listing || item === line?.item)
      if (listing?.state !== 'ACTIVE') throw refusal('no-such-listing', 422, 'The listing cannot be ordered.')
      const order = { id: body.id, number: `12-${body.id}`, total: body.lines[0]!.unitPrice, parcels: [], refunds: [] }
      hub.orders.set(body.id, order)
      return order
    },
    getOrder: ({ path: { order } }: Asked<'getOrder'>) => hub.orders.get(order)!,
    correctShipTo: ({ path: { order } }: Asked<'correctShipTo'>) => hub.orders.get(order)!,
    savePayment: ({ path: { order } }: Asked<'savePayment'>) => hub.orders.get(order)!,
    requestCancellation: ({ path: { order } }: Asked<'requestCancellation'>) => hub.orders.get(order)!,
    saveConnection({ body }: Asked<'saveConnection'>) {
      hub.reports.push(body)
      if (body.sentAgain === hub.sendAgain?.askedAt) hub.sendAgain = null
      return { sendAgain: hub.sendAgain }
    },
    listEvents({ query }: Asked<'listEvents'>) {
      const start = Number(query.after ?? 0)
      if (Number.isNaN(start)) throw refusal('invalid-query', 400, '`after` is no place.')
      return { items: hub.events.slice(start), next: String(hub.events.length), more: false }
    },
  }
  const call = async (
    operation: keyof Operations,
    asking: { path?: Record<string, string>; body?: { id?: string } },
  ) => {
    const { path, body } = asking
    if (!operation.startsWith('list') && operation !== 'saveConnection')
      asked.push([operation, body?.id ?? path?.order ?? path?.item].join(' '))
    // Each handler takes what its operation is asked with.
    return handlers[operation](asking as never)
  }
  const client: HubClient = { call: call as HubClient['call'] }
  const tell = async (what: string) => {
    if (shop.away !== null) throw new Error(shop.away)
    if (shop.refuses !== null) throw new ShopRefusal(shop.refuses)
    shop.told.push(what)
  }
  const connected: Connected = {
    hub: client,
    stock,
    outbox: openOutbox(':memory:', () => new Date('2026-11-23T12:00:00Z')),
    source: {
      name: 'The shop',
      async *listings() {
        if (shop.away !== null) throw new Error(shop.away)
        yield* shop.listings
      },
      async *orders() {
        yield* shop.orders
      },
      order: async ({ id }) => shop.orders.find((each) => each.id === id) ?? null,
      applyShipment: ({ id }, shipment) => tell(`${id}: parcel ${shipment.id} of ${shipment.contents[0]?.line}`),
      applyRefund: ({ id }, refund) => tell(`${id}: refund ${refund.id} of ${refund.parts[0]?.line}`),
      applyStock: ({ id }, { variation, available }) => tell(`${id} ${variation}: ${available} units`),
      verifyWebhook: () => true,
    },
  }
  /** Something happened to an order in the hub. */
  const happen = (type: string, order: HubOrder, subject?: string) => {
    hub.orders.set(order.id, order)
    hub.events.push({ id: `evt_${hub.events.length}`, type, data: { seller: 's-42', order, subject } })
  }
  return { connected, hub, shop, asked, happen }
}

interface Asked<K extends keyof Operations> {
  path: Operations[K]['path'] extends null ? Record<string, string> : NonNullable<Operations[K]['path']>
  query: NonNullable<Operations[K]['query']>
  body: NonNullable<Operations[K]['body']>
}
