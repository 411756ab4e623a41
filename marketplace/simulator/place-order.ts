import { createRandom } from '#lib/random.ts'
import { orderAnswer, type OrderAnswer } from './answers.ts'
import { fillBasket, linesOf, rankedOffers, type Basket } from './basket.ts'
import { buyerNumber, buyerOf, type Buyer, type Homes } from './buyers.ts'
import type { HubAnswer, HubClient } from './hub-client.ts'
import type { Marketplace } from './marketplace.ts'
import { hashText, type Offer } from './offers.ts'
import type { Pace } from './story-time.ts'
import { buyerBehaviour } from './buyer-behaviour.ts'

export interface BuyerVisit {
  /** The story, which determines buyers and their behaviour. */
  story: string
  number: number
  homes: Homes
  /** Wall time. */
  at: number
  pace: Pace
}

export type PurchaseOutcome =
  | { ok: true; seller: string; order: OrderAnswer; line: string }
  /** The order already exists from an earlier run. */
  | { ok: false; reason: 'known' }
  | { ok: false; reason: 'nothing-found'; line: string }

export const orderId = (story: string, number: number) => `${story}-${number}`

/** Order number in a story; null for other orders. */
export function orderNumber(story: string, order: string): number | null {
  const number = order.startsWith(`${story}-`) ? order.slice(story.length + 1) : ''
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null
}

const mostAttempts = 6

/** Orders the buyer's preferred items; if sold out, the next ones. */
export async function placeOrder(
  client: HubClient,
  { sellers, offers }: Marketplace,
  coming: BuyerVisit,
): Promise<PurchaseOutcome> {
  const { story, number, homes } = coming
  const id = orderId(story, number)
  const buyer = buyerOf(story, buyerNumber(createRandom(`${id} buyer`), number), homes)
  let preferred = rankedOffers(hashText(id), offers(), (seller) => sellers.get(seller) === buyer.country)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const basket = fillBasket(createRandom(`${id} basket`), preferred)
    if (!basket) break
    const body = orderBody(id, { basket, buyer, coming })
    const path = `/sellers/${encodeURIComponent(basket.seller)}/orders`
    const answer = await client.ask({ method: 'POST', path, body })
    if (answer.ok) {
      const order = orderAnswer.parse(answer.body)
      return { ok: true, seller: basket.seller, order, line: `${buyer.username} orders ${told(basket, order)}` }
    }
    if (answer.problem.type.endsWith(':id-taken')) return { ok: false, reason: 'known' }
    preferred = withoutRefused(preferred, basket, answer)
  }
  return { ok: false, reason: 'nothing-found', line: `${buyer.username} finds nothing to buy` }
}

/** Remaining preferences, without the refused line or a closed seller. */
function withoutRefused(
  preferred: readonly Offer[],
  { seller, takes }: Basket,
  { problem }: Extract<HubAnswer, { ok: false }>,
): Offer[] {
  const [, line] = /^\/lines\/(\d+)/.exec(problem.errors?.[0]?.pointer ?? '') ?? []
  const refused = line === undefined ? undefined : takes[Number(line)]?.offer
  return preferred.filter((offer) => (refused ? offer !== refused : offer.seller !== seller))
}

function orderBody(id: string, { basket, buyer, coming }: { basket: Basket; buyer: Buyer; coming: BuyerVisit }) {
  const { at, pace } = coming
  const iso = (time: number) => new Date(Math.round(time)).toISOString()
  const behaviour = buyerBehaviour(id)
  return {
    id,
    placedAt: iso(at),
    buyer: { id: buyer.id, username: buyer.username, name: buyer.name },
    shipTo: buyer.address,
    currency: basket.currency,
    lines: linesOf(basket),
    deliveryFrom: iso(pace.after(at, behaviour.promised.from)),
    deliveryTo: iso(pace.after(at, behaviour.promised.to)),
    ...(behaviour.paying === 'AT_ONCE'
      ? { payment: { id: `${id}-p1`, method: behaviour.method, state: 'PAID', paidAt: iso(at) } }
      : {}),
  }
}

function told({ seller, takes: [{ offer, quantity }, ...others] }: Basket, { id, total, paidAt }: OrderAnswer): string {
  const units = quantity > 1 ? `${quantity} × ` : ''
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const paid = paidAt === null ? ', not paid yet' : ''
  return `${units}${offer.title}${more} at ${seller} for ${total.value} ${total.currency} (${id}${paid})`
}
