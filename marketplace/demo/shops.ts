import type { NewRow } from '#db/schema.ts'
import type { BusinessCalendar } from '#lib/business-calendar.ts'
import { day } from '#lib/duration.ts'
import type { Random } from '#lib/random.ts'
import { cellsOf, findPiece, shelves, type CatalogueItem } from './catalogue.ts'
import type { Census } from './population.ts'
import { chooseBritishService, chooseGermanService, type Parcel, type Service } from './shipping.ts'
import type { ShelfStates } from './stock.ts'

type Weighted<T> = readonly (readonly [T, number])[]

export interface BasketKind {
  weight: number
  /** Departments, one draw each with its probability; `piece` is a single piece. */
  draws: Weighted<string>
  quantities: Weighted<number>
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

/** Parses `film 1, darkroom 0.5`. */
function weighted(text: string): [what: string, weight: number][] {
  return text.split(', ').map((entry) => {
    const [what = '', weight] = entry.split(' ')
    return [what, Number(weight)]
  })
}

/** Parses rows of `weight | draws | quantities`. */
const readBaskets = (rows: readonly string[]): BasketKind[] =>
  rows.map((row) => {
    const [weight, draws = '', quantities = ''] = cellsOf(row)
    const counts = weighted(quantities).map(([count, share]) => [Number(count), share] as const)
    return { weight: Number(weight), draws: weighted(draws), quantities: counts }
  })

export const harbourCamera: Shop = {
  seller: {
    username: 'harbour-camera',
    display_name: 'Harbour Camera',
    registered_at: new Date('2017-03-14T10:22:00Z'),
    country: 'GB',
    time_zone: 'Europe/London',
    currency: 'GBP',
    store_url: null,
    feedback_score: 4_982,
    handling_days: 2,
    cutoff_time: '15:00:00',
    // Open daily, so that some order is always due today.
    working_days: [1, 2, 3, 4, 5, 6, 7],
    level: 'ABOVE_STANDARD',
  },
  orders: 2_990,
  days: 396,
  buyers: 2_600,
  hobbies: 'film analog 35mm foto darkroom grain lens shutter silver rolls negatives box'.split(' '),
  countries: weighted('GB 54, US 12, DE 9, FR 7, JP 4, SE 3, CA 3, NL 2, PT 2, IT 1.5, AE 1.2, BR 0.8, IL 0.8, AT 0.7'),
  wares: shelves('film', 'darkroom', 'accessories', 'meters', 'tripods', 'cameras', 'lenses'),
  shelfStates: { outOfStock: 24, onHold: 5, ended: 16 },
  findPiece,
  pieces: { active: 62, drafts: 17, scheduled: 9 },
  baskets: readBaskets([
    '36 | film 1, film 0.42, film 0.16, darkroom 0.08 | 1 52, 2 26, 3 12, 5 7, 10 3',
    '13 | darkroom 1, darkroom 0.55, darkroom 0.2, film 0.15 | 1 82, 2 15, 4 3',
    '19 | accessories 1, accessories 0.25 | 1 84, 2 13, 3 3',
    '3 | meters 1, accessories 0.2 | 1 1',
    '2 | tripods 1 | 1 1',
    '13 | cameras 1, film 0.3, accessories 0.2 | 1 1',
    '8 | lenses 1, accessories 0.25 | 1 1',
    '6 | piece 1, accessories 0.15, film 0.1 | 1 1',
  ]),
  chooseService: chooseBritishService,
  bulk: { department: 'film', units: 5 },
}

export const nordlichtPapier: Shop = {
  seller: {
    username: 'nordlicht-papier',
    display_name: 'Nordlicht Papier',
    registered_at: new Date('2023-09-02T08:05:00Z'),
    country: 'DE',
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    store_url: null,
    feedback_score: 148,
    handling_days: 1,
    cutoff_time: '12:00:00',
    working_days: [1, 2, 3, 4, 5],
    level: 'TOP_RATED',
  },
  orders: 180,
  days: 396,
  buyers: 150,
  hobbies: 'papier tinte feder notiz briefe schreibt kleks'.split(' '),
  countries: weighted('DE 80, AT 9, NL 4, FR 3, IT 2, SE 2'),
  wares: shelves('notebooks', 'pens', 'ink', 'paper', 'desk'),
  shelfStates: { outOfStock: 4, onHold: 1, ended: 3 },
  findPiece: null,
  pieces: { active: 0, drafts: 0, scheduled: 0 },
  baskets: readBaskets([
    '30 | notebooks 1, pens 0.3, ink 0.1 | 1 80, 2 15, 5 5',
    '25 | pens 1, ink 0.45, notebooks 0.15 | 1 85, 2 15',
    '25 | paper 1, paper 0.5, ink 0.1 | 1 65, 2 25, 3 10',
    '20 | desk 1, desk 0.4, paper 0.2 | 1 85, 2 15',
  ]),
  chooseService: chooseGermanService,
  bulk: null,
}

/** The new seller: signed up this week, no listings. */
export function firstLight(now: Date): NewRow<'sellers'> {
  return {
    username: 'first-light',
    display_name: 'First Light',
    registered_at: new Date(Math.floor(now.getTime() / day - 2) * day + 4_320_000),
    country: 'JP',
    time_zone: 'Asia/Tokyo',
    currency: 'JPY',
    store_url: null,
    feedback_score: 0,
    handling_days: 2,
    cutoff_time: '14:00:00',
    working_days: [1, 2, 3, 4, 5, 6],
    level: null,
  }
}
