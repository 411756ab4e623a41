import type { Random } from '#lib/random.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { planAftermath } from './aftermath.ts'
import { planDeliveryTimeline } from './delivery-timeline.ts'
import type { OrderFate } from './order-fate.ts'
import type { Person } from './population.ts'
import { cancelState, totalMinor, type Offer, type OrderPlan, type PlannedFeedback, type PlannedLine } from './plan.ts'
import { currencyFor, shownPrice, taxRate } from './prices.ts'
import { calendarOf, type Shop, type BasketKind } from './shops.ts'
import type { Stock } from './stock.ts'
import sentences from '#marketplace/demo/content/sentences.json' with { type: 'json' }
import { say, opinion, type Mood } from './words.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute, day } from '#lib/duration.ts'
import { allocate } from '#lib/money.ts'
import type { Service } from './shipping.ts'
import { pairs } from '#lib/pairs.ts'

/** An order to plan; omitted fields are random. */
export interface OrderBrief {
  placedAt: Date
  fate: OrderFate
  person?: Person
  takes?: readonly BasketItem[]
  note?: string
}

export interface SimulatedMarket {
  shop: Shop
  stock: Stock
  people: readonly (readonly [person: Person, loyalty: number])[]
  now: Date
}

export function planOrder(random: Random, world: SimulatedMarket, brief: OrderBrief): OrderPlan {
  const { shop, stock, now } = world
  const { placedAt, fate } = brief
  const person = brief.person ?? random.weighted(world.people)
  const takes = brief.takes ?? fillBasket(random, shop, stock, placedAt)
  const service = shop.chooseService(random, {
    country: person.country,
    grams: takes.reduce((sum, [offer, quantity]) => sum + quantity * offer.ware.grams, 0),
    valueMinor: takes.reduce((sum, [offer, quantity]) => sum + quantity * offer.ware.priceMinor, 0),
  })
  const currency = currencyFor(person.country, shop.seller.currency)
  const lines = priceLines(random, { shop, takes, service, country: person.country, currency })
  const calendar = calendarOf(shop)
  const course = planDeliveryTimeline({
    random,
    calendar,
    today: dateAt(now, calendar.timeZone),
    fate,
    placedAt,
    service,
    lines,
    totalMinor: totalMinor(lines),
  })
  const aftermath = planAftermath(random, fate, { placedAt, lines, ...course })
  if (cancelState(aftermath.cancellation, now) === 'CANCELED') putBack(takes.map(([offer]) => offer))
  return {
    person,
    address: random.chance(0.9) ? person.addresses[0] : random.pick(person.addresses),
    placedAt,
    currency,
    lines,
    service,
    note: brief.note ?? (random.chance(0.05) ? say(random, person.country, sentences.notes) : null),
    ...course,
    ...aftermath,
    feedback: planFeedback(random, fate, { lines, person, ...course, ...aftermath }, shop.seller.country),
  }
}

/** A single piece with a cancelled sale is on sale again while its listing exists. */
function putBack(offers: readonly Offer[]): void {
  for (const offer of offers) {
    if (offer.ware.repeats || offer.forgotten) continue
    Object.assign(offer, { state: 'ACTIVE', endedAt: null, endReason: null, available: 1 })
  }
}

function planFeedback(
  random: Random,
  fate: OrderFate,
  order: Pick<OrderPlan, 'lines' | 'shipments' | 'refunds' | 'person'>,
  seller: string,
): PlannedFeedback | null {
  const from = order.shipments.at(-1)?.deliveredAt ?? (fate === 'lost' ? (order.refunds[0]?.refundedAt ?? null) : null)
  const mood = moodOf(fate)
  if (!from || !random.chance(mood === 'good' ? 0.31 : 0.45)) return null
  const leftAt = new Date(from.getTime() + random.int(40, 9 * 1440) * minute)
  const { department } = assertDefined(order.lines[0], 'an order has a line').offer.ware
  const said = opinion(random, { mood, department: department.key, buyer: order.person.country, seller })
  const repliedAt = said.reply === null ? null : new Date(leftAt.getTime() + random.int(30, 2880) * minute)
  return { ...said, leftAt, repliedAt }
}

function moodOf(fate: OrderFate): Mood {
  if (fate === 'lost') return 'lost'
  if (fate === 'returned') return 'bad'
  return fate === 'late' || fate === 'partly-refunded' || fate === 'cancel-rejected' ? 'late' : 'good'
}

type BasketItem = readonly [offer: Offer, quantity: number]

/** A random basket at a given time; single pieces are taken off sale. Never empty if the shop has wares. */
function fillBasket(random: Random, shop: Shop, stock: Stock, at: Date): BasketItem[] {
  const kind = random.weighted(shop.baskets.map((entry) => [entry, entry.weight] as const))
  const takes = new Map<Offer, number>()
  for (const [department, chance] of kind.draws) {
    if (!random.chance(chance)) continue
    const offer = department === 'piece' ? sellPiece(random, shop, stock, at) : stock.choose(random, department, at)
    if (offer && !takes.has(offer)) takes.set(offer, chooseQuantity(random, kind, offer))
  }
  return takes.size > 0 ? [...takes] : fillBasket(random, shop, stock, at)
}

function chooseQuantity(random: Random, kind: BasketKind, offer: Offer): number {
  if (offer.ware.condition !== 'NEW' || offer.ware.priceMinor > 6_000) return 1
  return random.weighted(kind.quantities)
}

function sellPiece(random: Random, { findPiece }: Shop, stock: Stock, at: Date): Offer | null {
  if (!findPiece) return null
  return stock.add(findPiece(random), {
    startsAt: new Date(at.getTime() - Math.round((0.2 + random.next() * 70) * day)),
    endedAt: at,
    endReason: 'SOLD_OUT',
    state: 'ENDED',
    available: 0,
  })
}

/** Prices the lines, with exact shares of discount, postage and tax. */
function priceLines(
  random: Random,
  options: { shop: Shop; takes: readonly BasketItem[]; service: Service; country: string; currency: string },
): PlannedLine[] {
  const { shop, takes, service, country, currency } = options
  const own = shop.seller.currency
  const priced = takes.map(([offer, quantity]) => {
    return { offer, quantity, unitPriceMinor: shownPrice(offer.ware.priceMinor, own, currency) }
  })
  const sums = priced.map(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor)
  const discounts = discountsOf(random, shop, takes, sums)
  const shipping = allocate(shownPrice(service.priceMinor, own, currency), sums)
  const taxable = pairs(sums, pairs(discounts, shipping)).map(([sum, [off, postage]]) => sum - off + postage)
  const tax = Math.round(taxable.reduce((total, amount) => total + amount, 0) * taxRate(country))
  const taxes = allocate(tax, taxable)
  const shares = pairs(discounts, pairs(shipping, taxes))
  return pairs(priced, shares).map(([line, [discountMinor, [shippingMinor, taxMinor]]]) => {
    return { ...line, discountMinor, shippingMinor, taxMinor }
  })
}

/** Ten percent off bulk purchases; occasionally a five percent voucher. */
function discountsOf(random: Random, { bulk }: Shop, takes: readonly BasketItem[], sums: readonly number[]): number[] {
  const weights = pairs(takes, sums).map(([[offer], sum]) => (offer.ware.department.key === bulk?.department ? sum : 0))
  const units = sumOf(pairs(takes, weights).map(([[, quantity], weight]) => (weight > 0 ? quantity : 0)))
  if (bulk && units >= bulk.units) return allocate(Math.floor(sumOf(weights) / 10), weights)
  return random.chance(0.03) ? allocate(Math.floor(sumOf(sums) / 20), sums) : sums.map(() => 0)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
