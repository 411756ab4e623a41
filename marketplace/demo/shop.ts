import type { NewRow } from '#db/schema.ts'
import type { BusinessCalendar } from '#lib/business-calendar.ts'
import type { Random } from '#lib/random.ts'
import type { CatalogueItem } from './catalogue/catalogue-item.ts'
import type { Census } from './people/population.ts'
import type { Parcel, Service } from './shipping.ts'
import type { ShelfStates } from './stock.ts'

export interface BasketKind {
  weight: number
  /** Departments, one draw each with its probability; `piece` is a single piece. */
  draws: readonly (readonly [department: string, chance: number])[]
  quantities: readonly (readonly [quantity: number, weight: number])[]
}

export interface Shop extends Census {
  seller: NewRow<'sellers'> & { working_days: number[]; cutoff_time: string; handling_days: number }
  orders: number
  days: number
  wares: readonly CatalogueItem[]
  shelfStates: ShelfStates
  /** Source of single pieces; null if none are sold. */
  findPiece: ((random: Random) => CatalogueItem) | null
  pieces: { active: number; drafts: number; scheduled: number }
  baskets: readonly BasketKind[]
  chooseService: (random: Random, parcel: Parcel) => Service
  /** Units of one department that give ten percent off. */
  bulk: { department: string; units: number } | null
}

export function calendarOf({ seller }: Shop): BusinessCalendar {
  return {
    timeZone: seller.time_zone,
    handlingDays: seller.handling_days,
    cutoffTime: seller.cutoff_time,
    workingDays: seller.working_days,
  }
}
