import { status } from './commands.ts'
import type { Connected } from './connected.ts'
import type { Operations, Problem } from './hub-api.ts'
import { HubRefusal, type HubClient, type LineAnswer, type ListingAnswer } from './hub-client.ts'
import type { HubListing } from './match-listings.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { runRound } from './round.ts'
import { amountOf, minorOf } from './order-total.ts'
import { ShopRefusal, type HubOffer, type HubQuestion, type ShopListing, type ShopOrder } from './source.ts'
import { cancelUnits, placedOrder, type HubOrder } from './testing-hub-order.ts'
import { listingOfShop, orderOfShop } from './testing.ts'

type HubEvent = Operations['listEvents']['answer']['items'][number]

const refusal = (code: string, http: number, detail: string) =>
  new HubRefusal({ type: `urn:seller-hub:problem:${code}`, title: code, status: http, detail })

/** A hub and a shop in memory, with what each was asked. */
export function roundOfTests({ stock = 'shop', undoes = false }: { stock?: 'shop' | 'hub'; undoes?: boolean } = {}) {
  const asked: string[] = []
  const hub = {
    listings: new Map<string, HubListing>(),
    orders: new Map<string, HubOrder>(),
    /** What the hub answers of an offer; none: it refuses it. */
    offers: new Map<string, HubOffer>(),
    /** Questions by id, as the hub answers them. */
    questions: new Map<string, HubQuestion>(),
    /** Payments that came with added lines. */
    payments: [] as string[][],
    /** Orders as they were placed. */
    bodies: new Map<string, string>(),
    events: [] as HubEvent[],
    reports: [] as Operations['saveConnection']['body'][],
    /** What its operator asks to send again, until that is reported as done. */
    sendAgain: null as Operations['saveConnection']['answer']['sendAgain'],
    /** Problems of orders that are sent alone, by id. */
    refused: new Map<string, Problem>(),
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
  const change = (id: string, edit: (order: HubOrder) => HubOrder): HubOrder => {
    const found = edit(hub.orders.get(id)!)
    hub.orders.set(id, found)
    return found
  }
  function offerOf(id: string): HubOffer {
    const found = hub.offers.get(id)
    if (!found) throw refusal('not-on-offer', 409, 'The listing takes no offers.')
    return found
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
        relistedFrom: null,
        state: body.onSale === false ? 'ENDED' : detail ? 'DRAFT' : 'ACTIVE',
        title: body.title,
        sku: body.sku ?? null,
        category: body.category,
        price: body.price ?? { value: '0.00', currency: 'GBP' },
        sale: null,
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
      const problem = hub.refused.get(body.id)
      if (problem) throw new HubRefusal(problem)
      const [line] = body.lines
      const listing = [...hub.listings.values()].find(({ id, item }) => id === line?.listing || item === line?.item)
      const isUnlisted = listing?.state !== 'ACTIVE' && body.onShort !== 'take'
      if (isUnlisted) throw refusal('no-such-listing', 422, 'The listing cannot be ordered.')
      const known = hub.orders.get(body.id)
      if (known && hub.bodies.get(body.id) === JSON.stringify(body)) return known
      if (known) throw refusal('id-taken', 409, 'Another order has this id.')
      hub.bodies.set(body.id, JSON.stringify(body))
      const order = { ...placedOrder(body), parcels: [], refunds: [] }
      hub.orders.set(body.id, order)
      return order
    },
    addLines: ({ path: { order }, body }: Asked<'addLines'>) =>
      change(order, (found) => {
        hub.payments.push((body.payments ?? []).map(({ id }) => id))
        const added = placedOrder({ ...orderOfShop().order, lines: body.lines })
        const total = amountOf(minorOf(found.total) + minorOf(added.total), 'GBP')
        const lines = added.lines.map((line) => ({ ...line, line: found.lines.length + line.line }))
        return { ...found, total, lines: [...found.lines, ...lines] }
      }),
    saveShipment: ({ path: { order, shipment }, body }: Asked<'saveShipment'>) =>
      change(order, ({ parcels, ...rest }) => {
        const { carrier, shippedAt, contents, trackingNumber = null } = body
        const parcel = { id: `k-${shipment}`, external: shipment, carrier, service: null, trackingNumber, shippedAt }
        return { ...rest, parcels: [...parcels, { ...parcel, contents: contents ?? [] }] }
      }),
    removeShipment: ({ path: { order, shipment } }: Asked<'removeShipment'>) =>
      change(order, ({ parcels, ...rest }) => ({
        ...rest,
        parcels: parcels.filter(({ external }) => external !== shipment),
      })),
    saveRefund: ({ path: { order, refund }, body }: Asked<'saveRefund'>) =>
      change(order, ({ refunds, ...rest }) => {
        if (body.lines) throw refusal('wrong-amount', 422, 'That is more than is left of the line.')
        const made = {
          id: `k-${refund}`,
          external: refund,
          reason: 'OTHER_ADJUSTMENT',
          state: 'REFUNDED' as const,
          paidElsewhere: false,
        }
        return { ...rest, refunds: [...refunds, { ...made, amount: body.amount!, parts: [] }] }
      }),
    saveHandOver: ({ path: { order } }: Asked<'saveHandOver'>) =>
      change(order, (found) => ({ ...found, status: 'DELIVERED' })),
    saveListings: () => {
      throw new Error('Listings go together in lines.')
    },
    getOrder({ path: { order } }: Asked<'getOrder'>) {
      const found = hub.orders.get(order)
      if (!found) throw refusal('not-found', 404, 'There is no such order.')
      return found
    },
    correctShipTo: ({ path: { order } }: Asked<'correctShipTo'>) => hub.orders.get(order)!,
    savePayment: ({ path: { order } }: Asked<'savePayment'>) => hub.orders.get(order)!,
    requestCancellation({ path: { order }, body }: Asked<'requestCancellation'>) {
      const found = hub.orders.get(order)!
      if (body.lines) return change(order, () => cancelUnits(found, body))
      if (!body.decided || found.status === 'CANCELLED')
        throw refusal('not-possible-now', 409, 'The order refuses it: cancelled.')
      hub.orders.set(order, { ...found, status: 'CANCELLED' })
      return hub.orders.get(order)!
    },
    placeOffer: ({ path: { offer } }: Asked<'placeOffer'>) => offerOf(offer),
    getOffer: ({ path: { offer } }: Asked<'getOffer'>) => offerOf(offer),
    addOfferStep({ path: { offer }, body }: Asked<'addOfferStep'>) {
      if (body.step === 'WITHDRAW') throw refusal('not-possible-now', 409, 'The offer is ACCEPTED.')
      return offerOf(offer)
    },
    addQuestion({ path: { item }, body }: Asked<'addQuestion'>) {
      const found = hub.questions.get(body.id)
      if (!found || found.item !== item) throw refusal('not-on-offer', 409, 'The listing is not on sale.')
      return found
    },
    getQuestion({ path: { question } }: Asked<'getQuestion'>) {
      const found = hub.questions.get(question)
      if (!found) throw refusal('not-found', 404, 'There is no such question.')
      return found
    },
    listCategories: () => ({ items: [{ path: 'Collectables' }] }),
    getCategoryMap: () => ({ categories: hub.categories }),
    saveCategoryMap: ({ body }: Asked<'saveCategoryMap'>) => ({ categories: (hub.categories = body.categories) }),
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
  /** What the hub would answer an order, of which it keeps nothing. */
  const rehearse = (asking: { body?: { id?: string } }) => {
    const id = asking.body?.id ?? ''
    const before = [hub.orders.get(id), hub.bodies.get(id)] as const
    const answer = handlers.placeOrder(asking as never)
    if (before[0] === undefined) hub.orders.delete(id)
    if (before[1] === undefined) hub.bodies.delete(id)
    return answer
  }
  const call = async (
    operation: keyof Operations,
    asking: { path?: Record<string, string>; query?: { dryRun?: string }; body?: { id?: string } },
  ) => {
    const { path, query, body } = asking
    if (query?.dryRun) return rehearse(asking)
    if (!operation.startsWith('list') && operation !== 'saveConnection')
      asked.push([operation, body?.id ?? path?.order ?? path?.offer ?? path?.item].join(' '))
    // Each handler takes what its operation is asked with.
    return handlers[operation](asking as never)
  }
  const client: HubClient = {
    call: call as HubClient['call'],
    async changeCategoryMap(edit) {
      handlers.saveCategoryMap({ body: { categories: edit(hub.categories) } } as never)
    },
    async saveListings(seller, listings, { isDry } = { isDry: false }) {
      if (isDry) {
        const problemsOf = (detail: string | undefined) => (detail ? [{ pointer: '/pictures', detail }] : [])
        return listings.map(({ listing }) => ({ status: 201, problems: problemsOf(hub.problems.get(listing)) }))
      }
      asked.push(`saveListings ${listings.map(({ listing }) => listing).join(' ')}`)
      return listings.map(({ listing: item, ...body }): ListingAnswer => {
        const saved = handlers.saveListing({ path: { seller, item }, body } as never)
        return { status: 200, item: saved.item, problems: saved.problems }
      })
    },
    async placeOrders(seller, orders, { isDry } = { isDry: false }) {
      if (isDry)
        return orders.map(({ id }) => {
          const problem = hub.refusedLines.get(id)
          return problem ? { status: problem.status, problem } : { status: 201 }
        })
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
      applyCancellation: ({ id }, { lines }) =>
        tell(
          `${id}: ${lines?.map(({ line, quantity, left }) => `${quantity} of ${line}, ${left} left`).join() ?? 'all cancelled'}`,
        ),
      applyHandOver: ({ id }, { at }) => tell(`${id}: handed over at ${at}`),
      ...(undoes
        ? {
            undoShipment: ({ id }, shipment) => tell(`${id}: no parcel ${shipment.id}`),
            undoHandOver: ({ id }) => tell(`${id}: not handed over`),
          }
        : {}),
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
