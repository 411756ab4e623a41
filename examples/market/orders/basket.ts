import { groupBy } from '#lib/group-by.ts'
import type { Amount, HubListing, HubSeller, HubVariation } from '../hub-types.ts'
import { minorOf, type Offer } from '../store/offers.ts'

/** What a buyer would like to have: of a listing, or of one of its variations. */
export interface BasketLine {
  item: string
  /** The variation, as `choiceOf` names it; empty where the listing has none. */
  choice: string
  quantity: number
}

/** A line of the basket with what is known of the thing. */
export interface BasketItem extends BasketLine {
  listing: HubListing
  variation: HubVariation | null
  price: Amount
  /** Minor units for all of the line. */
  costMinor: number
  problem: LineProblem | null
}

/** Why a line cannot be ordered as it is. */
export type LineProblem = { reason: 'gone' } | { reason: 'too-many'; available: number }

/** What comes from one seller: one order, in one parcel. */
export interface BasketGroup {
  seller: HubSeller
  items: BasketItem[]
  currency: string
  goodsMinor: number
  postageMinor: number
  totalMinor: number
  canBeOrdered: boolean
}

/** More of one thing nobody buys in a shop. */
export const mostUnits = 99

/** Names a variation in forms and in the basket: by its values, for a seller need not give it a SKU. */
export const choiceOf = ({ values }: Pick<HubVariation, 'values'>): string => JSON.stringify(values)

/** The variation that was chosen; null where the listing has none. Undefined where it has variations, and none such. */
export function variationOf(listing: HubListing, choice: string): HubVariation | null | undefined {
  if (listing.variations.length === 0) return null
  return listing.variations.find((each) => choiceOf(each) === choice)
}

/** Units that can be had of a thing; 0 where it is not sold at a fixed price, or not any more. */
export function availableOf({ listing, seller }: Offer, variation: HubVariation | null): number {
  const isOnSale = listing.state === 'ACTIVE' && listing.format === 'FIXED_PRICE' && !seller.suspended
  return isOnSale ? Math.max(0, Math.min(listing.stock.available, variation?.available ?? Infinity)) : 0
}

/** Puts what is in a basket together with what is known of it: by seller, in the order in which it was put in. */
export function readBasket(lines: readonly BasketLine[], find: (item: string) => Offer | null): BasketGroup[] {
  const items = lines.flatMap((line): { item: BasketItem; seller: HubSeller }[] => {
    const offer = find(line.item)
    return offer ? [{ item: itemOf(line, offer), seller: offer.seller }] : []
  })
  const groups = groupBy(items, ({ seller, item }) => `${seller.id} ${item.price.currency}`)
  return [...groups.values()].map(([first, ...others]) =>
    groupOf(first.seller, [first.item, ...others.map(({ item }) => item)]),
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
    problem:
      available === 0 ? { reason: 'gone' } : line.quantity > available ? { reason: 'too-many', available } : null,
  }
}

function groupOf(seller: HubSeller, items: [BasketItem, ...BasketItem[]]): BasketGroup {
  const goodsMinor = items.reduce((sum, { costMinor }) => sum + costMinor, 0)
  const postageMinor = postageOf(items)
  return {
    seller,
    items,
    currency: items[0].price.currency,
    goodsMinor,
    postageMinor,
    totalMinor: goodsMinor + postageMinor,
    canBeOrdered: items.every(({ problem }) => problem === null),
  }
}

/** What is paid for one parcel with all of it: the dearest postage, once. */
export function postageOf(items: readonly Pick<BasketItem, 'listing'>[]): number {
  return Math.max(0, ...items.map(({ listing }) => (listing.postage ? minorOf(listing.postage.price) : 0)))
}
