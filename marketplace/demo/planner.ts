import type { Random } from '#lib/random.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { planAftermath } from './aftermath.ts'
import { fillBasket, priceLines, type BasketItem } from './basket.ts'
import { planDeliveryTimeline } from './delivery-timeline.ts'
import type { OrderFate } from './order-fate.ts'
import type { Person } from './population.ts'
import { cancelState, totalMinor, type Offer, type OrderPlan, type PlannedFeedback } from './plan.ts'
import { currencyFor } from './prices.ts'
import { calendarOf, type Shop } from './shops.ts'
import type { Stock } from './stock.ts'
import sentences from './content/sentences.json' with { type: 'json' }
import { say, opinion, type Mood } from './words.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'

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
