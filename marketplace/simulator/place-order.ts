import { assertDefined } from '#lib/assert-defined.ts'
import { createRandom, type Random } from '#lib/random.ts'
import { orderAnswer, type OrderAnswer } from './answers.ts'
import { fillBasket, hashText, linesOf, rankedOffers, type Basket, type Offer } from './basket.ts'
import { countryCodes, makePopulation } from '../demo/population.ts'
import type { HubAnswer, HubClient } from './hub-client.ts'
import type { Marketplace } from './marketplace.ts'
import type { Pace } from './story-time.ts'
import { buyerBehaviour } from './buyer-behaviour.ts'
import sentences from '../demo/content/sentences.json' with { type: 'json' }
import { say } from '../demo/words.ts'

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

/** Share of buyers who ask about the item first. */
const asksFirst = 0.1

/** Orders the buyer's preferred items; if sold out, the next ones. */
export async function placeOrder(
  client: HubClient,
  { sellers, offers }: Marketplace,
  coming: BuyerVisit,
): Promise<PurchaseOutcome> {
  const { story, number } = coming
  const id = orderId(story, number)
  const buyer = buyerOfOrder(coming)
  let preferred = rankedOffers(hashText(id), offers(), (seller) => sellers.get(seller) === buyer.country)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const basket = fillBasket(createRandom(`${id} basket`), preferred)
    if (!basket) break
    if (attempt === 0 && createRandom(`${id} asks`).chance(asksFirst)) await ask(client, { id, basket, buyer, coming })
    const body = orderBody({ id, basket, buyer, coming })
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

interface Shopping {
  id: string
  basket: Basket
  buyer: Buyer
  coming: BuyerVisit
}

/** Asks the seller about the first item. A refusal changes nothing. */
async function ask(client: HubClient, { id, basket: { seller, takes }, buyer, coming }: Shopping): Promise<void> {
  const [{ offer }] = takes
  const path = `/sellers/${encodeURIComponent(seller)}/listings/${offer.item}/questions`
  const body = {
    id: `${id} asks`,
    buyer: { id: buyer.id, username: buyer.username },
    ...(offer.variation ? { variation: offer.variation } : {}),
    text: say(createRandom(`${id} words question`), buyer.country, sentences.questions),
    sentAt: new Date(Math.round(coming.at)).toISOString(),
  }
  await client.ask({ method: 'POST', path, body })
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

export function orderBody({ id, basket, buyer, coming }: Shopping) {
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

export interface Buyer {
  /** Marketplace id. */
  id: string
  username: string
  name: string
  country: string
  address: {
    name: string
    line1: string | null
    line2: string | null
    city: string
    region: string | null
    postalCode: string | null
    country: string
    phone: string | null
  }
}

export type Homes = readonly (readonly [country: string, share: number])[]

const hobbies = 'film books vinyl garden maps paper tea bikes lens yarn clocks stamps'.split(' ')
const atHome = 88
const abroad = 12

/** Most buyers live in the sellers' countries; some in every other country of the demo. */
export function homesOf(sellers: readonly { country: string }[]): Homes {
  const known = sellers.filter(({ country }) => countryCodes.includes(country))
  return countryCodes.map((code) => {
    const own = known.filter(({ country }) => country === code).length
    return [code, (known.length > 0 ? (atHome * own) / known.length : 0) + abroad / countryCodes.length] as const
  })
}

/** The buyer with a number; deterministic per story. */
export function buyerOf(story: string, number: number, homes: Homes): Buyer {
  const random = createRandom(`${story} buyer ${number}`)
  const [found] = makePopulation(random, { buyers: 1, countries: homes, hobbies })
  const person = assertDefined(found, 'one was asked for')
  const { postal_code: postalCode, ...address } = person.addresses[0]
  // Suffixed to be unique in the hub.
  const username = `${person.username}.${number}`
  const id = `${story}-b${number}`
  return { id, username, name: person.name, country: person.country, address: { ...address, postalCode } }
}

export const buyerOfOrder = ({ story, number, homes }: Pick<BuyerVisit, 'story' | 'number' | 'homes'>): Buyer =>
  buyerOf(story, buyerNumber(createRandom(`${orderId(story, number)} buyer`), number), homes)

/** The buyer of an order: new, or in every third order a returning one. */
function buyerNumber(random: Random, order: number): number {
  return order > 1 && random.chance(0.3) ? random.int(1, order - 1) : order
}
