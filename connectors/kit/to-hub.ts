import { becauseOf, HubRefusal } from './hub-client.ts'
import { changeOrder } from './change-order.ts'
import { decideListing, decideOrder, type Parts } from './decide.ts'
import type { Reason } from './source.ts'
import { createMatcher, type HubListing, type Matcher } from './match-listings.ts'
import { orNone, orRefusal } from './or-refusal.ts'
import { minorOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import type { Connected } from './connected.ts'
import type { Amount, OrderBody, ShopListing, ShopOrder } from './source.ts'
import type { Operations } from './hub-api.ts'

export type Sent = 'same' | 'sent' | 'refused'

/** Finds matching listings of a seller; reads the hub's listings once, on first use. */
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

export async function stepOfListing(
  { outbox, stock, placeholder = null }: Pick<Connected, 'outbox' | 'stock' | 'placeholder'>,
  shopListing: ShopListing,
  matcherOf: (seller: string) => Promise<Matcher>,
  handsOver = false,
) {
  const listing = withPicture(shopListing, placeholder)
  const known = await outbox.find('listing', listing)
  const takenOver = await outbox.takenOver(listing)
  const isOpen = !known?.number && takenOver === undefined
  const match = isOpen ? (await matcherOf(listing.seller)).find(listing.listing) : null
  return decideListing(listing, { known, takenOver, match, stock, handsOver })
}

function withPicture(shopListing: ShopListing, placeholder: string | null): ShopListing {
  const { listing } = shopListing
  if (placeholder === null || listing.pictures?.length) return shopListing
  return { ...shopListing, listing: { ...listing, pictures: [placeholder] } }
}

export const blank = {
  state: 'REFUSED',
  number: null,
  parts: {},
  digest: '',
  lineIds: [],
  code: null,
  reason: null,
} as const

/** Sends a new order, or its changes. A refusal is stored with its reason. */
export async function sendOrder({ hub, outbox, source }: Connected, shopOrder: ShopOrder): Promise<Sent> {
  const { seller, id } = shopOrder
  const known = await outbox.find('order', shopOrder)
  const step = decideOrder(shopOrder, known)
  if (step.do === 'nothing') return 'same'
  const { before, keep } = await noteOf(outbox, shopOrder, step.digest)
  if (step.do === 'refuse') {
    await keep({ state: 'REFUSED', code: step.code, params: step.params, reason: step.reason })
    return 'refused'
  }
  /** What happened to it since it was placed. */
  const follow = async (from: SentThing): Promise<Sent> => {
    const next = decideOrder(shopOrder, from)
    if (next.do !== 'change') return 'same'
    const { parts, lineIds, refusal } = await changeOrder(shopOrder, {
      hub,
      before: from,
      step: next,
      nameLine: (line) => namedLine(outbox, seller, line),
      applied: () => outbox.appliedTo(shopOrder),
      readAgain: () => source.order(shopOrder),
      giveBack: (refund) => source.applyRefund(shopOrder, refund),
    })
    const state = refusal ? 'REFUSED' : 'SENT'
    await keep({ state, number: from.number, parts, lineIds, digest: step.digest, ...refusal })
    return refusal ? 'refused' : 'sent'
  }
  if (step.do === 'change') return follow(before)
  if (step.do === 'lookUp') {
    const there = await orNone(hub.call('getOrder', { path: { seller, order: id } }))
    const lost = there && recoverNote(there, shopOrder, { before, parts: step.parts })
    if (lost) return follow(lost)
    await keep({ state: 'SENT' })
    return 'same'
  }
  const body = await bodyOf(outbox, shopOrder)
  const answer = await orRefusal(hub.call('placeOrder', { path: { seller }, query: {}, body }))
  if (answer instanceof HubRefusal && answer.code === 'id-taken') {
    const there = await hub.call('getOrder', { path: { seller, order: id } })
    const lost = recoverNote(there, shopOrder, { before, parts: step.parts })
    if (lost) return follow(lost)
  }
  if (answer instanceof HubRefusal) {
    await keep({ state: 'REFUSED', ...becauseOf(answer, { body, of: shopOrder }) })
    return 'refused'
  }
  const placed = { ...before, number: answer.number, lineIds: shopOrder.lineIds, parts: step.parts }
  const otherwise = costsOtherwise(answer, shopOrder)
  if (otherwise) {
    await keep({ ...placed, state: 'REFUSED', ...otherwise, digest: step.digest })
    return 'refused'
  }
  // Without the digest, what followed is sent after a crash.
  await keep({ ...placed, state: 'SENT', digest: '' })
  return follow(placed)
}

/** The reason of an order whose total is another one in the hub; null if it is the same. */
export function costsOtherwise(there: { total: Amount }, { total }: Pick<ShopOrder, 'total'>): Reason | null {
  const { value } = there.total
  if (minorOf(there.total) === minorOf(total)) return null
  return { code: 'costs-otherwise', params: { hub: value }, reason: `In the hub it costs ${value}.` }
}

/** The order's entry in the outbox, and a function that replaces it. */
export async function noteOf(
  outbox: Connected['outbox'],
  order: Pick<ShopOrder, 'seller' | 'id' | 'lineIds' | 'number'>,
  digest: string,
) {
  const { seller, id, lineIds } = order
  const before = (await outbox.find('order', order)) ?? { ...blank, kind: 'order' as const, seller, id, lineIds }
  const noted = (more: Partial<SentThing>): SentThing => ({
    ...before,
    digest,
    code: null,
    params: null,
    reason: null,
    name: order.number ?? null,
    ...more,
  })
  return { before, noted, keep: (more: Partial<SentThing>) => outbox.keep(noted(more)) }
}

const longestTitle = 200

/** The title of a line, as the hub takes it; the hub names one without. */
const titleOf = ({ title }: OrderBody['lines'][number]): string | undefined =>
  title?.trim().slice(0, longestTitle).toWellFormed() || undefined

/** A line with its listing: one that was in the hub before goes by item number, its variation by SKU. */
async function namedLine(
  outbox: Connected['outbox'],
  seller: string,
  named: OrderBody['lines'][number],
): Promise<OrderBody['lines'][number]> {
  const { listing, variationId, sku, title: _, ...rest } = named
  // What was sold comes in under its title if the hub lacks its listing.
  const line = { ...rest, title: titleOf(named) }
  const item = listing ? await outbox.takenOver({ seller, id: listing }) : undefined
  if (item) return { ...line, item, sku: variationId ? sku : undefined }
  // Ids suffice; the hub may use another SKU.
  return { ...line, ...(listing ? { listing, variationId } : { sku }) }
}

/** The body of an order. Lines of matched listings use the item number, and variations the SKU. */
export async function bodyOf(outbox: Connected['outbox'], shopOrder: ShopOrder): Promise<OrderBody> {
  const { seller, order, finished, total } = shopOrder
  const lines: OrderBody['lines'] = []
  for (const line of order.lines) {
    const named = await namedLine(outbox, seller, line)
    lines.push(finished ? { ...named, sku: line.sku } : named)
  }
  // An open order is sold: missing units become oversold in the hub, and the seller is notified.
  if (!finished) return { ...order, lines, onShort: 'take' }
  // With the amount, the hub refuses a historical order whose total differs there.
  const payment = order.payment && minorOf(total) > 0 ? { ...order.payment, amount: total } : order.payment
  return { ...order, lines, payment, history: true, status: finished, ...pastParcels(shopOrder) }
}

const mostParcels = 100

/** Its parcels, if all its units are in them; without any, the hub takes it as sent in one. */
function pastParcels({ order, lineIds, shipments = [] }: ShopOrder): Pick<OrderBody, 'parcels'> {
  const units = new Map(lineIds.map((line, place) => [line, order.lines[place]?.quantity ?? 0]))
  for (const { line, quantity } of shipments.flatMap(({ contents }) => contents))
    units.set(line, (units.get(line) ?? 0) - quantity)
  const isWhole = [...units.values()].every((left) => left === 0)
  if (!isWhole || shipments.length === 0 || shipments.length > mostParcels) return {}
  return {
    parcels: shipments.map(({ carrier, trackingNumber, shippedAt, contents }) => ({
      carrier,
      trackingNumber,
      shippedAt,
      contents: contents.map(({ line, quantity }) => ({ line: lineIds.indexOf(line) + 1, quantity })),
    })),
  }
}

type HubOrder = Operations['getOrder']['answer']

/**
 * What a lost outbox knew of an order that the hub has, and that was changed since; `parts` are those of a new one. Null
 * if the hub's order is another one.
 */
function recoverNote(
  there: HubOrder,
  shopOrder: ShopOrder,
  { before, parts }: { before: SentThing; parts: Parts },
): SentThing | null {
  const isSameTotal = minorOf(there.total) === minorOf(shopOrder.total)
  const lineIds = matchLines(there, shopOrder)
  if (!isSameTotal && !lineIds) return null
  const ofPast = Object.entries(parts).filter(([name]) => /^(past|finished|shipment .*)$/.test(name))
  return {
    ...before,
    number: there.number,
    lineIds: lineIds ?? shopOrder.lineIds,
    parts: { rest: (isSameTotal && parts.rest) || '', ...(there.history ? Object.fromEntries(ofPast) : {}) },
  }
}

/** The shop's lines in the hub's order, empty for those that the shop took away; null if the hub lacks one. */
function matchLines(there: HubOrder, { order, lineIds }: ShopOrder): string[] | null {
  const left = order.lines.map((line, place) => ({ ...line, id: lineIds[place] ?? '' }))
  const matched = there.lines.map(({ listing, variationId }) => {
    const place = left.findIndex(
      (line) => line.listing !== undefined && line.listing === listing && (line.variationId ?? null) === variationId,
    )
    return place < 0 ? '' : (left.splice(place, 1)[0]?.id ?? '')
  })
  return left.length > 0 ? null : matched
}
