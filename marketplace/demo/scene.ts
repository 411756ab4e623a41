import type { OrderFate } from './order-fate.ts'
import { createRandom } from '#lib/random.ts'
import { addDays, dateAt, momentOf } from '#lib/zoned-time.ts'
import { rows, type CatalogueItem } from './catalogue/catalogue-item.ts'
import { findCountry, makeAddress, type Person } from './people/population.ts'
import type { Offer } from './plan.ts'
import type { OrderBrief, SimulatedMarket } from './planner.ts'
import { day } from '#lib/duration.ts'

/** Hand-written people and orders, independent of the seed. */
export interface Scenes {
  people: readonly Person[]
  /** Whether an order needs this ware, so that it must have been on sale throughout. */
  need(ware: CatalogueItem): boolean
  briefs(world: SimulatedMarket): OrderBrief[]
}

export interface Scene {
  /** Days before today and local time, so that the ship-by day is fixed. */
  ago: number
  time: string
  fate: OrderFate
  /** Username of a person of the scenes. */
  buyer: string
  /** Items: the prefix of a shelf title or the key of a piece, and the quantity. */
  takes: readonly (readonly [what: string, quantity: number])[]
  note?: string
}

/** Parses people: username, name, country, relative purchase frequency. */
export function readPeople(table: string): Person[] {
  return rows(table).map(([username = '', name = '', code = '', loyalty = '']) => ({
    username,
    name,
    country: code,
    addresses: [makeAddress(createRandom(`address of ${username}`), findCountry(code), name)],
    loyalty: Number(loyalty),
  }))
}

/** Creates scenes from people and orders; `pieces` go on sale when bought. */
export function makeScenes(
  people: readonly Person[],
  scenes: readonly Scene[],
  pieces: ReadonlyMap<string, CatalogueItem>,
): Scenes {
  const titles = [...new Set(scenes.flatMap(({ takes }) => takes.map(([what]) => what)))]
  return {
    people,
    need: (ware) => titles.some((title) => ware.title.startsWith(title)),
    briefs: (world) =>
      scenes.map((scene) => {
        const placedAt = placedAtOf(scene, world.shop.seller.time_zone, world.now)
        const person = people.find(({ username }) => username === scene.buyer)
        if (!person) throw new Error(`no such buyer in the scenes: ${scene.buyer}`)
        const takes = scene.takes.map(
          ([what, quantity]) => [findOffer(world, pieces, what, placedAt), quantity] as const,
        )
        return { placedAt, fate: scene.fate, person, takes, note: scene.note }
      }),
  }
}

export function placedAtOf({ ago, time }: Scene, zone: string, now: Date): Date {
  return momentOf(addDays(dateAt(now, zone), -ago), time, zone)
}

function findOffer(
  { stock }: SimulatedMarket,
  pieces: ReadonlyMap<string, CatalogueItem>,
  what: string,
  placedAt: Date,
): Offer {
  const piece = pieces.get(what)
  if (piece) {
    const startsAt = new Date(placedAt.getTime() - 9 * day)
    return stock.add(piece, { startsAt, endedAt: placedAt, endReason: 'SOLD_OUT', state: 'ENDED', available: 0 })
  }
  const offer = stock.offers.find(({ ware }) => ware.title.startsWith(what))
  if (!offer) throw new Error(`not on the shelves: ${what}`)
  return offer
}
