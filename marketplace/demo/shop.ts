import type { NewRow } from '#db/schema.ts'
import type { BusinessCalendar } from '#lib/business-calendar.ts'
import type { Random } from '#lib/random.ts'
import type { CatalogueItem } from './catalogue/catalogue-item.ts'
import type { Census } from './people/population.ts'
import type { Parcel, Service } from './shipping.ts'
import type { ShelfStates } from './stock.ts'

/** A kind of basket and its frequency. */
export interface BasketKind {
  weight: number
  /** Departments, one draw each with its probability; `piece` is a single piece. */
  draws: readonly (readonly [department: string, chance: number])[]
  /** Quantities, mostly one. */
  quantities: readonly (readonly [quantity: number, weight: number])[]
}

/** Parameters of a demo seller with a history. */
export interface Shop extends Census {
  seller: NewRow<'sellers'> & { working_days: number[]; cutoff_time: string; handling_days: number }
  /** How many orders over how many days. */
  orders: number
  days: number
  wares: readonly CatalogueItem[]
  shelfStates: ShelfStates
  /** Source of single pieces; null if none are sold. */
  findPiece: ((random: Random) => CatalogueItem) | null
  /** Numbers of single pieces that are active, drafts and scheduled. */
  pieces: { active: number; drafts: number; scheduled: number }
  baskets: readonly BasketKind[]
  chooseService: (random: Random, parcel: Parcel) => Service
  /** Units of one department that give ten percent off. */
  bulk: { department: string; units: number } | null
}

/** The shop's calendar. */
export function calendarOf({ seller }: Shop): BusinessCalendar {
  return {
    timeZone: seller.time_zone,
    handlingDays: seller.handling_days,
    cutoffTime: seller.cutoff_time,
    workingDays: seller.working_days,
  }
}
