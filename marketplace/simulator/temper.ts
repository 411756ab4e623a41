import { day, hour, minute } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'
import type { StoryTime } from './story-time.ts'
import { hourOf, weekdayOf } from './story-time.ts'

// What becomes of an order as far as buyer, bank and carrier decide it: drawn once, from the story and the order's number, before
// anybody knows what the seller will do. All lengths of time are the story's.

/** How a buyer pays. */
export type Paying = 'AT_ONCE' | 'BY_TRANSFER' | 'AT_SECOND_TRY' | 'NEVER'

/** The reasons a buyer has to send something back, and what they say. */
export type ReturnReason =
  | 'NOT_AS_DESCRIBED'
  | 'DEFECTIVE_ITEM'
  | 'ARRIVED_DAMAGED'
  | 'MISSING_PARTS'
  | 'ORDERED_WRONG_ITEM'
  | 'NO_LONGER_NEED_ITEM'

export type CancelReason =
  | 'ORDER_MISTAKE'
  | 'FOUND_CHEAPER_PRICE'
  | 'WONT_ARRIVE_IN_TIME'
  | 'WRONG_SHIPPING_ADDRESS'
  | 'OTHER'

/** How a buyer is about an order. */
export interface Temper {
  paying: Paying
  method: 'CARD' | 'WALLET' | 'DEBIT_CARD' | 'BANK_TRANSFER'
  /** How long a transfer, or the second try, takes. */
  paysAfter: number
  /** Until when it is to come, from its placing. */
  promised: { from: number; to: number }
  /** Asks something before it is shipped. */
  asksAfter: number | null
  /** Wants to cancel. */
  cancels: { after: number; reason: CancelReason } | null
  /** How long it may lie unpacked before the buyer asks where it is; null for the patient. */
  patience: number | null
  /** How long after the promised time the buyer says that it has not come. */
  missesAfter: number
  /** Wants to send it back, so long after it came. */
  returns: { after: number; reason: ReturnReason; withPhoto: boolean } | null
  /** Leaves feedback, so long after it came; null says nothing. */
  feedbackAfter: number | null
}

/** The temper of an order's buyer: the same for the same story and order. */
export function temperOf(order: string): Temper {
  const random = createRandom(`${order} temper`)
  const paying = random.weighted<Paying>([
    ['AT_ONCE', 88],
    ['BY_TRANSFER', 8],
    ['AT_SECOND_TRY', 2.5],
    ['NEVER', 1.5],
  ])
  const handling = random.int(1, 2)
  return {
    paying,
    method:
      paying === 'BY_TRANSFER'
        ? 'BANK_TRANSFER'
        : random.weighted([
            ['CARD', 62],
            ['WALLET', 28],
            ['DEBIT_CARD', 10],
          ]),
    paysAfter: paying === 'BY_TRANSFER' ? random.int(7 * 60, 50 * 60) * minute : random.int(3, 60) * minute,
    promised: { from: (handling + 1) * day, to: (handling + random.int(4, 6)) * day },
    asksAfter: random.chance(0.06) ? random.int(10, 600) * minute : null,
    cancels: random.chance(0.025)
      ? { after: random.int(3, 50) * minute, reason: random.weighted(cancelReasons) }
      : null,
    patience: random.chance(0.4) ? random.int(4 * 24, 7 * 24) * hour : null,
    missesAfter: random.int(20, 72) * hour,
    returns: random.chance(0.07) ? returnOf(random) : null,
    feedbackAfter: random.chance(0.55) ? random.int(10, 150) * hour : null,
  }
}

const cancelReasons: readonly (readonly [CancelReason, number])[] = [
  ['ORDER_MISTAKE', 40],
  ['FOUND_CHEAPER_PRICE', 20],
  ['WONT_ARRIVE_IN_TIME', 15],
  ['WRONG_SHIPPING_ADDRESS', 15],
  ['OTHER', 10],
]

const returnReasons: readonly (readonly [ReturnReason, number])[] = [
  ['NOT_AS_DESCRIBED', 30],
  ['DEFECTIVE_ITEM', 22],
  ['ARRIVED_DAMAGED', 16],
  ['NO_LONGER_NEED_ITEM', 16],
  ['ORDERED_WRONG_ITEM', 10],
  ['MISSING_PARTS', 6],
]

/** What can be seen is shown. */
const shown: readonly ReturnReason[] = ['NOT_AS_DESCRIBED', 'DEFECTIVE_ITEM', 'ARRIVED_DAMAGED']

function returnOf(random: Random): Temper['returns'] {
  const reason = random.weighted(returnReasons)
  return { after: random.int(4, 120) * hour, reason, withPhoto: shown.includes(reason) && random.chance(0.8) }
}

/** What becomes of a parcel. */
export type ParcelFate = 'ARRIVES' | 'LATE' | 'LOST' | 'SENT_BACK'

/** A parcel's way, in times after it was handed over. */
export interface ParcelWay {
  fate: ParcelFate
  scannedAfter: number
  /** Something is wrong with it; null where nothing is. */
  troubleAfter: number | null
  /** It is there; null where it never will be. */
  arrivesAfter: number | null
  /** It is back at the seller's. */
  backAfter: number | null
}

/** Days on the way within a country, fewest and most. */
const transit: Readonly<Record<string, readonly [number, number]>> = {
  'royal mail': [1, 3],
  parcelforce: [2, 3],
  evri: [2, 4],
  dhl: [1, 2],
  'dhl express': [1, 1],
  'deutsche post': [1, 3],
  hermes: [2, 4],
  dpd: [1, 2],
  gls: [1, 3],
  ups: [1, 3],
  fedex: [1, 3],
  usps: [2, 5],
  'la poste': [2, 3],
  correios: [3, 8],
}
const unknownTransit = [2, 5] as const
const daysAbroad = 4

/** Days that a carrier needs, fewest and most. */
export function transitOf(carrier: string, isAbroad: boolean): readonly [number, number] {
  const [fewest, most] = transit[carrier.toLowerCase()] ?? unknownTransit
  return isAbroad ? [fewest + 2, most + daysAbroad] : [fewest, most]
}

interface Sending {
  carrier: string
  isAbroad: boolean
  /** When it was handed over. */
  sentAt: StoryTime
}

/**
 * The way of an order's parcel: by far the most come in the carrier's time, by day and not on a Sunday; some late, a few never, a few go
 * back.
 *
 * @param parcel its place among the order's parcels
 */
export function parcelWay(order: string, parcel: number, { carrier, isAbroad, sentAt }: Sending): ParcelWay {
  const random = createRandom(`${order} parcel ${parcel}`)
  const fate = random.weighted<ParcelFate>([
    ['ARRIVES', 920],
    ['LATE', 50],
    ['LOST', 18],
    ['SENT_BACK', 12],
  ])
  const scannedAfter = random.int(90, 14 * 60) * minute
  const days = random.int(...transitOf(carrier, isAbroad)) + (fate === 'LATE' ? random.int(4, 9) : 0)
  const byDay = random.int(9 * 60, 19 * 60) * minute
  const trouble = random.int(30, 80) * hour
  const back = random.int(8, 14) * day
  const none = { scannedAfter, troubleAfter: null, arrivesAfter: null, backAfter: null }
  if (fate === 'LOST') return { ...none, fate, troubleAfter: random.chance(0.5) ? trouble : null }
  if (fate === 'SENT_BACK') return { ...none, fate, troubleAfter: trouble, backAfter: back }
  // What was handed over late in the evening is scanned before it is delivered all the same.
  const arrivesAfter = Math.max(arrival(sentAt, days, byDay) - sentAt, scannedAfter + hour)
  return { ...none, fate, arrivesAfter, troubleAfter: fate === 'LATE' && trouble < arrivesAfter ? trouble : null }
}

/** The time of day at which it comes, so many days on; the day after where that is a Sunday. */
function arrival(sentAt: StoryTime, days: number, byDay: number): StoryTime {
  const midnight = sentAt - hourOf(sentAt) * hour - (((sentAt % hour) + hour) % hour)
  const on = midnight + days * day
  return (weekdayOf(on) === 7 ? on + day : on) + byDay
}
