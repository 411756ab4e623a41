import type { Random } from '#lib/random.ts'
import { dateAt, momentOf, startOfDay } from '#lib/zoned-time.ts'
import { chooseOrderFate } from './order-fate.ts'
import { makePopulation } from './population.ts'
import { asOf, type OrderPlan } from './plan.ts'
import { planOrder, type SimulatedMarket } from './planner.ts'
import { buyingTime, makeRhythm } from './rhythm.ts'
import type { Scenes } from './scene.ts'
import type { Shop } from './shops.ts'
import { createStock, fillShelves } from './stock.ts'
import { day } from '#lib/duration.ts'

/** A seller with current listings and orders, oldest first. */
export type History = ReturnType<typeof makeHistory>

export function makeHistory(seeded: Random, shop: Shop, now: Date, scenes: Scenes) {
  const random = seeded.fork(shop.seller.username)
  const stock = createStock(now)
  const zone = shop.seller.time_zone
  fillShelves(stock, random.fork('shelves'), {
    wares: shop.wares,
    states: shop.shelfStates,
    today: startOfDay(dateAt(now, zone), zone),
    need: scenes.need,
  })
  const people = [...scenes.people, ...makePopulation(random.fork('people'), shop, scenes.people)]
  const world: SimulatedMarket = { shop, stock, people: people.map((person) => [person, person.loyalty] as const), now }
  const plans = [
    ...playDays(random, world),
    ...scenes.briefs(world).map((brief, index) => planOrder(random.fork(`scene ${index}`), world, brief)),
  ]
  addPieces(random.fork('pieces'), world)
  const orders = plans
    .filter((plan) => plan.placedAt <= now)
    .toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime())
    .map((plan) => asOf(plan, now))
  return { seller: shop.seller, stock, orders }
}

/**
 * Each order has its own random generator. Only orders placed by now are simulated, so that pieces sold later are still
 * on sale.
 */
function playDays(random: Random, world: SimulatedMarket): OrderPlan[] {
  const { shop, now } = world
  const zone = shop.seller.time_zone
  const today = dateAt(now, zone)
  const days = makeRhythm(random.fork('rhythm'), { today, days: shop.days, orders: shop.orders })
  return days.flatMap(({ date, orders }) => {
    const daily = random.fork(date)
    return Array.from({ length: orders }, (_, index) => ({
      placedAt: momentOf(date, buyingTime(daily), zone),
      own: daily.fork(index),
    }))
      .filter(({ placedAt }) => placedAt <= now)
      .map(({ placedAt, own }) => planOrder(own, world, { placedAt, fate: chooseOrderFate(own) }))
  })
}

function addPieces(random: Random, { shop, stock, now }: SimulatedMarket): void {
  const { findPiece, pieces } = shop
  if (!findPiece) return
  const at = (days: number) => new Date(Math.floor((now.getTime() + days * day) / 1000) * 1000)
  for (let index = 0; index < pieces.active; index += 1) {
    const startsAt = at(-random.next() * 120)
    const auction = index % 8 === 0
    stock.add(
      findPiece(random),
      auction
        ? { startsAt: at(-random.next() * 3), endsAt: at(0.2 + random.next() * 6), format: 'AUCTION' }
        : { startsAt },
    )
  }
  for (let index = 0; index < pieces.drafts; index += 1) stock.add(findPiece(random), { state: 'DRAFT' })
  for (let index = 0; index < pieces.scheduled; index += 1)
    stock.add(findPiece(random), { state: 'SCHEDULED', startsAt: at(0.3 + random.next() * 12) })
}
