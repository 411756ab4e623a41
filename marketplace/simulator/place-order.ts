import { createRandom } from '#lib/random.ts'
import { orderAnswer, type OrderAnswer } from './answers.ts'
import { fillBasket, linesOf, wishes, type Basket } from './basket.ts'
import { buyerNumber, buyerOf, type Buyer, type Homes } from './buyers.ts'
import type { HubAnswer, HubClient } from './hub-client.ts'
import type { Marketplace } from './marketplace.ts'
import { markOf, type Offer } from './offers.ts'
import type { Pace } from './story-time.ts'
import { temperOf } from './temper.ts'

/** Somebody comes to buy. */
export interface Coming {
  /** The story, from which buyers and their tempers follow. */
  story: string
  /** Which buyer of the story it is. */
  number: number
  homes: Homes
  /** On the wall. */
  at: number
  pace: Pace
}

/** What became of it. */
export type Bought =
  | { ok: true; seller: string; order: OrderAnswer; line: string }
  /** The order of this number is here already, from an earlier run. */
  | { ok: false; reason: 'known' }
  | { ok: false; reason: 'nothing-found'; line: string }

/** The id of an order of a story. */
export const orderId = (story: string, number: number) => `${story}-${number}`

/** The number of an order of a story; null for any other order. */
export function orderNumber(story: string, order: string): number | null {
  const number = order.startsWith(`${story}-`) ? order.slice(story.length + 1) : ''
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null
}

/** Whoever is refused so often goes home. */
const mostAttempts = 6

/** Lets a buyer order what they wish for most; where that is sold out, what they wish for next. */
export async function placeOrder(client: HubClient, { sellers, offers }: Marketplace, coming: Coming): Promise<Bought> {
  const { story, number, homes } = coming
  const id = orderId(story, number)
  const buyer = buyerOf(story, buyerNumber(createRandom(`${id} buyer`), number), homes)
  let wished = wishes(markOf(id), offers(), (seller) => sellers.get(seller) === buyer.country)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const basket = fillBasket(createRandom(`${id} basket`), wished)
    if (!basket) break
    const body = orderBody(id, { basket, buyer, coming })
    const path = `/sellers/${encodeURIComponent(basket.seller)}/orders`
    const answer = await client.ask({ method: 'POST', path, body })
    if (answer.ok) {
      const order = orderAnswer.parse(answer.body)
      return { ok: true, seller: basket.seller, order, line: `${buyer.username} orders ${told(basket, order)}` }
    }
    if (answer.problem.type.endsWith(':id-taken')) return { ok: false, reason: 'known' }
    wished = withoutRefused(wished, basket, answer)
  }
  return { ok: false, reason: 'nothing-found', line: `${buyer.username} finds nothing to buy` }
}

/** What is left to wish for: without the line that the hub refused, or without all of a seller who sells nothing now. */
function withoutRefused(
  wished: readonly Offer[],
  { seller, takes }: Basket,
  { problem }: Extract<HubAnswer, { ok: false }>,
): Offer[] {
  const [, line] = /^\/lines\/(\d+)/.exec(problem.errors?.[0]?.pointer ?? '') ?? []
  const refused = line === undefined ? undefined : takes[Number(line)]?.offer
  return wished.filter((offer) => (refused ? offer !== refused : offer.seller !== seller))
}

function orderBody(id: string, { basket, buyer, coming }: { basket: Basket; buyer: Buyer; coming: Coming }) {
  const { at, pace } = coming
  const iso = (time: number) => new Date(Math.round(time)).toISOString()
  const temper = temperOf(id)
  return {
    id,
    placedAt: iso(at),
    buyer: { id: buyer.id, username: buyer.username, name: buyer.name },
    shipTo: buyer.address,
    currency: basket.currency,
    lines: linesOf(basket),
    deliveryFrom: iso(pace.after(at, temper.promised.from)),
    deliveryTo: iso(pace.after(at, temper.promised.to)),
    ...(temper.paying === 'AT_ONCE'
      ? { payment: { id: `${id}-p1`, method: temper.method, state: 'PAID', paidAt: iso(at) } }
      : {}),
  }
}

function told({ seller, takes: [{ offer, quantity }, ...others] }: Basket, { id, total, paidAt }: OrderAnswer): string {
  const units = quantity > 1 ? `${quantity} × ` : ''
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const paid = paidAt === null ? ', not paid yet' : ''
  return `${units}${offer.title}${more} at ${seller} for ${total.value} ${total.currency} (${id}${paid})`
}
