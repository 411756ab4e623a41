import { outOfStockEndsAfterDays, type EndReason, type ListingFactsRow, type ListingState } from './listing.ts'

/** What can happen to a listing. */
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
] as const
export type ListingEvent = (typeof listingEvents)[number]

/** Why a step is refused, by the key of its text. */
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

/** What a step does beside the new state. */
export type ListingEffect =
  /** It is on sale from now on, and its duration counts from here. */
  | 'starts-now'
  /** It is going to start at the moment given. */
  | 'keeps-start'
  /** It has no start any more. */
  | 'forgets-start'
  /** A draft is made from it. */
  | 'copies'
  /** The draft takes its place: it can be put up again only once. */
  | 'links-copy'
  | `ends-as-${EndReason}`

/** What decides about a step. */
export interface ListingFacts {
  now: Date
  format: ListingFactsRow['format']
  /** Units left, as they are after the step. */
  quantity: number
  /** When it is to start, as it is after the step. */
  startsAt: Date | null
  endsAt: Date | null
  outOfStockSince: Date | null
  /** How many rules of publishing its content breaks. */
  problems: number
  /** Whether a listing took its place already. */
  isRelisted: boolean
}

/** A way on from a state: the first whose `when` holds is taken; `guard` names what forbids it. */
interface Way {
  next: ListingState
  when?: (facts: ListingFacts) => boolean
  guard?: (facts: ListingFacts) => ListingRefusal | null
  effects?: readonly ListingEffect[]
}

const day = 86_400_000

const complete = ({ problems }: ListingFacts) => (problems > 0 ? 'incomplete' : null)
const inFuture = ({ startsAt, now }: ListingFacts) => (startsAt && startsAt > now ? null : 'start-not-in-future')
const stocked = ({ quantity }: ListingFacts) => (quantity > 0 ? null : 'no-stock')

const publish: readonly Way[] = [
  { next: 'ACTIVE', guard: (facts) => complete(facts) ?? stocked(facts), effects: ['starts-now'] },
]
const schedule: readonly Way[] = [
  { next: 'SCHEDULED', guard: (facts) => complete(facts) ?? inFuture(facts), effects: ['keeps-start'] },
]
const start: readonly Way[] = [
  {
    next: 'ACTIVE',
    when: ({ quantity }) => quantity > 0,
    guard: ({ startsAt, now }) => (startsAt && startsAt <= now ? null : 'not-due'),
  },
  { next: 'OUT_OF_STOCK', guard: ({ startsAt, now }) => (startsAt && startsAt <= now ? null : 'not-due') },
]
const end: readonly Way[] = [{ next: 'ENDED', effects: ['ends-as-SELLER'] }]
const expire: readonly Way[] = [
  {
    next: 'ENDED',
    guard: ({ endsAt, outOfStockSince, now }) => {
      const hasRunOut = endsAt !== null && endsAt <= now
      const wasEmptyTooLong =
        outOfStockSince !== null && outOfStockSince.getTime() + outOfStockEndsAfterDays * day <= now.getTime()
      return hasRunOut || wasEmptyTooLong ? null : 'not-due'
    },
    effects: ['ends-as-EXPIRED'],
  },
]
/** Sold out, an auction is over; a fixed price waits for new stock. */
const sellOut: readonly Way[] = [
  { next: 'ENDED', when: ({ format }) => format === 'AUCTION', effects: ['ends-as-SOLD_OUT'] },
  { next: 'OUT_OF_STOCK' },
]
const release: readonly Way[] = [{ next: 'ACTIVE', when: ({ quantity }) => quantity > 0 }, { next: 'OUT_OF_STOCK' }]
const relist: readonly Way[] = [
  {
    next: 'ENDED',
    guard: ({ isRelisted }) => (isRelisted ? 'already-relisted' : null),
    effects: ['copies', 'links-copy'],
  },
]
const copyOf = (next: ListingState): readonly Way[] => [{ next, effects: ['copies'] }]

/**
 * The listing's machine (seller-hubs 5.3): for each state what each event leads to, or why nothing does. Server and
 * buttons ask it alike. Nothing leads out of ENDED: putting up again makes a new draft.
 */
export const listingTable: Record<ListingState, Record<ListingEvent, readonly Way[] | ListingRefusal>> = {
  DRAFT: {
    publish,
    schedule,
    start: 'is-draft',
    unschedule: 'is-draft',
    hold: 'is-draft',
    release: 'is-draft',
    restock: 'is-draft',
    sellOut: 'is-draft',
    end: 'is-draft',
    expire: 'is-draft',
    relist: 'is-draft',
    sellSimilar: copyOf('DRAFT'),
  },
  SCHEDULED: {
    publish,
    schedule,
    start,
    unschedule: [{ next: 'DRAFT', effects: ['forgets-start'] }],
    hold: 'is-scheduled',
    release: 'is-scheduled',
    restock: 'is-scheduled',
    sellOut: 'is-scheduled',
    end: 'is-scheduled',
    expire: 'is-scheduled',
    relist: 'is-scheduled',
    sellSimilar: copyOf('SCHEDULED'),
  },
  ACTIVE: {
    publish: 'is-active',
    schedule: 'is-active',
    start: 'is-active',
    unschedule: 'is-active',
    hold: [{ next: 'ON_HOLD' }],
    release: 'is-active',
    restock: [{ next: 'ACTIVE', guard: stocked }],
    sellOut,
    end,
    expire,
    relist: 'is-active',
    sellSimilar: copyOf('ACTIVE'),
  },
  OUT_OF_STOCK: {
    publish: 'is-out-of-stock',
    schedule: 'is-out-of-stock',
    start: 'is-out-of-stock',
    unschedule: 'is-out-of-stock',
    hold: 'is-out-of-stock',
    release: 'is-out-of-stock',
    restock: [{ next: 'ACTIVE', guard: stocked }],
    sellOut: 'is-out-of-stock',
    end,
    expire,
    relist: 'is-out-of-stock',
    sellSimilar: copyOf('OUT_OF_STOCK'),
  },
  ON_HOLD: {
    publish: 'is-on-hold',
    schedule: 'is-on-hold',
    start: 'is-on-hold',
    unschedule: 'is-on-hold',
    hold: 'is-on-hold',
    release,
    restock: [{ next: 'ON_HOLD', guard: stocked }],
    sellOut: [{ next: 'ON_HOLD' }],
    end,
    expire,
    relist: 'is-on-hold',
    sellSimilar: copyOf('ON_HOLD'),
  },
  ENDED: {
    publish: 'is-ended',
    schedule: 'is-ended',
    start: 'is-ended',
    unschedule: 'is-ended',
    hold: 'is-ended',
    release: 'is-ended',
    restock: 'is-ended',
    sellOut: 'is-ended',
    end: 'is-ended',
    expire: 'is-ended',
    relist,
    sellSimilar: copyOf('ENDED'),
  },
}

/** What an event leads to: the next state and what else is done, or why not. */
export type ListingStep =
  | { ok: true; next: ListingState; effects: readonly ListingEffect[] }
  | { ok: false; reason: ListingRefusal }

/** Takes a step in the table. The same answer decides whether a button can be pressed and whether the server acts. */
export function listingStep(state: ListingState, event: ListingEvent, facts: ListingFacts): ListingStep {
  const ways = listingTable[state][event]
  if (typeof ways === 'string') return { ok: false, reason: ways }
  const way = ways.find(({ when }) => !when || when(facts))!
  const reason = way.guard?.(facts) ?? null
  return reason ? { ok: false, reason } : { ok: true, next: way.next, effects: way.effects ?? [] }
}

/** The facts that a listing's row holds. */
export function factsOf(row: ListingFactsRow, now: Date): ListingFacts {
  return {
    now,
    format: row.format,
    quantity: row.quantity_available,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    outOfStockSince: row.out_of_stock_since,
    problems: 0,
    isRelisted: false,
  }
}
