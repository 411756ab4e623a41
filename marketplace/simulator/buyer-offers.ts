import { parseDecimal, toDecimal } from '#lib/money.ts'
import { createRandom } from '#lib/random.ts'
import { orderAnswer, type OfferAnswer, type OrderAnswer } from './answers.ts'
import { hashText, rankedOffers } from './basket.ts'
import type { HubClient } from './hub-client.ts'
import type { Marketplace } from './marketplace.ts'
import { buyerOfOrder, orderBody, orderId, orderNumber, type BuyerVisit } from './place-order.ts'

/** Buyers who offer less, among those who find something that takes offers. */
const share = 0.1
const suffix = '-offer'
const iso = (time: number) => new Date(Math.round(time)).toISOString()

/** Number of the visit that made an offer; null for other offers. */
export const visitOfOffer = (story: string, { id }: Pick<OfferAnswer, 'id'>): number | null =>
  id.endsWith(suffix) ? orderNumber(story, id.slice(0, -suffix.length)) : null

/** Offers less for what the buyer likes best; null if they rather buy, or made the offer in an earlier run. */
export async function offerLess(
  client: HubClient,
  { sellers, offers }: Marketplace,
  coming: BuyerVisit,
): Promise<string | null> {
  const id = orderId(coming.story, coming.number)
  const random = createRandom(`${id} offers`)
  const buyer = buyerOfOrder(coming)
  const near = (seller: string) => sellers.get(seller) === buyer.country
  const [liked] = random.chance(share) ? rankedOffers(hashText(id), offers().filter(isOpen), near) : []
  if (!liked) return null
  const { seller, item, variation, title, currency, priceMinor } = liked
  const price = { value: toDecimal({ minor: Math.floor((priceMinor * random.int(65, 95)) / 100), currency }), currency }
  const answer = await client.ask({
    method: 'PUT',
    path: `/sellers/${encodeURIComponent(seller)}/offers/${id}${suffix}`,
    body: { item, ...(variation ? { variation } : {}), buyer: buyer.username, price, madeAt: iso(coming.at) },
  })
  return answer.ok ? `${buyer.username} offers ${price.value} ${currency} for ${title} at ${seller}` : null
}

const isOpen = ({ takesOffers, priceMinor }: { takesOffers: boolean; priceMinor: number }) =>
  takesOffers && priceMinor >= 200

interface OfferStep {
  line: string
  /** The order that pays it. */
  order?: OrderAnswer
}

/** Pays an accepted offer, and answers a counteroffer; null if there is nothing to do. */
export async function goOnWithOffer(
  client: HubClient,
  { offers }: Marketplace,
  { seller, offer, coming }: { seller: string; offer: OfferAnswer; coming: BuyerVisit },
): Promise<OfferStep | null> {
  const buyer = buyerOfOrder(coming)
  const path = `/sellers/${encodeURIComponent(seller)}`
  const asked = `${offer.price.value} ${offer.price.currency}`
  if (offer.turn === 'BUYER') {
    const accepts = createRandom(`${offer.id} ${offer.changedAt}`).chance(0.6)
    const body = { step: accepts ? 'ACCEPT' : 'DECLINE', takenAt: iso(coming.at) }
    const answer = await client.ask({ method: 'POST', path: `${path}/offers/${offer.id}/steps`, body })
    return answer.ok ? { line: `${buyer.username} ${accepts ? 'accepts' : 'declines'} ${asked} of ${seller}` } : null
  }
  if (offer.state !== 'ACCEPTED' || offer.order !== null) return null
  // What is sold out is not among the offers, but its units are held.
  const liked = offers().find(
    (each) => each.seller === seller && each.item === offer.item && namesVariation(each, offer),
  )
  if (!liked && offer.variation !== null) return null
  const { item, units, price } = offer
  const { currency } = price
  const priceMinor = parseDecimal(price.value, currency)?.minor ?? 0
  const sold = {
    seller,
    item,
    variation: liked?.variation ?? null,
    title: '',
    currency,
    priceMinor,
    takesOffers: true,
    mark: 0,
  }
  const { lines, ...order } = orderBody({
    id: orderId(coming.story, coming.number),
    basket: { seller, currency, takes: [{ offer: sold, quantity: units }] },
    buyer,
    coming,
  })
  const body = { ...order, lines: lines.map((line) => ({ ...line, offer: offer.id })) }
  const answer = await client.ask({ method: 'POST', path: `${path}/orders`, body })
  return answer.ok
    ? { line: `${buyer.username} pays the offer of ${asked} at ${seller}`, order: orderAnswer.parse(answer.body) }
    : null
}

const namesVariation = ({ variation: own }: { variation: readonly string[] | null }, { variation }: OfferAnswer) =>
  (own?.join(', ') ?? null) === variation
