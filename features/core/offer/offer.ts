import type { ToldOffer } from '#db/tables/offers.ts'
import type { Row } from '#db/schema.ts'
import { brand } from '#lib/brand.ts'
import { hour } from '#lib/duration.ts'
import { takeStep, type StateTable, type Transition } from '#lib/state-table.ts'

// Offers of buyers, and to buyers, for less than a listing asks (seller-hubs 1.4, 5.3). Pure.

export type OfferRow = Row<'buyer_offers'>
export type OfferState = OfferRow['state']

export const offerStates = [
  'OPEN',
  'COUNTERED_BY_SELLER',
  'COUNTERED_BY_BUYER',
  'ACCEPTED',
  'DECLINED',
  'EXPIRED',
  'WITHDRAWN',
  'LISTING_ENDED',
  'PAID',
  'NOT_PAID',
] as const satisfies OfferState[]

export type OfferParty = 'BUYER' | 'SELLER'
export type OfferKey = string & { readonly __brand: 'OfferKey' }

export const parseOfferKey = (text: string | null): OfferKey | null =>
  text !== null && /^[0-9a-z]{12}$/.test(text) ? brand<OfferKey>(text) : null

export const longestOffer = 30 * 24 * hour

export const sellerAnswers = ['accept', 'decline', 'counter'] as const
export type SellerAnswer = (typeof sellerAnswers)[number]

/** A step of a party, of time, of the listing, or of the order that pays the offer. */
export type OfferStep = SellerAnswer | 'withdraw' | 'expire' | 'end-listing' | 'pay' | 'not-pay'

export type OfferRefusal = 'not-your-turn' | 'closed-already' | 'no-counter' | 'expired' | 'not-due'

export interface OfferFacts {
  by: OfferParty | 'HUB'
  begunBy: OfferParty
  mayCounter: boolean
  isDue: boolean
  hasOrder: boolean
}

type OfferWay = Transition<OfferState, OfferFacts, OfferRefusal>

const inTime = ({ isDue }: OfferFacts) => (isDue ? 'expired' : null)

/** Answers of the party whose turn it is; the other may only withdraw. */
function answers(answerer: (facts: OfferFacts) => OfferParty) {
  const ofTurn = (facts: OfferFacts) => (facts.by === answerer(facts) ? inTime(facts) : 'not-your-turn')
  const ofBuyer = ({ by }: OfferFacts) => by === 'BUYER'
  const ended = (next: OfferState): readonly OfferWay[] => [{ next }]
  return {
    accept: [{ next: 'ACCEPTED', guard: ofTurn }],
    decline: [{ next: 'DECLINED', guard: ofTurn }],
    counter: [
      {
        next: 'COUNTERED_BY_BUYER',
        when: ofBuyer,
        guard: (facts) => ofTurn(facts) ?? (facts.mayCounter ? null : 'no-counter'),
      },
      { next: 'COUNTERED_BY_SELLER', guard: ofTurn },
    ],
    withdraw: [
      { next: 'WITHDRAWN', guard: (facts) => (facts.by === answerer(facts) ? 'not-your-turn' : inTime(facts)) },
    ],
    expire: [{ next: 'EXPIRED', guard: ({ isDue }) => (isDue ? null : 'not-due') }],
    'end-listing': ended('LISTING_ENDED'),
  } satisfies Partial<Record<OfferStep, readonly OfferWay[]>>
}

/**
 * Open offers move between both parties until one accepts, declines or withdraws, time passes, or the listing ends. An
 * accepted one is paid by its order, or the time to pay ends. `move_offers` in the database takes the steps of listings
 * and orders.
 */
export const offerTable: StateTable<OfferState, OfferStep, OfferFacts, OfferRefusal> = {
  refusalOf: () => 'closed-already',
  ways: {
    OPEN: answers(({ begunBy }) => (begunBy === 'BUYER' ? 'SELLER' : 'BUYER')),
    COUNTERED_BY_SELLER: answers(() => 'BUYER'),
    COUNTERED_BY_BUYER: answers(() => 'SELLER'),
    ACCEPTED: {
      pay: [{ next: 'PAID' }],
      'not-pay': [{ next: 'NOT_PAID', guard: ({ hasOrder, isDue }) => (hasOrder || isDue ? null : 'not-due') }],
    },
    DECLINED: {},
    EXPIRED: {},
    WITHDRAWN: {},
    LISTING_ENDED: {},
    PAID: {},
    NOT_PAID: {},
  },
}

/** Who is to answer; null if nobody. Must agree with the column `turn`. */
export function turnOf({ state, begun_by: begunBy }: Pick<OfferRow, 'state' | 'begun_by'>): OfferParty | null {
  if (state === 'OPEN') return begunBy === 'BUYER' ? 'SELLER' : 'BUYER'
  if (state === 'COUNTERED_BY_BUYER') return 'SELLER'
  return state === 'COUNTERED_BY_SELLER' ? 'BUYER' : null
}

export const offerFacts = (row: OfferRow, by: OfferFacts['by'], now: Date): OfferFacts => ({
  by,
  begunBy: row.begun_by,
  mayCounter: row.may_counter,
  isDue: row.due_at !== null && row.due_at <= now,
  hasOrder: row.order_id !== null,
})

export const nextOfferState = (row: OfferRow, step: OfferStep, { by, now }: { by: OfferFacts['by']; now: Date }) =>
  takeStep(offerTable, { state: row.state, event: step, facts: offerFacts(row, by, now) })

/** State at a moment: one whose time has passed counts as expired or not paid before the job closes it. */
export function stateAt(row: Pick<OfferRow, 'state' | 'due_at' | 'order_id'>, now: Date): OfferState {
  if (row.due_at === null || row.due_at > now || row.order_id !== null) return row.state
  return row.state === 'ACCEPTED' ? 'NOT_PAID' : 'EXPIRED'
}

/** Who is to answer at a moment; null if nobody, as once the time is over. */
export const turnAt = (row: Parameters<typeof turnOf>[0] & Parameters<typeof stateAt>[0], now: Date) =>
  stateAt(row, now) === row.state ? turnOf(row) : null

/** Answers that are offered to the seller now. */
export const answersOf = (row: OfferRow, now: Date): SellerAnswer[] =>
  sellerAnswers.filter((step) => nextOfferState(row, step, { by: 'SELLER', now }).ok)

export const canWithdraw = (row: OfferRow, now: Date): boolean =>
  nextOfferState(row, 'withdraw', { by: 'SELLER', now }).ok

/** Whether the seller's last answer can still be undone. */
export const canUndo = ({ tell_at: tellAt }: Pick<OfferRow, 'tell_at'>, now: Date): boolean =>
  tellAt !== null && tellAt > now

export const toldOf = (row: OfferRow): ToldOffer => ({
  state: row.state,
  price_minor: row.price_minor,
  units: row.units,
  message: row.message,
  changed_at: row.changed_at.toISOString(),
  due_at: row.due_at?.toISOString() ?? null,
})

/**
 * An offer as programs read it: until the buyer is told, as it was before the seller's answer. Null: one that the seller
 * sent, which programs do not know yet.
 */
export function shownToBuyer(row: OfferRow, now: Date): OfferRow | null {
  if (!canUndo(row, now) || row.told === null) return row
  const { told } = row
  if (told.state === undefined) return null
  const due = told.due_at === null ? null : new Date(told.due_at)
  return { ...row, ...told, changed_at: new Date(told.changed_at), due_at: due }
}

/** Price of an offer at a discount, rounded down so that it is at least as large. */
export const discounted = (priceMinor: number, percent: number): number =>
  Math.floor((priceMinor * (10_000 - Math.round(percent * 100))) / 10_000)

/** Discount in percent with one decimal, rounded down. */
export const discountOf = (priceMinor: number, offeredMinor: number): number =>
  priceMinor <= 0 ? 0 : Math.floor(((priceMinor - offeredMinor) * 1_000) / priceMinor) / 10
