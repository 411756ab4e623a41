import { status } from './commands.ts'
import type { Connected } from './connected.ts'
import type { Operations, Problem } from './hub-api.ts'
import { HubRefusal, type HubClient, type LineAnswer } from './hub-client.ts'
import type { HubListing } from './match-listings.ts'
import { openOutbox } from './outbox.ts'
import { runRound } from './round.ts'
import { ShopRefusal, type ShopListing, type ShopOrder } from './source.ts'
import { listingOfShop, orderOfShop } from './testing.ts'

type HubOrder = Operations['getOrder']['answer']
type HubEvent = Operations['listEvents']['answer']['items'][number]

const refusal = (code: string, http: number, detail: string) =>
  new HubRefusal({ type: `urn:seller-hub:problem:${code}`, title: code, status: http, detail })

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
    /** Problems of orders that are sent together, by id. */
    refusedLines: new Map<string, Problem>(),
    categories: [] as Operations['getCategoryMap']['answer']['categories'],
    /** Problems of listings, by id. */
    problems: new Map<string, string>(),
  }
  const shop = {
    listings: [] as ShopListing[],
    orders: [] as ShopOrder[],
    told: [] as string[],
    /** How often its listings were read. */
    reads: 0,
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
        state: body.onSale === false ? 'ENDED' : detail ? 'DRAFT' : 'ACTIVE',
        title: body.title,
        sku: body.sku ?? null,
        category: body.category,
        price: body.price ?? { value: '0.00', currency: 'GBP' },
        aspects: {},
        axes: [],
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
      const named = { id: body.id, number: `12-${body.id}`, status: body.status ?? 'AWAITING_SHIPMENT' }
      const order = { ...named, total: body.lines[0]!.unitPrice, parcels: [], refunds: [] }
      hub.orders.set(body.id, order)
      return order
    },
    getOrder: ({ path: { order } }: Asked<'getOrder'>) => hub.orders.get(order)!,
    correctShipTo: ({ path: { order } }: Asked<'correctShipTo'>) => hub.orders.get(order)!,
    savePayment: ({ path: { order } }: Asked<'savePayment'>) => hub.orders.get(order)!,
    requestCancellation({ path: { order }, body }: Asked<'requestCancellation'>) {
      const found = hub.orders.get(order)!
      if (!body.decided || found.status === 'CANCELLED')
        throw refusal('not-possible-now', 409, 'The order refuses it: cancelled.')
      hub.orders.set(order, { ...found, status: 'CANCELLED' })
      return hub.orders.get(order)!
    },
    listCategories: () => ({ items: [{ path: 'Collectables' }] }),
    getCategoryMap: () => ({ categories: hub.categories }),
    saveCategoryMap({ body }: Asked<'saveCategoryMap'>) {
      hub.categories = body.categories
      return { categories: hub.categories }
    },
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
  const client: HubClient = {
    call: call as HubClient['call'],
    async placeOrders(seller, orders) {
      asked.push(`placeOrders ${orders.map(({ id }) => id).join(' ')}`)
      return orders.map((body): LineAnswer => {
        const problem = hub.refusedLines.get(body.id)
        if (problem) return { status: problem.status, problem }
        const isKnown = hub.orders.has(body.id)
        if (!isKnown) handlers.placeOrder({ path: { seller }, body } as never)
        return { status: isKnown ? 200 : 201 }
      })
    },
  }
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
      listsAll: true,
      async *listings() {
        shop.reads += 1
        if (shop.away !== null) throw new Error(shop.away)
        yield* shop.listings
      },
      listing: async ({ id }) => shop.listings.find((each) => each.id === id) ?? null,
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

/** A round after which the hub has the listing and the order. */
export async function inStep(options: Parameters<typeof roundOfTests>[0] = {}) {
  const test = roundOfTests(options)
  test.shop.listings.push(listingOfShop())
  test.shop.orders.push(orderOfShop())
  await runRound(test.connected)
  const lines = async (command: (say: (line: string) => void) => Promise<void> | void) => {
    const said: string[] = []
    await command((line) => said.push(line))
    return said.join('\n')
  }
  return { ...test, lines, said: () => lines((say) => status(test.connected, new Date(), say)) }
}
