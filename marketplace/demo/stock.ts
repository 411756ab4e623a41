import type { Random } from '#lib/random.ts'
import type { Department, CatalogueItem } from './catalogue.ts'
import type { Offer } from './plan.ts'
import { day } from '#lib/duration.ts'

const memory = 90 * day
const bestseller = 14

export interface Stock {
  offers: Offer[]
  add(
    ware: CatalogueItem,
    times?: Partial<Pick<Offer, 'startsAt' | 'endsAt' | 'endedAt' | 'endReason' | 'state' | 'format' | 'available'>>,
  ): Offer
  /** A random offer of a department available at that time, weighted by popularity; null if none. */
  choose(random: Random, department: string, at: Date): Offer | null
}

/** An empty stock; SKUs are numbered by department. */
export function createStock(now: Date): Stock {
  const offers: Offer[] = []
  const counts = new Map<string, number>()
  const shelves = new Map<string, Offer[]>()
  const nextSku = ({ skuPrefix }: Department) => {
    const count = (counts.get(skuPrefix) ?? 0) + 1
    counts.set(skuPrefix, count)
    return `${skuPrefix}-${String(count).padStart(4, '0')}`
  }
  return {
    offers,
    add: (ware, times = {}) => {
      const offer: Offer = {
        ware,
        sku: nextSku(ware.department),
        index: offers.length,
        startsAt: null,
        endsAt: null,
        endedAt: null,
        endReason: null,
        state: 'ACTIVE',
        format: 'FIXED_PRICE',
        available: 1,
        forgotten: times.endedAt != null && now.getTime() - times.endedAt.getTime() > memory,
        ...times,
      }
      offers.push(offer)
      const shelf = shelves.get(ware.department.key)
      if (shelf) shelf.push(offer)
      else shelves.set(ware.department.key, [offer])
      return offer
    },
    choose: (random, department, at) => {
      const open = (shelves.get(department) ?? []).filter((offer) => offer.ware.repeats && canBuy(offer, at))
      return open.length === 0 ? null : random.weighted(open.map((offer) => [offer, offer.ware.popularity] as const))
    },
  }
}

function canBuy(offer: Offer, at: Date): boolean {
  return offer.startsAt !== null && offer.startsAt <= at && (offer.endedAt === null || at < offer.endedAt)
}

export interface ShelfStates {
  outOfStock: number
  onHold: number
  ended: number
}

export interface Filling {
  wares: readonly CatalogueItem[]
  states: ShelfStates
  /** Start of today; the time of day makes no difference. */
  today: Date
  /** Wares that must have been on sale throughout. */
  need: (ware: CatalogueItem) => boolean
}

/** Lists restocked wares: most long ago, some within the last year. */
export function fillShelves(stock: Stock, random: Random, { wares, states, today, need }: Filling): void {
  const { outOfStock, onHold, ended } = states
  const ago = (days: number) => new Date(Math.floor((today.getTime() - (days + random.next()) * day) / 1000) * 1000)
  // Bestsellers neither run out nor get dropped.
  const order = random.shuffle(wares.filter((ware) => ware.popularity < bestseller && !need(ware)))
  const place = new Map(order.map((ware, index) => [ware, index]))
  for (const ware of wares) {
    const rank = place.get(ware) ?? Infinity
    const recent = rank !== Infinity && random.chance(0.18)
    const startsAt = ago(recent ? random.int(20, 380) : random.int(400, 1400))
    if (rank < outOfStock) stock.add(ware, { startsAt, state: 'OUT_OF_STOCK', available: 0 })
    else if (rank < outOfStock + onHold) stock.add(ware, { startsAt, state: 'ON_HOLD', available: random.int(1, 6) })
    else if (rank < outOfStock + onHold + ended)
      stock.add(ware, { startsAt: ago(random.int(400, 900)), ...endOf(random, ago(random.int(2, 80))) })
    else stock.add(ware, { startsAt, available: stocked(random, ware) })
  }
}

function endOf(random: Random, endedAt: Date): Partial<Offer> {
  const endReason = random.weighted([
    ['SELLER', 6],
    ['EXPIRED', 3],
    ['POLICY', 1],
  ] as const)
  return {
    state: 'ENDED',
    endedAt,
    endReason,
    available: random.int(0, 3),
    endsAt: endReason === 'EXPIRED' ? endedAt : null,
  }
}

function stocked(random: Random, ware: CatalogueItem): number {
  return ware.condition === 'NEW' ? random.int(4, 60 + ware.popularity * 4) : random.int(1, 5)
}
