import { currencyDecimals, parseDecimal, toDecimal } from '#lib/money.ts'
import type { Random } from '#lib/random.ts'
import type { ListingAnswer } from './answers.ts'

export interface Offer {
  /** Marketplace id of the seller. */
  seller: string
  item: string
  variation: readonly string[] | null
  title: string
  currency: string
  priceMinor: number
  takesOffers: boolean
  /** 32 bits that determine buyers' preference. */
  mark: number
}

/** Offers of a listing, at the prices of its sale while that is on: none if it is not active or has no fixed price. */
export function offersOf(seller: string, listing: ListingAnswer): Offer[] {
  if (listing.state !== 'ACTIVE' || listing.format !== 'FIXED_PRICE') return []
  const isOnSale = listing.sale?.isOn === true
  const paid = ({ price, sale }: Pick<ListingAnswer['variations'][number], 'price' | 'sale'>) =>
    isOnSale && sale ? sale.price : price
  const sorts =
    listing.variations.length === 0
      ? [{ variation: null, price: paid(listing), named: '' }]
      : listing.variations.map((each) => ({
          variation: each.values,
          price: paid(each),
          named: ` (${each.values.join(', ')})`,
        }))
  return sorts.flatMap(({ variation, price, named }) => {
    const amount = parseDecimal(price.value, price.currency)
    if (!amount) return []
    return [
      {
        seller,
        item: listing.item,
        variation,
        title: listing.title + named,
        currency: price.currency,
        priceMinor: amount.minor,
        takesOffers: listing.takesOffers,
        mark: hashText(`${seller} ${listing.item}${named}`),
      },
    ]
  })
}

/** 32-bit FNV-1a hash. */
export function hashText(text: string): number {
  let mark = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193)
  return mark >>> 0
}

/** 32-bit mixing function (finaliser of MurmurHash3). */
export function hashNumber(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

interface Take {
  offer: Offer
  quantity: number
}

/** A basket: one seller, one currency. */
export interface Basket {
  seller: string
  currency: string
  takes: [Take, ...Take[]]
}

/** Units above this price are bought singly; in main currency units. */
const dear = 25
/** Free shipping from this amount, in main currency units. */
const freeShippingFrom = 60
const shippingMinor = 395

/** Popularity of an offer: few are popular, and cheap ones sell more. */
function liking({ mark, priceMinor, currency }: Offer): number {
  const liked = hashNumber(mark) / 2 ** 32
  return 1 / (0.04 + liked) / (1 + mainUnits(priceMinor, currency) / 150)
}

const mainUnits = (minor: number, currency: string) => minor / 10 ** currencyDecimals(currency)

/**
 * Offers in order of a buyer's preference. Stable when offers come or go: hubs with the same wares sell the same items.
 * @param shopper 32 random bits of the buyer
 * @param near whether a seller is in the buyer's country, where most buy
 */
export function rankedOffers(shopper: number, offers: readonly Offer[], near: (seller: string) => boolean): Offer[] {
  return offers
    .map((offer) => {
      const chance = (hashNumber(shopper ^ offer.mark) + 1) / (2 ** 32 + 1)
      return { offer, wait: -Math.log(chance) / (liking(offer) * (near(offer.seller) ? 12 : 1)) }
    })
    .toSorted((a, b) => a.wait - b.wait || a.offer.mark - b.offer.mark)
    .map(({ offer }) => offer)
}

/** Fills a basket with the preferred offer, sometimes adding another of the seller. Null if there is none. */
export function fillBasket(random: Random, preferred: readonly Offer[]): Basket | null {
  const [first] = preferred
  const [units, more] = [quantityOf(random), quantityOf(random)]
  const takesMore = random.chance(0.18)
  if (!first) return null
  const second = takesMore
    ? preferred.find(
        ({ seller, item, currency }) => seller === first.seller && item !== first.item && currency === first.currency,
      )
    : undefined
  const take = (offer: Offer, quantity: number): Take => ({
    offer,
    quantity: mainUnits(offer.priceMinor, offer.currency) > dear ? 1 : quantity,
  })
  const takes: Basket['takes'] = [take(first, units), ...(second ? [take(second, more)] : [])]
  return { seller: first.seller, currency: first.currency, takes }
}

function quantityOf(random: Random): number {
  return random.weighted([
    [1, 78],
    [2, 14],
    [3, 6],
    [5, 2],
  ] as const)
}

/** Order lines for the API; shipping is on the first. */
export function linesOf({ takes, currency }: Basket) {
  const amount = (minor: number) => ({ value: toDecimal({ minor, currency }), currency })
  const goods = takes.reduce((sum, { offer, quantity }) => sum + offer.priceMinor * quantity, 0)
  const shipping = mainUnits(goods, currency) >= freeShippingFrom ? 0 : shippingMinor
  return takes.map(({ offer, quantity }, index) => ({
    item: offer.item,
    ...(offer.variation === null ? {} : { variation: offer.variation }),
    quantity,
    unitPrice: amount(offer.priceMinor),
    ...(index === 0 && shipping > 0 ? { shipping: amount(shipping) } : {}),
  }))
}
