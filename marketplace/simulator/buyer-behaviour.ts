import { day, hour, minute } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'
import { midnightOf, weekdayOf, type StoryTime } from './story-time.ts'

// The decisions of buyer, bank and carrier for an order, drawn once from story and order number, independent of the
// seller. Durations are in story time.

type Paying = 'AT_ONCE' | 'BY_TRANSFER' | 'NEVER'

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

export type BuyerBehaviour = ReturnType<typeof buyerBehaviour>

/** The behaviour of an order's buyer; deterministic. */
export function buyerBehaviour(order: string) {
  const random = createRandom(`${order} temper`)
  const paying = random.weighted<Paying>([
    ['AT_ONCE', 88],
    ['BY_TRANSFER', 10.5],
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
    /** Duration of a transfer. */
    paysAfter: random.int(7 * 60, 50 * 60) * minute,
    /** Promised delivery range, from placement. */
    promised: { from: (handling + 1) * day, to: (handling + random.int(4, 6)) * day },
    /** Asks a question before shipping. */
    asksAfter: random.chance(0.06) ? random.int(10, 600) * minute : null,
    cancels: random.chance(0.025)
      ? { after: random.int(3, 50) * minute, reason: random.weighted(cancelReasons) }
      : null,
    /** Waiting time before asking about an unshipped order; null never asks. */
    patience: random.chance(0.4) ? random.int(4 * 24, 7 * 24) * hour : null,
    /** Time after the promised date until a not-received claim. */
    missesAfter: random.int(20, 72) * hour,
    /** Returns the item this long after arrival. */
    returns: random.chance(0.07) ? returnOf(random) : null,
    /** Leaves feedback this long after arrival; null for none. */
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

/** Visible defects come with a photo. */
const shown: readonly ReturnReason[] = ['NOT_AS_DESCRIBED', 'DEFECTIVE_ITEM', 'ARRIVED_DAMAGED']

function returnOf(random: Random) {
  const reason = random.weighted(returnReasons)
  return { after: random.int(4, 120) * hour, reason, withPhoto: shown.includes(reason) && random.chance(0.8) }
}

/** A parcel's events, as durations after handover. */
export interface ParcelJourney {
  fate: 'ARRIVES' | 'LATE' | 'LOST'
  scannedAfter: number
  /** Arrival; null if it never arrives. */
  arrivesAfter: number | null
}

/**
 * A parcel's events: most arrive in time, by day and not on a Sunday; some late, few never.
 * @param parcel its index within the order
 */
export function parcelJourney(
  order: string,
  parcel: number,
  { isAbroad, sentAt }: { isAbroad: boolean; sentAt: StoryTime },
): ParcelJourney {
  const random = createRandom(`${order} parcel ${parcel}`)
  const fate = random.weighted<ParcelJourney['fate']>([
    ['ARRIVES', 920],
    ['LATE', 50],
    ['LOST', 30],
  ])
  const scannedAfter = random.int(90, 14 * 60) * minute
  if (fate === 'LOST') return { fate, scannedAfter, arrivesAfter: null }
  const days = random.int(1, 3) + (isAbroad ? 3 : 0) + (fate === 'LATE' ? random.int(4, 9) : 0)
  const on = midnightOf(sentAt) + days * day
  const arrival = (weekdayOf(on) === 7 ? on + day : on) + random.int(9 * 60, 19 * 60) * minute
  // A late handover is still scanned before delivery.
  return { fate, scannedAfter, arrivesAfter: Math.max(arrival - sentAt, scannedAfter + hour) }
}
