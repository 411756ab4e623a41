import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { addDays, dateAt, momentOf } from '#lib/zoned-time.ts'
import { cellsOf, oddities, type CatalogueItem } from './catalogue.ts'
import stories from './content/stories.json' with { type: 'json' }
import type { OrderFate } from './order-fate.ts'
import type { Offer } from './plan.ts'
import type { OrderBrief, SimulatedMarket } from './planner.ts'
import { readPerson, type Person } from './population.ts'

/** A hand-written order, the same for each seed. */
export type Scene = ReturnType<typeof readScene>

/** Hand-written people and orders of a shop. */
export interface Scenes {
  people: readonly Person[]
  /** Whether an order needs this ware, so that it must have been on sale throughout. */
  need(ware: CatalogueItem): boolean
  briefs(world: SimulatedMarket): OrderBrief[]
}

export interface ShopStories {
  /** Rows: `username | name | country | relative purchase frequency`. */
  people: readonly string[]
  /** Rows for `readScene`. */
  scenes: readonly string[]
  /** Rows for `writeQuestions`. */
  questions?: readonly string[]
  /** Rows: `name | text`. */
  templates: readonly string[]
  /** Stories that are told before the orders are posted, and disputes after it; see `tellStories`. */
  stories: readonly (readonly string[])[]
  disputes: readonly (readonly string[])[]
}

/** Stories of each shop, by username. */
export const shopStories: Readonly<Record<string, ShopStories>> = stories

/** Parses `days ago | time | fate | buyer | quantity what; … | note`. */
export function readScene(row: string) {
  const [ago, time = '', fate = '', buyer = '', takes = '', note] = cellsOf(row)
  return {
    /** Days before today and local time, so that the ship-by day is fixed. */
    ago: Number(ago),
    time,
    fate: fate as OrderFate,
    /** Username of a person of the scenes. */
    buyer,
    /** The prefix of a shelf title or the key of an oddity, and the quantity. */
    takes: takes.split('; ').map((take) => {
      const [quantity = ''] = take.split(' ')
      return [take.slice(quantity.length + 1), Number(quantity)] as const
    }),
    note,
  }
}

/** Row of the order that a story is about, if it has its own. */
export const sceneOf = ([head = '']: readonly string[]): string | null =>
  head.startsWith('scene | ') ? head.slice('scene | '.length) : null

/** The scenes of a shop; oddities go on sale before they are bought. */
export function scenesOf(username: string): Scenes {
  const shop = assertDefined(shopStories[username], 'each shop has stories')
  const people = shop.people.map(readPerson)
  const scenes = [...shop.scenes, ...shop.stories.flatMap((story) => sceneOf(story) ?? [])].map(readScene)
  const titles = [...new Set(scenes.flatMap(({ takes }) => takes.map(([what]) => what)))]
  return {
    people,
    need: (ware) => titles.some((title) => ware.title.startsWith(title)),
    briefs: (world) =>
      scenes.map((scene) => {
        const placedAt = placedAtOf(scene, world.shop.seller.time_zone, world.now)
        const person = people.find(({ username: name }) => name === scene.buyer)
        const takes = scene.takes.map(([what, quantity]) => [findOffer(world, what, placedAt), quantity] as const)
        const buyer = assertDefined(person, `the stories name ${scene.buyer}`)
        return { placedAt, fate: scene.fate, person: buyer, takes, note: scene.note }
      }),
  }
}

export function placedAtOf({ ago, time }: Scene, zone: string, now: Date): Date {
  return momentOf(addDays(dateAt(now, zone), -ago), time, zone)
}

function findOffer({ stock }: SimulatedMarket, what: string, placedAt: Date): Offer {
  const piece = oddities.get(what)
  if (piece) {
    const startsAt = new Date(placedAt.getTime() - 9 * day)
    return stock.add(piece, { startsAt, endedAt: placedAt, endReason: 'SOLD_OUT', state: 'ENDED', available: 0 })
  }
  const offer = stock.offers.find(({ ware }) => ware.title.startsWith(what))
  return assertDefined(offer, `the shelves have ${what}`)
}
