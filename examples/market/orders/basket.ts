import { groupBy } from '#lib/group-by.ts'
import type { Amount, HubListing, HubOffer, HubSeller, HubVariation, HubDiscount } from '../hub-types.ts'
import { minorOf, type Offer } from '../store/offers.ts'

interface DiscountedLine {
  listing: Pick<HubListing, 'item' | 'discounts'>
  costMinor: number
  quantity: number
}

/** What is taken off the lines of one seller's order, and what for. */
interface OrderDiscounts {
  /** Of each line. */
  lines: number[]
  parts: { label: string; minor: number }[]
  /** Whether the code that was entered is good for something in the order. */
  takesCode: boolean
}

const share = (minor: number, percent: number) => Math.ceil((minor * percent) / 100)

/** Divides an amount in proportion to what lines cost, exactly. */
function divided(amount: number, costs: readonly number[]): number[] {
  const whole = costs.reduce((sum, cost) => sum + cost, 0)
  let [before, given] = [0, 0]
  return costs.map((cost) => {
    before += cost
    const upTo = whole === 0 ? 0 : Number((BigInt(Math.min(amount, whole)) * BigInt(before)) / BigInt(whole))
    const own = upTo - given
    given = upTo
    return own
  })
}

/** What a discount takes off lines that cost so much. */
function offOf(
  { kind, percent, amountOff, leastOrder, tiers }: HubDiscount,
  costs: number[],
  units: number[],
): number[] {
  if (kind === 'VOLUME')
    return costs.map((cost, nth) => {
      const tier = tiers.findLast((each) => (units[nth] ?? 0) >= each.units)
      return tier ? share(cost, tier.percent) : 0
    })
  const whole = costs.reduce((sum, cost) => sum + cost, 0)
  if (leastOrder && whole < minorOf(leastOrder)) return costs.map(() => 0)
  return percent === null
    ? divided(amountOff ? minorOf(amountOff) : 0, costs)
    : costs.map((cost) => share(cost, percent))
}

const kinds = ['VOLUME', 'ORDER', 'COUPON'] as const

/** The volume price of each line, then the discount of the order, then the code: each of what is left to pay. */
export function discountsOf(lines: readonly DiscountedLine[], code: string): OrderDiscounts {
  const off = lines.map(() => 0)
  const parts: OrderDiscounts['parts'] = []
  // Its variations count together.
  const units = lines.map(({ listing }) =>
    lines.reduce((sum, each) => sum + (each.listing.item === listing.item ? each.quantity : 0), 0),
  )
  const all = new Map(lines.flatMap(({ listing }) => listing.discounts.map((each) => [each.id, each] as const)))
  let takesCode = false
  for (const kind of kinds)
    for (const discount of all.values()) {
      if (discount.kind !== kind || (kind === 'COUPON' && discount.code !== code)) continue
      const covered = lines.map(({ listing }) => listing.discounts.some(({ id }) => id === discount.id))
      const costs = lines.map(({ costMinor }, nth) => (covered[nth] ? costMinor - (off[nth] ?? 0) : 0))
      const own = offOf(discount, costs, units)
      const minor = own.reduce((sum, each) => sum + each, 0)
      if (minor === 0) continue
      for (const [nth, each] of own.entries()) off[nth] = (off[nth] ?? 0) + each
      parts.push({ label: kind === 'COUPON' ? `Code ${code}` : 'Discount', minor })
      takesCode ||= kind === 'COUPON'
    }
  return { lines: off, parts, takesCode }
}

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
