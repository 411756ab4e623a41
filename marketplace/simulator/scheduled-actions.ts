import { day, minute } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'
import type { ParcelAnswer } from './answers.ts'
import { nextCaseAction } from './case-actions.ts'
import type { ScheduledAction, SimulatedAction, MessageReason } from './simulated-action.ts'
import type { Pace } from './story-time.ts'
import type { OrderStory } from './order-story.ts'
import { parcelJourney, buyerBehaviour, type BuyerBehaviour } from './buyer-behaviour.ts'

/**
 * Future actions on an order in its current state: what the buyer's behaviour plans, as far as the seller's actions
 * allow. Depends only on the order id and the hub's data.
 */
export function scheduledActions(orderStory: OrderStory, pace: Pace): ScheduledAction[] {
  const acts =
    orderStory.order.status === 'CANCELLED'
      ? []
      : [
          ...beforeShipping(orderStory, pace),
          ...orderStory.order.parcels.flatMap((parcel, index) => carrierActions(orderStory, pace, { parcel, index })),
          ...afterwards(orderStory, pace),
          ...answers(orderStory, pace),
        ]
  return [...acts, ...[...orderStory.cases.values()].flatMap((each) => nextCaseAction(orderStory, pace, each))].filter(
    ({ key }) => !orderStory.done.has(key),
  )
}

function beforeShipping({ order }: OrderStory, pace: Pace): ScheduledAction[] {
  const behaviour = buyerBehaviour(order.id)
  const placed = Date.parse(order.placedAt)
  const isUnshipped = order.lines.every(({ shipped }) => shipped === 0)
  const acts: ScheduledAction[] =
    order.paidAt === null ? payments(order.id, behaviour, (span) => pace.after(placed, span)) : []
  if (!isUnshipped) return acts
  const { asksAfter, cancels, patience } = behaviour
  if (asksAfter !== null) acts.push(write('question', 'QUESTION', pace.after(placed, asksAfter)))
  if (cancels)
    acts.push({
      key: 'cancel',
      at: pace.after(placed, cancels.after),
      action: { kind: 'ask-to-cancel', reason: cancels.reason },
    })
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
  const pay = (number: number, state: 'PENDING' | 'PAID' | 'FAILED', at: number): ScheduledAction => ({
    key: `pay ${number} ${state}`,
    at,
    action: { kind: 'pay', payment: `${order}-p${number}`, state, method },
  })
  switch (paying) {
    case 'AT_ONCE':
      return []
    case 'BY_TRANSFER':
      return [pay(1, 'PENDING', after(minute)), pay(1, 'PAID', after(paysAfter))]
    case 'AT_SECOND_TRY':
      return [pay(1, 'FAILED', after(minute)), pay(2, 'PAID', after(paysAfter))]
    case 'NEVER':
      return [pay(1, 'PENDING', after(minute))]
  }
}

interface ParcelOf {
  parcel: ParcelAnswer
  index: number
}

/** Handover of a parcel in wall time, and its journey. */
function wayOf({ order, isAbroad }: OrderStory, pace: Pace, { parcel, index }: ParcelOf) {
  const sent = Date.parse(parcel.shippedAt ?? order.placedAt)
  const { carrier } = parcel
  return { sent, ...parcelJourney(order.id, index, { carrier, isAbroad, sentAt: pace.storyAt(sent) }) }
}

/** Tracking events of a parcel; none for letters without a number. */
function carrierActions(orderStory: OrderStory, pace: Pace, of: ParcelOf): ScheduledAction[] {
  const { id, state, trackingNumber } = of.parcel
  if (trackingNumber === null || state === 'DELIVERED' || state === 'RETURNED_TO_SENDER') return []
  const way = wayOf(orderStory, pace, of)
  const track = (event: Extract<SimulatedAction, { kind: 'track' }>['event'], span: number | null): ScheduledAction[] =>
    span === null
      ? []
      : [{ key: `track ${id} ${event}`, at: pace.after(way.sent, span), action: { kind: 'track', parcel: id, event } }]
  return [
    ...track('SCANNED', way.scannedAfter),
    ...track('EXCEPTION', way.troubleAfter),
    ...track('DELIVERED', way.arrivesAfter),
    ...track('RETURNED_TO_SENDER', way.backAfter),
  ]
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
  const behaviour = buyerBehaviour(order.id)
  const came = arrivedAt(orderStory, pace)
  const promisedTo = pace.after(Date.parse(order.placedAt), behaviour.promised.to)
  if (came === null)
    return order.parcels.length > 0 ? missing(orderStory, pace, pace.after(promisedTo, behaviour.missesAfter)) : []
  const { returns, feedbackAfter } = behaviour
  const acts: ScheduledAction[] = []
  if (returns && order.status === 'DELIVERED')
    acts.push({
      key: 'return',
      at: pace.after(came, returns.after),
      action: { kind: 'open-return', reason: returns.reason, withPhoto: returns.withPhoto },
    })
  if (feedbackAfter !== null) {
    const mood = returns ? 'bad' : came > promisedTo ? 'late' : 'good'
    // After a return, feedback waits for its outcome.
    const at = pace.after(came, feedbackAfter + (returns ? returns.after + 6 * day : 0))
    acts.push({ key: 'feedback', at, action: { kind: 'rate', mood } })
  }
  return acts
}

function missing(orderStory: OrderStory, pace: Pace, at: number): ScheduledAction[] {
  const isAllThere = orderStory.order.parcels.every(({ state }) => state === 'DELIVERED')
  if (isAllThere || orderStory.order.status === 'REFUNDED') return []
  const feedback = buyerBehaviour(orderStory.order.id).feedbackAfter
  return [
    { key: 'not received', at, action: { kind: 'open-not-received' } },
    ...(feedback === null
      ? []
      : [{ key: 'feedback', at: pace.after(at, feedback + 3 * day), action: { kind: 'rate', mood: 'lost' } as const }]),
  ]
}

/** Some buyers thank for an answer, at most twice. */
function answers({ order, heard }: OrderStory, pace: Pace): ScheduledAction[] {
  return heard.slice(0, 2).flatMap(({ at, case: about }, index) => {
    const random = createRandom(`${order.id} answer ${index}`)
    return random.chance(0.35) ? [write(`answer ${index}`, 'THANKS', pace.after(at, repliesAfter(random)), about)] : []
  })
}

const repliesAfter = (random: Random) => random.int(20, 400) * minute
