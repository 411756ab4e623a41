import { day, hour, minute } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'
import type { Mood } from '../demo/words.ts'
import type { ParcelAnswer } from './answers.ts'
import {
  parcelJourney,
  buyerBehaviour,
  type BuyerBehaviour,
  type CancelReason,
  type ReturnReason,
} from './buyer-behaviour.ts'
import type { CaseStory, OrderStory } from './order-story.ts'
import type { Pace } from './story-time.ts'

export type SimulatedAction =
  | { kind: 'pay'; payment: string; state: 'PENDING' | 'PAID'; method: BuyerBehaviour['method'] }
  | { kind: 'write'; occasion: MessageReason; case: string | null }
  | { kind: 'ask-to-cancel'; reason: CancelReason }
  | { kind: 'track'; parcel: string; event: 'SCANNED' | 'DELIVERED' }
  | { kind: 'open-return'; reason: ReturnReason; withPhoto: boolean }
  | { kind: 'open-not-received' }
  | { kind: 'step'; case: string; step: CaseStep }
  | { kind: 'rate'; mood: Mood }

export type MessageReason = 'QUESTION' | 'IMPATIENCE' | 'THANKS'
/** Case steps of parties other than the seller. */
export type CaseStep =
  | 'take-offer'
  | 'refuse-offer'
  | 'send-back'
  | 'arrived'
  | 'withdraw'
  | 'escalate'
  | 'delivered-back'
  | 'decide-for-seller'
  | 'decide-for-buyer'

export interface ScheduledAction {
  /** Key within its order; performed once. */
  key: string
  at: number
  action: SimulatedAction
}

/**
 * Future actions on an order in its current state: what the buyer's behaviour plans, as far as the seller's actions
 * allow. Depends only on the order id and the hub's data.
 */
export function scheduledActions(orderStory: OrderStory, pace: Pace): ScheduledAction[] {
  const { order, cases, done } = orderStory
  const acts =
    order.status === 'CANCELLED'
      ? []
      : [
          ...beforeShipping(orderStory, pace),
          ...order.parcels.flatMap((parcel, index) => carrierActions(orderStory, pace, { parcel, index })),
          ...afterwards(orderStory, pace),
          ...answers(orderStory, pace),
        ]
  const moves = [...cases.values()].flatMap((each) => nextCaseAction(orderStory, pace, each))
  return [...acts, ...moves].filter(({ key }) => !done.has(key))
}

function beforeShipping({ order }: OrderStory, pace: Pace): ScheduledAction[] {
  const behaviour = buyerBehaviour(order.id)
  const after = (span: number) => pace.after(Date.parse(order.placedAt), span)
  const acts = order.paidAt === null ? payments(order.id, behaviour, after) : []
  if (order.lines.some(({ shipped }) => shipped > 0)) return acts
  const { asksAfter, cancels, patience } = behaviour
  if (asksAfter !== null) acts.push(write('question', 'QUESTION', after(asksAfter)))
  if (cancels)
    acts.push({ key: 'cancel', at: after(cancels.after), action: { kind: 'ask-to-cancel', reason: cancels.reason } })
  if (patience !== null && order.paidAt !== null)
    acts.push(write('impatience', 'IMPATIENCE', pace.after(Date.parse(order.paidAt), patience)))
  return acts
}

const write = (key: string, occasion: MessageReason, at: number, about: string | null = null): ScheduledAction => ({
  key,
  at,
  action: { kind: 'write', occasion, case: about },
})

function payments(
  order: string,
  { paying, method, paysAfter }: BuyerBehaviour,
  after: (span: number) => number,
): ScheduledAction[] {
  const pay = (state: 'PENDING' | 'PAID', span: number): ScheduledAction => ({
    key: `pay ${state}`,
    at: after(span),
    action: { kind: 'pay', payment: `${order}-p1`, state, method },
  })
  if (paying === 'AT_ONCE') return []
  return paying === 'NEVER' ? [pay('PENDING', minute)] : [pay('PENDING', minute), pay('PAID', paysAfter)]
}

interface ParcelOf {
  parcel: ParcelAnswer
  index: number
}

/** Handover of a parcel in wall time, and its journey. */
function wayOf({ order, isAbroad }: OrderStory, pace: Pace, { parcel, index }: ParcelOf) {
  const sent = Date.parse(parcel.shippedAt ?? order.placedAt)
  return { sent, ...parcelJourney(order.id, index, { isAbroad, sentAt: pace.storyAt(sent) }) }
}

/** Tracking events of a parcel; none for letters without a number. */
function carrierActions(orderStory: OrderStory, pace: Pace, of: ParcelOf): ScheduledAction[] {
  const { id, state, trackingNumber } = of.parcel
  if (trackingNumber === null || state === 'DELIVERED') return []
  const { sent, scannedAfter, arrivesAfter } = wayOf(orderStory, pace, of)
  const track = (event: 'SCANNED' | 'DELIVERED', span: number): ScheduledAction => ({
    key: `track ${id} ${event}`,
    at: pace.after(sent, span),
    action: { kind: 'track', parcel: id, event },
  })
  return [track('SCANNED', scannedAfter), ...(arrivesAfter === null ? [] : [track('DELIVERED', arrivesAfter)])]
}

/** Arrival of the last parcel; null if none was sent or one is in transit. */
function arrivedAt(orderStory: OrderStory, pace: Pace): number | null {
  const { parcels, lines } = orderStory.order
  if (parcels.length === 0 || lines.some(({ quantity, shipped, cancelled }) => shipped + cancelled < quantity))
    return null
  const arrivals = parcels.map((parcel, index) => {
    if (parcel.deliveredAt !== null) return Date.parse(parcel.deliveredAt)
    const { sent, arrivesAfter } = wayOf(orderStory, pace, { parcel, index })
    return parcel.trackingNumber === null && arrivesAfter !== null ? pace.after(sent, arrivesAfter) : null
  })
  return arrivals.includes(null) ? null : Math.max(...(arrivals as number[]))
}

/** The buyer's reaction: return, not-received claim, or feedback. */
function afterwards(orderStory: OrderStory, pace: Pace): ScheduledAction[] {
  const { order } = orderStory
  const { promised, missesAfter, returns, feedbackAfter } = buyerBehaviour(order.id)
  const rate = (at: number, mood: Mood): ScheduledAction[] =>
    feedbackAfter === null
      ? []
      : [{ key: 'feedback', at: pace.after(at, feedbackAfter), action: { kind: 'rate', mood } }]
  const came = arrivedAt(orderStory, pace)
  const promisedTo = pace.after(Date.parse(order.placedAt), promised.to)
  if (came === null) {
    const isMissing = order.parcels.some(({ state }) => state !== 'DELIVERED') && order.status !== 'REFUNDED'
    const at = pace.after(promisedTo, missesAfter)
    const claim = { key: 'not received', at, action: { kind: 'open-not-received' } } as const
    return isMissing ? [claim, ...rate(pace.after(at, 3 * day), 'lost')] : []
  }
  if (!returns) return rate(came, came > promisedTo ? 'late' : 'good')
  const { after, reason, withPhoto } = returns
  const at = pace.after(came, after)
  const back = { key: 'return', at, action: { kind: 'open-return', reason, withPhoto } } as const
  // After a return, feedback waits for its outcome.
  return [...(order.status === 'DELIVERED' ? [back] : []), ...rate(pace.after(at, 6 * day), 'bad')]
}

/** Some buyers thank for an answer, at most twice. */
function answers({ order, heard }: OrderStory, pace: Pace): ScheduledAction[] {
  return heard.slice(0, 2).flatMap(({ at, case: about }, index) => {
    const random = createRandom(`${order.id} answer ${index}`)
    if (!random.chance(0.35)) return []
    return [write(`answer ${index}`, 'THANKS', pace.after(at, random.int(20, 400) * minute), about)]
  })
}

/** The next step of buyer, carrier or marketplace in a case, and its delay; null waits for the seller. */
type Move = { step: CaseStep; after: number } | null

const hours = (random: Random, from: number, to: number) => random.int(from, to) * hour

const takes = (random: Random, chance: number): Move => ({
  step: random.chance(chance) ? 'take-offer' : 'refuse-offer',
  after: hours(random, 1, 30),
})

const escalates =
  (chance: number, from: number, to: number) =>
  (random: Random): Move =>
    random.chance(chance) ? { step: 'escalate', after: hours(random, from, to) } : null

/** Moves by state; states of the seller and the payment provider are omitted. */
const moves: Readonly<Record<string, (random: Random, ownCase: CaseStory) => Move>> = {
  PARTIAL_REFUND_REQUESTED: (random, { offerPercent }) => takes(random, (offerPercent ?? 0) >= 25 ? 0.75 : 0.4),
  REPLACEMENT_OFFER_PENDING: (random) => takes(random, 0.8),
  REPLACEMENT_SHIPPED: (random) => ({ step: 'arrived', after: hours(random, 30, 100) }),
  ITEM_READY_TO_SHIP: (random) => ({
    step: random.chance(0.93) ? 'send-back' : 'withdraw',
    after: hours(random, 10, 80),
  }),
  ITEM_SHIPPED: (random) => ({ step: 'delivered-back', after: hours(random, 24, 90) }),
  RETURN_REJECTED: escalates(0.5, 4, 48),
  RETURN_REQUEST_TIMEOUT: escalates(0.7, 4, 30),
  RETURN_LABEL_PENDING_TIMEOUT: escalates(0.7, 4, 30),
  REPLACEMENT_REQUEST_TIMEOUT: escalates(0.7, 4, 30),
  SELLER_RESPONSE_TIMEOUT: escalates(0.7, 4, 30),
  WAITING_BUYER_RESPONSE: escalates(0.6, 60, 140),
  REFUND_FAILED: escalates(0.7, 4, 30),
  ESCALATED: (random) => ({
    step: random.chance(0.7) ? 'decide-for-buyer' : 'decide-for-seller',
    after: hours(random, 12, 40),
  }),
}

const waiting = ['WAITING_SELLER_RESPONSE', 'SELLER_RESPONSE_TIMEOUT', 'WAITING_BUYER_RESPONSE']

/** The next act in a case unless it is the seller's turn; drawn from the order and the number of moves. */
function nextCaseAction({ order }: OrderStory, pace: Pace, ownCase: CaseStory): ScheduledAction[] {
  const { number, kind, state, since, moves: made } = ownCase
  const act = (step: CaseStep, at: number): ScheduledAction[] => [
    { key: `case ${number} ${made}`, at, action: { kind: 'step', case: number, step } },
  ]
  const arrivals = order.parcels.flatMap(({ deliveredAt: at }) => (at === null ? [] : Date.parse(at)))
  // The missing item has arrived after all.
  if (arrivals.length > 0 && arrivals.length === order.parcels.length && waiting.includes(state))
    return act('arrived', Math.max(since, ...arrivals))
  const move = moves[state]?.(createRandom(`${order.id} ${kind} ${made}`), ownCase)
  return move ? act(move.step, pace.after(since, move.after)) : []
}
