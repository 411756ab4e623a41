import { HubRefusal } from './hub-client.ts'
import { judgeListing, judgeOrder, type OrderPart, type OrderStep } from './judge.ts'
import { createMatcher, type HubListing, type Matcher } from './match-listings.ts'
import { minorOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import type { Connected } from './connected.ts'
import type { OrderBody, ShopListing, ShopOrder } from './source.ts'

/** What a sending did. */
export type Sent = 'same' | 'sent' | 'refused'

/** Finds matching listings of a seller; the hub's listings are read once, and only if somebody asks. */
export function matchersOf({ hub }: Pick<Connected, 'hub'>): (seller: string) => Promise<Matcher> {
  const matchers = new Map<string, Promise<Matcher>>()
  return (seller) => {
    const matcher = matchers.get(seller) ?? readListings(hub, seller).then(createMatcher)
    matchers.set(seller, matcher)
    return matcher
  }
}

async function readListings(hub: Connected['hub'], seller: string): Promise<HubListing[]> {
  const listings: HubListing[] = []
  for (let after: string | undefined; ;) {
    const page = await hub.call('listListings', { path: { seller }, query: { limit: 200, after } })
    listings.push(...page.items)
    if (!page.more) return listings
    after = page.next
  }
}

/** What is to be done about a listing, by what the outbox and the hub know. */
export async function stepOfListing(
  { outbox, stock }: Pick<Connected, 'outbox' | 'stock'>,
  listing: ShopListing,
  matcherOf: (seller: string) => Promise<Matcher>,
) {
  const known = outbox.find('listing', listing)
  const takenOver = outbox.takenOver(listing)
  const isOpen = !known?.number && takenOver === undefined
  const match = isOpen ? (await matcherOf(listing.seller)).find(listing.listing) : null
  return judgeListing(listing, { known, takenOver, match, stock })
}

/** Sends a listing that is new or was changed. A refusal is kept with its reason. */
export async function sendListing(
  connected: Connected,
  listing: ShopListing,
  matcherOf: (seller: string) => Promise<Matcher>,
): Promise<Sent> {
  const { hub, outbox } = connected
  const { seller, id } = listing
  const known = outbox.find('listing', listing)
  const step = await stepOfListing(connected, listing, matcherOf)
  if (step.do === 'nothing') return 'same'
  if (step.do === 'leave') {
    if (known?.reason) outbox.keep({ ...known, state: 'SENT', number: step.item, code: null, reason: null })
    return 'same'
  }
  const before = known ?? { ...blank, kind: 'listing' as const, seller, id }
  const keep = (more: Partial<SentThing>) =>
    outbox.keep({ ...before, digest: step.digest, code: null, reason: null, ...more })
  if (step.do === 'refuse') {
    const isNews = known?.code !== step.code
    // The digest is of the listing alone: without it, it is judged again once the operator has said what it is.
    keep({ state: 'REFUSED', code: step.code, reason: step.reason, digest: '' })
    return isNews ? 'refused' : 'same'
  }
  const answer = await orRefusal(hub.call('saveListing', { path: { seller, item: id }, body: step.body }))
  if (answer instanceof HubRefusal) {
    keep({ state: 'REFUSED', code: answer.code, reason: answer.message })
    return 'refused'
  }
  const [first] = answer.problems
  const draft = first && { state: 'DRAFT' as const, code: 'draft', reason: `It is a draft: ${first.detail}` }
  keep({ state: 'SENT', number: answer.item, ...draft })
  return draft ? 'refused' : 'sent'
}

const blank = {
  state: 'REFUSED',
  number: null,
  parts: {},
  digest: '',
  lineIds: [],
  code: null,
  reason: null,
} as const

/** Sends an order that is new, or what was changed of it. A refusal is kept with its reason. */
export async function sendOrder({ hub, outbox }: Connected, shopOrder: ShopOrder): Promise<Sent> {
  const { seller, id } = shopOrder
  const known = outbox.find('order', shopOrder)
  const step = judgeOrder(shopOrder, known)
  if (step.do === 'nothing') return 'same'
  const { before, keep } = noteOf(outbox, shopOrder, step.digest)
  if (step.do === 'refuse') {
    keep({ state: 'REFUSED', code: step.code, reason: step.reason, lineIds: before.lineIds })
    return 'refused'
  }
  const change = (of: OrderStep, from: SentThing) =>
    of.do === 'change' ? changeOrder({ hub, keep, before: from }, shopOrder, of) : 'same'
  if (step.do === 'change') return change(step, before)
  const answer = await orRefusal(hub.call('placeOrder', { path: { seller }, body: bodyOf(outbox, shopOrder) }))
  if (answer instanceof HubRefusal && answer.code === 'id-taken') {
    // The hub has it, changed since, and this outbox does not know: a lost one. What may differ is sent again.
    const there = await hub.call('getOrder', { path: { seller, order: id } })
    const taken = { ...before, number: there.number, parts: { rest: step.parts.rest ?? '' } }
    if (minorOf(there.total) === minorOf(shopOrder.total)) return change(judgeOrder(shopOrder, taken), taken)
  }
  if (answer instanceof HubRefusal) {
    keep({ state: 'REFUSED', code: answer.code, reason: answer.message })
    return 'refused'
  }
  const isEqual = minorOf(answer.total) === minorOf(shopOrder.total)
  const differs = { code: 'total-differs', reason: `In the hub it costs ${answer.total.value}.` }
  keep({ state: 'SENT', number: answer.number, parts: step.parts, ...(isEqual ? {} : differs) })
  return isEqual ? 'sent' : 'refused'
}

/** The note of an order in the outbox, and how it is replaced. */
export function noteOf(outbox: Connected['outbox'], order: ShopOrder, digest: string) {
  const { seller, id, lineIds } = order
  const before = outbox.find('order', order) ?? { ...blank, kind: 'order' as const, seller, id }
  const keep = (more: Partial<SentThing>) =>
    outbox.keep({ ...before, lineIds, digest, code: null, reason: null, ...more })
  return { before, keep }
}

interface Changing {
  hub: Connected['hub']
  before: SentThing
  keep: (more: Partial<SentThing>) => void
}

async function changeOrder(
  { hub, before, keep }: Changing,
  { seller, id, order }: ShopOrder,
  { changed, parts, edited }: Extract<OrderStep, { do: 'change' }>,
): Promise<Sent> {
  const path = { seller, order: id }
  const changes: Record<OrderPart, () => Promise<unknown>> = {
    shipTo: async () => {
      if (order.shipTo) await hub.call('correctShipTo', { path, body: order.shipTo })
    },
    payment: async () => {
      if (!order.payment) return
      const { id: payment, ...body } = order.payment
      await hub.call('savePayment', { path: { ...path, payment }, body })
    },
    cancelled: async () => {
      // The shop has cancelled it: the seller is not asked.
      const body = { id: `cancel-${id}`.slice(0, 100), reason: 'OTHER' as const, decided: true }
      if (parts.cancelled === 'true') await hub.call('requestCancellation', { path, body }).catch(unlessCancelled)
    },
  }
  const unlessCancelled = async (refusal: unknown) => {
    const there = await hub.call('getOrder', { path })
    if (there.status !== 'CANCELLED') throw refusal
  }
  const taken = { ...before.parts }
  let refusal = edited
  for (const part of changed) {
    const answer = await orRefusal(changes[part]())
    if (answer instanceof HubRefusal) refusal = { code: answer.code, reason: answer.message }
    else taken[part] = parts[part] ?? ''
  }
  keep({ state: refusal ? 'REFUSED' : 'SENT', number: before.number, parts: taken, ...refusal })
  return refusal ? 'refused' : 'sent'
}

/** The order as it is placed. Listings that were in the hub before go by item number, their variations by SKU. */
export function bodyOf(outbox: Connected['outbox'], { seller, order, finished, total }: ShopOrder): OrderBody {
  const lines = order.lines.map(({ listing, variationId, sku, title, ...line }) => {
    const item = listing ? outbox.takenOver({ seller, id: listing }) : undefined
    // The ids are enough; a SKU may be another one in the hub.
    const byIds = listing ? { listing, variationId } : { sku }
    const named = item ? { item, sku: variationId ? sku : undefined } : byIds
    return { ...line, ...named, ...(finished ? { sku, title } : {}) }
  })
  // The shop has sold an open order: what the hub lacks is oversold there, and the seller is told.
  if (!finished) return { ...order, lines, onShort: 'take' }
  // With its amount, the hub refuses an order of the past that does not cost the same there.
  const payment = order.payment && minorOf(total) > 0 ? { ...order.payment, amount: total } : order.payment
  return { ...order, lines, payment, history: true, status: finished }
}

/** Whether the key may not do it, which is no fault of the thing. */
export const isOfKey = ({ status }: { status: number }): boolean => status === 401 || status === 403

/** The answer, or the refusal of the thing. */
export const orRefusal = <T>(asked: Promise<T>): Promise<T | HubRefusal> =>
  asked.catch((error: unknown) => {
    if (error instanceof HubRefusal && !isOfKey(error.problem)) return error
    throw error
  })
