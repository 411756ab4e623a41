import { digestOf } from './digest.ts'
import type { Match } from './match-listings.ts'
import { minorOf, totalOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import type { ListingBody, ShopListing, ShopOrder, Reason } from './source.ts'

/** Who sets the units on sale: the shop sends them to the hub, or the hub to the shop. */
export type StockOwner = 'shop' | 'hub'

export type ListingStep =
  | { do: 'nothing' }
  | { do: 'send'; body: ListingBody; digest: string; counts: StockOwner }
  | { do: 'leave'; item: string }
  | ({ do: 'refuse'; match: Match; digest: string } & Reason)

interface ListingFacts {
  known: SentThing | null
  /** As in the outbox. */
  takenOver: string | null | undefined
  match: Match | null
  stock: StockOwner
  /** Whether all orders were sent that the units lack: then the hub counts on from them, if it is to count at all. */
  handsOver?: boolean
}

/** Decides about a listing. Nothing is read or written, so that a dry run decides the same. */
export function decideListing(
  { listing }: ShopListing,
  { known, takenOver, match, stock, handsOver = false }: ListingFacts,
): ListingStep {
  if (takenOver) return { do: 'leave', item: takenOver }
  const isNew = !known?.number
  // Where the hub owns the stock, the shop counts until its listing is on sale there with all orders.
  const isBegun = !isNew && known.state !== 'DRAFT' && !isCountedByShop(known)
  const counts = stock === 'shop' || !(isBegun || handsOver) ? 'shop' : 'hub'
  const body = isBegun && counts === 'hub' ? withoutUnits(listing) : listing
  const digest = digestOf(counts === 'hub' ? withoutUnits(listing) : [listing, counts])
  if (isNew && match && takenOver === undefined) return { do: 'refuse', match, digest, ...looksLike(match) }
  return known?.digest === digest ? { do: 'nothing' } : { do: 'send', body, digest, counts }
}

/** Whether the hub has the shop's figure of a listing as what is left to sell. */
export const isCountedByShop = ({ parts }: Pick<SentThing, 'parts'>): boolean => parts.counts === 'shop'

const looksLike = ({ by, items }: Match): Reason => ({
  code: 'looks-like-another',
  params: { by, items: items.join(', ') },
  reason: `The hub has ${items.join(' and ')} with the same ${by}. Say with \`match\` whether it is the same.`,
})

/** The listing without its units: as they are in the hub. */
const withoutUnits = (body: ListingBody): ListingBody => ({
  ...body,
  quantity: undefined,
  variations: body.variations?.map((each) => ({ ...each, quantity: undefined })),
})

/** Parts of an order that the hub takes one by one after the order itself, in this sequence. */
const orderParts = ['shipTo', 'payment', 'refunds', 'lines', 'cancelled', 'shipments', 'finished'] as const
export type OrderPart = (typeof orderParts)[number]

/** Hashes of what an order consists of, by name. */
export type Parts = Readonly<Record<string, string>>

export type OrderStep =
  | { do: 'nothing' }
  | { do: 'place'; parts: Parts; digest: string }
  /** Nothing unless the hub has it, which was not noted when its answer was lost. */
  | { do: 'lookUp'; parts: Parts; digest: string }
  | { do: 'change'; changed: OrderPart[]; parts: Parts; digest: string; edited: Reason | null }
  | ({ do: 'refuse'; digest: string } & Reason)

export function decideOrder(order: ShopOrder, known: SentThing | null): OrderStep {
  const parts = partsOf(order)
  const digest = digestOf([parts, order.total])
  if (known?.digest === digest) return { do: 'nothing' }
  if (!known?.number) {
    if (order.isCancelled) return { do: 'lookUp', parts, digest }
    const wrong = wrongTotal(order)
    return wrong ? { do: 'refuse', digest, ...wrong } : { do: 'place', parts: placedParts(order, parts), digest }
  }
  const differs = isOther(known.parts, parts)
  if (order.isCancelled) {
    // What shops leave of a cancelled order is no edit. What they gave back is not given back by the hub, too.
    const changed = (['refunds', 'cancelled'] as const).filter(differs)
    return { do: 'change', changed, parts, digest, edited: null }
  }
  const wrong = wrongTotal(order)
  const changed = orderParts.filter((part) => differs(part) && !(wrong && part === 'lines'))
  return { do: 'change', changed, parts, digest, edited: wrong ?? (differs('about') ? edited : null) }
}

const edited: Reason = {
  code: 'edited',
  reason:
    'It was edited in the shop. Of an order that it has, the hub takes another address, payment, units and cancellations only.',
}

/** Which parts the hub has otherwise or not at all. */
const isOther = (known: Parts, parts: Parts) => (part: OrderPart | 'about') => {
  if (part === 'lines') return known.rest !== parts.rest
  if (part === 'about') return known.about !== undefined && known.about !== parts.about
  if (part !== 'refunds' && part !== 'shipments') return (known[part] ?? '') !== (parts[part] ?? '')
  const names = [...Object.keys(known), ...Object.keys(parts)].filter((name) => name.startsWith(prefixOf[part]))
  return names.some((name) => known[name] !== parts[name])
}

const prefixOf = { refunds: 'refund ', shipments: 'shipment ' } as const

export const partOfShipment = (id: string): string => prefixOf.shipments + id
export const partOfRefund = (id: string): string => prefixOf.refunds + id
export const shipmentsIn = (parts: Parts): string[] =>
  Object.keys(parts).flatMap((name) =>
    name.startsWith(prefixOf.shipments) ? name.slice(prefixOf.shipments.length) : [],
  )

function partsOf({ order, isCancelled = false, finished, shipments = [], refunds = [] }: ShopOrder): Parts {
  // How it reaches its buyer is told once: orders that were sent before shops told it are no others.
  const { shipTo, delivery: _, payment, buyer, ...rest } = order
  const { lines: _lines, extras: _extras, shipping: _shipping, discount: _discount, ...about } = rest
  // Where buyer and recipient have one name, it is corrected with the address.
  const name = !shipTo || buyer.name === shipTo.name ? null : buyer.name
  return {
    rest: digestOf({ ...rest, buyer: { ...buyer, name } }),
    about: digestOf({ ...about, buyer: { ...buyer, name } }),
    shipTo: digestOf(shipTo ?? null),
    payment: digestOf(payment),
    cancelled: isCancelled ? 'true' : '',
    finished: finished ?? '',
    ...Object.fromEntries(shipments.map((each) => [partOfShipment(each.id), digestOf(each)])),
    // A shop may divide it otherwise once its lines have changed.
    ...Object.fromEntries(refunds.map(({ id, amount }) => [partOfRefund(id), digestOf([id, amount])])),
  }
}

/** What the hub has once it was placed: of the past also its parcels, all else of what followed comes afterwards. */
function placedParts({ finished }: ShopOrder, parts: Parts): Parts {
  const isPlaced = (name: string) =>
    !name.startsWith(prefixOf.refunds) && (finished !== undefined || !name.startsWith(prefixOf.shipments))
  const placed = Object.fromEntries(Object.entries(parts).filter(([name]) => isPlaced(name)))
  return finished ? { ...placed, past: 'true' } : placed
}

/** Whether the hub has it as an order of the past, whose parcels the shop knows. */
export const isOfPast = ({ parts }: Pick<SentThing, 'parts'>): boolean => parts.past === 'true'

/** The reason of an order that does not add up; null if it does. */
function wrongTotal({ order, total }: ShopOrder): Reason | null {
  const sum = totalOf(order)
  if (sum.currency === total.currency && minorOf(sum) === minorOf(total)) return null
  const params = { hub: `${sum.value} ${sum.currency}`, shop: `${total.value} ${total.currency}` }
  const reason = `It adds up to ${params.hub}, and the shop says ${params.shop}.`
  return { code: 'does-not-add-up', params, reason }
}
