import { currencyDecimals, toDecimal } from '#lib/money.ts'
import type { Random } from '#lib/random.ts'
import { hashNumber, type Offer } from './offers.ts'

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
