import type { NewRow } from '#db/schema.ts'
import type { BusinessCalendar } from '#lib/business-calendar.ts'
import type { Random } from '#lib/random.ts'
import type { Ware } from './catalogue/ware.ts'
import type { Census } from './people/population.ts'
import type { Parcel, Service } from './shipping.ts'
import type { ShelfStates } from './stock.ts'

/** A kind of purchase: how often it happens and what is in the basket. */
export interface BasketKind {
  weight: number
  /** Departments drawn from, one draw each; `piece` is a single piece. A chance says how often the draw is made. */
  draws: readonly (readonly [department: string, chance: number])[]
  /** How many of each, mostly one. */
  quantities: readonly (readonly [quantity: number, weight: number])[]
}

/** Everything that makes a demo seller with a history. */
export interface Shop extends Census {
  seller: NewRow<'sellers'> & { working_days: number[]; cutoff_time: string; handling_days: number }
  /** How many orders over how many days. */
  orders: number
  days: number
  wares: readonly Ware[]
  shelfStates: ShelfStates
  /** Where single pieces come from; null where none are sold. */
  findPiece: ((random: Random) => Ware) | null
  /** Single pieces on sale, as drafts and scheduled now. */
  pieces: { active: number; drafts: number; scheduled: number }
  baskets: readonly BasketKind[]
  chooseService: (random: Random, parcel: Parcel) => Service
  /** From so many units of one department on, a tenth off those lines. */
  bulk: { department: string; units: number } | null
}

/** The shop's ship-by rules. */
export function calendarOf({ seller }: Shop): BusinessCalendar {
  return {
    timeZone: seller.time_zone,
    handlingDays: seller.handling_days,
    cutoffTime: seller.cutoff_time,
    workingDays: seller.working_days,
  }
}
