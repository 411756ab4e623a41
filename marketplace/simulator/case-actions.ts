import { hour } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'
import type { ScheduledAction, CaseStep } from './simulated-action.ts'
import type { Pace } from './story-time.ts'
import type { CaseStory, OrderStory } from './order-story.ts'

/** The next step of buyer, carrier or marketplace in a case, and its delay; null waits for the seller. */
type Move = { step: CaseStep; after: number; isTracked?: true } | null

const hours = (random: Random, from: number, to: number) => random.int(from, to) * hour
const maybe = (random: Random, chance: number, move: Move): Move => (random.chance(chance) ? move : null)

const escalates = (random: Random): Move => {
  const after = hours(random, 4, 30)
  return maybe(random, 0.7, { step: 'escalate', after })
}

const decides = (random: Random): Move => ({
  step: random.chance(0.7) ? 'decide-for-buyer' : 'decide-for-seller',
  after: hours(random, 12, 40),
})

/** Moves by state; states of the seller and the payment provider are omitted. */
const moves: Readonly<Record<string, (random: Random, ownCase: CaseStory) => Move>> = {
  PARTIAL_REFUND_REQUESTED: (random, { offerPercent }) => ({
    step: random.chance((offerPercent ?? 0) >= 25 ? 0.75 : 0.4) ? 'take-offer' : 'refuse-offer',
    after: hours(random, 1, 30),
  }),
  REPLACEMENT_OFFER_PENDING: (random) => ({
    step: random.chance(0.8) ? 'take-offer' : 'refuse-offer',
    after: hours(random, 1, 30),
  }),
  REPLACEMENT_SHIPPED: (random) => ({ step: 'arrived', after: hours(random, 30, 100) }),
  ITEM_READY_TO_SHIP: (random) =>
    random.chance(0.93)
      ? { step: 'send-back', after: hours(random, 10, 80), isTracked: true }
      : { step: 'withdraw', after: hours(random, 5, 60) },
  ITEM_SHIPPED: (random) => ({ step: 'delivered-back', after: hours(random, 24, 90) }),
  RETURN_REJECTED: (random) => maybe(random, 0.5, { step: 'escalate', after: hours(random, 4, 48) }),
  RETURN_REQUEST_TIMEOUT: escalates,
  RETURN_LABEL_PENDING_TIMEOUT: escalates,
  REPLACEMENT_REQUEST_TIMEOUT: escalates,
  SELLER_RESPONSE_TIMEOUT: escalates,
  WAITING_BUYER_RESPONSE: (random) => maybe(random, 0.6, { step: 'escalate', after: hours(random, 60, 140) }),
  REFUND_FAILED: escalates,
  ESCALATED: decides,
}

/** The next act in a case unless it is the seller's turn; drawn from the order and the number of moves. */
export function nextCaseAction({ order }: OrderStory, pace: Pace, ownCase: CaseStory): ScheduledAction[] {
  const act = (step: CaseStep, at: number, isTracked = false): ScheduledAction[] => [
    {
      key: `case ${ownCase.number} ${ownCase.moves}`,
      at,
      action: { kind: 'step', case: ownCase.number, step, isTracked },
    },
  ]
  // The missing item has arrived after all.
  const came = order.parcels.length > 0 && order.parcels.every(({ state }) => state === 'DELIVERED')
  const isWaiting = ['WAITING_SELLER_RESPONSE', 'SELLER_RESPONSE_TIMEOUT', 'WAITING_BUYER_RESPONSE'].includes(
    ownCase.state,
  )
  if (came && isWaiting) return act('arrived', Math.max(ownCase.since, ...deliveries(order.parcels)))
  const move = moves[ownCase.state]?.(createRandom(`${order.id} ${ownCase.kind} ${ownCase.moves}`), ownCase) ?? null
  return move ? act(move.step, pace.after(ownCase.since, move.after), move.isTracked) : []
}

const deliveries = (parcels: OrderStory['order']['parcels']) =>
  parcels.flatMap(({ deliveredAt }) => (deliveredAt === null ? [] : Date.parse(deliveredAt)))

/** The return parcel, with the original carrier. */
export function parcelBack({ id, parcels }: OrderStory['order']) {
  const random = createRandom(`${id} back`)
  const digits = Array.from({ length: 10 }, () => random.int(0, 9)).join('')
  return { carrier: parcels[0]?.carrier ?? 'DHL', trackingNumber: `RT${digits}` }
}
