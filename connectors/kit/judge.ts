import { digestOf } from './digest.ts'
import type { Match } from './match-listings.ts'
import { minorOf, totalOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import type { ListingBody, ShopListing, ShopOrder } from './source.ts'

/** Who sets the units on sale: the shop sends them to the hub, or the hub to the shop. */
export type StockOwner = 'shop' | 'hub'

/** Why something is not sent. */
export interface Reason {
  code: string
  reason: string
}

/** What is to be done about a listing of the shop. */
export type ListingStep =
  | { do: 'nothing' }
  | { do: 'send'; body: ListingBody; digest: string }
  | { do: 'leave'; item: string }
  | ({ do: 'refuse'; match: Match; digest: string } & Reason)

interface ListingFacts {
  known: SentThing | null
  /** As in the outbox. */
  takenOver: string | null | undefined
  match: Match | null
  stock: StockOwner
}

/** Decides about a listing. Nothing is read or written, so that a dry run decides the same. */
export function judgeListing(listing: ShopListing, { known, takenOver, match, stock }: ListingFacts): ListingStep {
  if (takenOver) return { do: 'leave', item: takenOver }
  const isNew = !known?.number
  // Where the hub owns the stock, the shop tells its units once.
  const body = stock === 'hub' && !isNew ? withoutUnits(listing.listing) : listing.listing
  const digest = digestOf(stock === 'hub' ? withoutUnits(body) : body)
  if (isNew && match && takenOver === undefined) return { do: 'refuse', match, digest, ...looksLike(match) }
  return known?.digest === digest ? { do: 'nothing' } : { do: 'send', body, digest }
}

const looksLike = ({ by, items }: Match): Reason => ({
  code: 'looks-like-another',
  reason: `The hub has ${items.join(' and ')} with the same ${by}. Say with \`match\` whether it is the same.`,
})

/** The listing without its units: as they are in the hub. */
const withoutUnits = (body: ListingBody): ListingBody => ({
  ...body,
  quantity: undefined,
  variations: body.variations?.map((each) => ({ ...each, quantity: undefined })),
})

/** Parts of an order that the hub takes one by one after the order itself. */
export type OrderPart = 'shipTo' | 'payment' | 'cancelled'

/** What is to be done about an order of the shop. */
export type OrderStep =
  | { do: 'nothing' }
  | { do: 'place'; parts: Record<string, string>; digest: string }
  | { do: 'change'; changed: OrderPart[]; parts: Record<string, string>; digest: string; edited: Reason | null }
  | ({ do: 'refuse'; digest: string } & Reason)

/** Decides about an order, as `judgeListing` does about a listing. */
export function judgeOrder(order: ShopOrder, known: SentThing | null): OrderStep {
  const parts = partsOf(order)
  const digest = digestOf([parts, order.total])
  if (known?.digest === digest) return { do: 'nothing' }
  if (!known?.number) {
    // It was never in the hub, and nobody has to cancel it there.
    if (order.isCancelled) return { do: 'nothing' }
    const wrong = wrongTotal(order)
    return wrong ? { do: 'refuse', digest, ...wrong } : { do: 'place', parts, digest }
  }
  if (order.isCancelled) {
    // What shops leave of a cancelled order is no edit.
    const changed: OrderPart[] = known.parts.cancelled === 'true' ? [] : ['cancelled']
    return { do: 'change', changed, parts: { ...known.parts, cancelled: 'true' }, digest, edited: null }
  }
  const changed = (['shipTo', 'payment', 'cancelled'] as const).filter((part) => known.parts[part] !== parts[part])
  return { do: 'change', changed, parts, digest, edited: known.parts.rest === parts.rest ? wrongTotal(order) : edited }
}

const edited: Reason = {
  code: 'edited',
  reason:
    'It was edited in the shop. Of an order that it has, the hub takes a new address, payment or cancellation only.',
}

function partsOf({ order, isCancelled = false }: ShopOrder): Record<OrderPart | 'rest', string> {
  // How it reaches its buyer is told once: orders that were sent before shops told it are no others.
  const { shipTo, delivery: _, payment, buyer, ...rest } = order
  // Where buyer and recipient have one name, it is corrected with the address.
  const name = !shipTo || buyer.name === shipTo.name ? null : buyer.name
  return {
    rest: digestOf({ ...rest, buyer: { ...buyer, name } }),
    shipTo: digestOf(shipTo ?? null),
    payment: digestOf(payment),
    cancelled: String(isCancelled),
  }
}

/** The reason of an order that does not add up; null if it does. */
function wrongTotal({ order, total }: ShopOrder): Reason | null {
  const sum = totalOf(order)
  if (sum.currency === total.currency && minorOf(sum) === minorOf(total)) return null
  const said = `${total.value} ${total.currency}`
  return { code: 'total-differs', reason: `It adds up to ${sum.value} ${sum.currency}, and the shop says ${said}.` }
}
