import { groupBy } from '#lib/group-by.ts'
import type { Amount, HubListing, HubOffer, HubSeller, HubVariation } from '../hub-types.ts'
import { discountsOf, type OrderDiscounts } from './discounts.ts'
import { minorOf, type Offer } from '../store/offers.ts'

export interface BasketLine {
  item: string
  /** The variation, as named by `choiceOf`; empty if there are none. */
  choice: string
  quantity: number
}

export interface BasketItem extends BasketLine {
  listing: HubListing
  variation: HubVariation | null
  price: Amount
  costMinor: number
  /** Taken off what it costs. */
  discountMinor: number
  problem: LineProblem | null
  /** The accepted offer that it pays. */
  offer?: string
}

export type LineProblem = { reason: 'gone' | 'away' } | { reason: 'too-many'; available: number }

/** The items of one seller: one order and parcel. */
export interface BasketGroup {
  seller: HubSeller
  items: BasketItem[]
  currency: string
  goodsMinor: number
  /** What is taken off, and what for. */
  discounts: OrderDiscounts['parts']
  /** The code that was entered, if it is good for something in it. */
  code: string | null
  postageMinor: number
  totalMinor: number
  /** The service that was quoted; undefined before. */
  shippingService?: string | null
  /** Why it cannot be sent there. */
  postageProblem?: string | null
  canBeOrdered: boolean
}

export const mostUnits = 99

/** Identifies a variation by its values, since SKUs are optional. */
export const choiceOf = ({ values }: Pick<HubVariation, 'values'>): string => JSON.stringify(values)

/** The chosen variation; null if the listing has none, undefined if the choice is invalid. */
export function variationOf(listing: HubListing, choice: string): HubVariation | null | undefined {
  if (listing.variations.length === 0) return null
  return listing.variations.find((each) => choiceOf(each) === choice)
}

/** Available units; 0 if not on sale at a fixed price. */
export function availableOf({ listing, seller }: Offer, variation: HubVariation | null): number {
  const isOnSale = listing.state === 'ACTIVE' && listing.format === 'FIXED_PRICE' && !seller.suspended
  return isOnSale ? Math.max(0, Math.min(listing.stock.available, variation?.available ?? Infinity)) : 0
}

/** Combines a basket with current offers, grouped by seller in basket order; `code` is that of a coupon. */
export function readBasket(
  lines: readonly BasketLine[],
  find: (item: string) => Offer | null,
  code = '',
): BasketGroup[] {
  const items = lines.flatMap((line): { item: BasketItem; seller: HubSeller }[] => {
    const offer = find(line.item)
    return offer ? [{ item: itemOf(line, offer), seller: offer.seller }] : []
  })
  const groups = groupBy(items, ({ seller, item }) => `${seller.id} ${item.price.currency}`)
  return [...groups.values()].map(([first, ...others]) =>
    groupOf(first.seller, [first.item, ...others.map(({ item }) => item)], code),
  )
}

function itemOf(line: BasketLine, offer: Offer): BasketItem {
  const { listing } = offer
  const variation = variationOf(listing, line.choice)
  const price = variation?.price ?? listing.price
  const available = variation === undefined ? 0 : availableOf(offer, variation)
  return {
    ...line,
    listing,
    variation: variation ?? null,
    price,
    costMinor: minorOf(price) * line.quantity,
    discountMinor: 0,
    problem:
      available === 0
        ? { reason: listing.state === 'PAUSED' ? 'away' : 'gone' }
        : line.quantity > available
          ? { reason: 'too-many', available }
          : null,
  }
}

/** What an accepted offer is for, at its price. */
export function offeredGroup({ listing, seller }: Offer, { id, item, price, units, variation }: HubOffer): BasketGroup {
  const found = listing.variations.find(({ values }) => values.join(', ') === variation) ?? null
  const choice = found ? choiceOf(found) : ''
  const costMinor = minorOf(price) * units
  return groupOf(seller, [
    {
      item,
      choice,
      quantity: units,
      listing,
      variation: found,
      price,
      costMinor,
      discountMinor: 0,
      problem: null,
      offer: id,
    },
  ])
}

function groupOf(seller: HubSeller, items: [BasketItem, ...BasketItem[]], code = ''): BasketGroup {
  const goodsMinor = items.reduce((sum, { costMinor }) => sum + costMinor, 0)
  const postageMinor = postageOf(items)
  // What was agreed on in an offer is the price.
  const isOffer = items.some(({ offer }) => offer !== undefined)
  const { lines, parts, takesCode } = discountsOf(isOffer ? [] : items, code)
  const discountMinor = parts.reduce((sum, { minor }) => sum + minor, 0)
  return {
    seller,
    items: items.map((item, nth) => ({ ...item, discountMinor: lines[nth] ?? 0 })),
    currency: items[0].price.currency,
    goodsMinor,
    discounts: parts,
    code: takesCode ? code : null,
    postageMinor,
    totalMinor: goodsMinor - discountMinor + postageMinor,
    canBeOrdered: items.every(({ problem }) => problem === null),
  }
}

/** Postage within the seller's country, before the hub quotes it: the highest of the items. */
export function postageOf(items: readonly Pick<BasketItem, 'listing'>[]): number {
  return Math.max(0, ...items.map(({ listing }) => (listing.postage ? minorOf(listing.postage.price) : 0)))
}

/** Where an order goes, as typed. */
export interface CheckoutFields {
  name: string
  line1: string
  city: string
  postalCode: string
  country: string
}

/** What the buyer has seen that it costs. */
export const sumsOf = (groups: readonly BasketGroup[]) => groups.map(({ totalMinor }) => totalMinor).join(' ')
