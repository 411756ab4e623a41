import { takeStep, type StateTable, type Step, type Transition } from '#lib/state-table.ts'
import type { EndReason, ListingFactsRow, ListingState } from './listing.ts'

export const listingEvents = [
  'publish',
  'schedule',
  'start',
  'unschedule',
  'hold',
  'release',
  'restock',
  'sellOut',
  'end',
  'expire',
  'relist',
  'sellSimilar',
  'discard',
] as const
export type ListingEvent = (typeof listingEvents)[number]

/** Why a step is refused; key of its text. */
export type ListingRefusal =
  | 'is-draft'
  | 'is-scheduled'
  | 'is-active'
  | 'is-out-of-stock'
  | 'is-on-hold'
  | 'is-ended'
  | 'incomplete'
  | 'start-not-in-future'
  | 'not-due'
  | 'no-stock'
  | 'already-relisted'

export type ListingEffect =
  /** Goes on sale; the duration starts. */
  | 'starts-now'
  | 'keeps-start'
  | 'forgets-start'
  | 'copies'
  /** Deletes the draft and its form. */
  | 'discards'
  /** Links the new draft, so that a listing is relisted only once. */
  | 'links-copy'
  | `ends-as-${EndReason}`

export interface ListingFacts {
  now: Date
  format: ListingFactsRow['format']
  /** Available units after the step. */
  quantity: number
  /** Scheduled start after the step. */
  startsAt: Date | null
  endsAt: Date | null
  outOfStockSince: Date | null
  /** Listings out of stock since this time or longer end; null if not applicable. */
  emptyUntil: Date | null
  problems: number
  isRelisted: boolean
}

type ListingWay = Transition<ListingState, ListingFacts, ListingRefusal, ListingEffect>

const complete = ({ problems }: ListingFacts) => (problems > 0 ? 'incomplete' : null)
const inFuture = ({ startsAt, now }: ListingFacts) => (startsAt && startsAt > now ? null : 'start-not-in-future')
const stocked = ({ quantity }: ListingFacts) => (quantity > 0 ? null : 'no-stock')

const publish: readonly ListingWay[] = [
  { next: 'ACTIVE', guard: (facts) => complete(facts) ?? stocked(facts), effects: ['starts-now'] },
]
const schedule: readonly ListingWay[] = [
  { next: 'SCHEDULED', guard: (facts) => complete(facts) ?? inFuture(facts), effects: ['keeps-start'] },
]
const start: readonly ListingWay[] = [
  {
    next: 'ACTIVE',
    when: ({ quantity }) => quantity > 0,
    guard: ({ startsAt, now }) => (startsAt && startsAt <= now ? null : 'not-due'),
  },
  { next: 'OUT_OF_STOCK', guard: ({ startsAt, now }) => (startsAt && startsAt <= now ? null : 'not-due') },
]
const end: readonly ListingWay[] = [{ next: 'ENDED', effects: ['ends-as-SELLER'] }]
const expire: readonly ListingWay[] = [
  {
    next: 'ENDED',
    when: ({ outOfStockSince, emptyUntil }) =>
      outOfStockSince !== null && emptyUntil !== null && outOfStockSince <= emptyUntil,
    effects: ['ends-as-OUT_OF_STOCK'],
  },
  {
    next: 'ENDED',
    guard: ({ endsAt, now }) => (endsAt !== null && endsAt <= now ? null : 'not-due'),
    effects: ['ends-as-EXPIRED'],
  },
]
/** Without stock, an auction ends and a fixed-price listing waits for restocking. */
const sellOut: readonly ListingWay[] = [
  { next: 'ENDED', when: ({ format }) => format === 'AUCTION', effects: ['ends-as-SOLD_OUT'] },
  { next: 'OUT_OF_STOCK' },
]
const release: readonly ListingWay[] = [
  { next: 'ACTIVE', when: ({ quantity }) => quantity > 0 },
  { next: 'OUT_OF_STOCK' },
]
const relist: readonly ListingWay[] = [
  {
    next: 'ENDED',
    guard: ({ isRelisted }) => (isRelisted ? 'already-relisted' : null),
    effects: ['copies', 'links-copy'],
  },
]
const copyOf = (next: ListingState): readonly ListingWay[] => [{ next, effects: ['copies'] }]

/** State table of a listing (seller-hubs 5.3). ENDED is final: relisting creates a new draft. */
const listingTable: StateTable<ListingState, ListingEvent, ListingFacts, ListingRefusal, ListingEffect> = {
  refusalOf: (state) => refusals[state],
  ways: {
    DRAFT: { publish, schedule, sellSimilar: copyOf('DRAFT'), discard: [{ next: 'DRAFT', effects: ['discards'] }] },
    SCHEDULED: {
      publish,
      schedule,
      start,
      unschedule: [{ next: 'DRAFT', effects: ['forgets-start'] }],
      sellSimilar: copyOf('SCHEDULED'),
    },
    ACTIVE: {
      hold: [{ next: 'ON_HOLD' }],
      restock: [{ next: 'ACTIVE', guard: stocked }],
      sellOut,
      end,
      expire,
      sellSimilar: copyOf('ACTIVE'),
    },
    OUT_OF_STOCK: {
      restock: [{ next: 'ACTIVE', guard: stocked }],
      end,
      expire,
      sellSimilar: copyOf('OUT_OF_STOCK'),
    },
    ON_HOLD: {
      release,
      restock: [{ next: 'ON_HOLD', guard: stocked }],
      sellOut: [{ next: 'ON_HOLD' }],
      end,
      expire,
      sellSimilar: copyOf('ON_HOLD'),
    },
    ENDED: { relist, sellSimilar: copyOf('ENDED') },
  },
}

const refusals: Record<ListingState, ListingRefusal> = {
  DRAFT: 'is-draft',
  SCHEDULED: 'is-scheduled',
  ACTIVE: 'is-active',
  OUT_OF_STOCK: 'is-out-of-stock',
  ON_HOLD: 'is-on-hold',
  ENDED: 'is-ended',
}

export type ListingStep = Step<ListingState, ListingRefusal, ListingEffect>

export function listingStep(state: ListingState, event: ListingEvent, facts: ListingFacts): ListingStep {
  return takeStep(listingTable, { state, event, facts })
}

export function factsOf(row: ListingFactsRow, now: Date): ListingFacts {
  return {
    now,
    format: row.format,
    quantity: row.quantity_available,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    outOfStockSince: row.out_of_stock_since,
    emptyUntil: null,
    problems: 0,
    isRelisted: false,
  }
}
