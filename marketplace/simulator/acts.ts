import { day, minute } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'
import type { ParcelAnswer } from './answers.ts'
import { caseAct } from './case-acts.ts'
import type { Act, Deed, Occasion } from './deed.ts'
import type { Pace } from './story-time.ts'
import type { Tale } from './tale.ts'
import { parcelWay, temperOf, type Temper } from './temper.ts'

/**
 * Future acts of an order in its current state: what the buyer's temper plans, as far as the seller's actions allow.
 * Depends only on the order id and the hub's data.
 */
export function actsOf(tale: Tale, pace: Pace): Act[] {
  const acts =
    tale.order.status === 'CANCELLED'
      ? []
      : [
          ...beforeShipping(tale, pace),
          ...tale.order.parcels.flatMap((parcel, index) => carrierActs(tale, pace, { parcel, index })),
          ...afterwards(tale, pace),
          ...answers(tale, pace),
        ]
  return [...acts, ...[...tale.cases.values()].flatMap((each) => caseAct(tale, pace, each))].filter(
    ({ key }) => !tale.done.has(key),
  )
}

function beforeShipping({ order }: Tale, pace: Pace): Act[] {
  const temper = temperOf(order.id)
  const placed = Date.parse(order.placedAt)
  const isUnshipped = order.lines.every(({ shipped }) => shipped === 0)
  const acts: Act[] = order.paidAt === null ? payments(order.id, temper, (span) => pace.after(placed, span)) : []
  if (!isUnshipped) return acts
  const { asksAfter, cancels, patience } = temper
  if (asksAfter !== null) acts.push(write('question', 'QUESTION', pace.after(placed, asksAfter)))
  if (cancels)
    acts.push({
      key: 'cancel',
      at: pace.after(placed, cancels.after),
      deed: { kind: 'ask-to-cancel', reason: cancels.reason },
    })
  if (patience !== null && order.paidAt !== null)
    acts.push(write('impatience', 'IMPATIENCE', pace.after(Date.parse(order.paidAt), patience)))
  return acts
}

const write = (key: string, occasion: Occasion, at: number, about: string | null = null): Act => ({
  key,
  at,
  deed: { kind: 'write', occasion, case: about },
})

/** Payments after the order itself. */
function payments(order: string, { paying, method, paysAfter }: Temper, after: (span: number) => number): Act[] {
  const pay = (number: number, state: 'PENDING' | 'PAID' | 'FAILED', at: number): Act => ({
    key: `pay ${number} ${state}`,
    at,
    deed: { kind: 'pay', payment: `${order}-p${number}`, state, method },
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
  /** Its index within the order. */
  index: number
}

/** When a parcel was handed over, in wall time, and its fate. */
function wayOf({ order, isAbroad }: Tale, pace: Pace, { parcel, index }: ParcelOf) {
  const sent = Date.parse(parcel.shippedAt ?? order.placedAt)
  const { carrier } = parcel
  return { sent, ...parcelWay(order.id, index, { carrier, isAbroad, sentAt: pace.storyAt(sent) }) }
}

/** Tracking events of a parcel; none for letters without a number. */
function carrierActs(tale: Tale, pace: Pace, of: ParcelOf): Act[] {
  const { id, state, trackingNumber } = of.parcel
  if (trackingNumber === null || state === 'DELIVERED' || state === 'RETURNED_TO_SENDER') return []
  const way = wayOf(tale, pace, of)
  const track = (event: Extract<Deed, { kind: 'track' }>['event'], span: number | null): Act[] =>
    span === null
      ? []
      : [{ key: `track ${id} ${event}`, at: pace.after(way.sent, span), deed: { kind: 'track', parcel: id, event } }]
  return [
    ...track('SCANNED', way.scannedAfter),
    ...track('EXCEPTION', way.troubleAfter),
    ...track('DELIVERED', way.arrivesAfter),
    ...track('RETURNED_TO_SENDER', way.backAfter),
  ]
}

/** Arrival of the last parcel; null if none was sent or one is in transit. */
function arrivedAt(tale: Tale, pace: Pace): number | null {
  const { parcels, lines } = tale.order
  if (parcels.length === 0 || lines.some(({ quantity, shipped, cancelled }) => shipped + cancelled < quantity))
    return null
  const arrivals = parcels.map((parcel, index) => {
    if (parcel.deliveredAt !== null) return Date.parse(parcel.deliveredAt)
    const { sent, arrivesAfter } = wayOf(tale, pace, { parcel, index })
    return parcel.trackingNumber === null && arrivesAfter !== null ? pace.after(sent, arrivesAfter) : null
  })
  return arrivals.includes(null) ? null : Math.max(...(arrivals as number[]))
}

/** The buyer's reaction: return, not-received claim, or feedback. */
function afterwards(tale: Tale, pace: Pace): Act[] {
  const { order } = tale
  const temper = temperOf(order.id)
  const came = arrivedAt(tale, pace)
  const promisedTo = pace.after(Date.parse(order.placedAt), temper.promised.to)
  if (came === null)
    return order.parcels.length > 0 ? missing(tale, pace, pace.after(promisedTo, temper.missesAfter)) : []
  const { returns, feedbackAfter } = temper
  const acts: Act[] = []
  if (returns && order.status === 'DELIVERED')
    acts.push({
      key: 'return',
      at: pace.after(came, returns.after),
      deed: { kind: 'open-return', reason: returns.reason, withPhoto: returns.withPhoto },
    })
  if (feedbackAfter !== null) {
    const mood = returns ? 'bad' : came > promisedTo ? 'late' : 'good'
    // After a return, feedback waits for its outcome.
    const at = pace.after(came, feedbackAfter + (returns ? returns.after + 6 * day : 0))
    acts.push({ key: 'feedback', at, deed: { kind: 'rate', mood } })
  }
  return acts
}

function missing(tale: Tale, pace: Pace, at: number): Act[] {
  const isAllThere = tale.order.parcels.every(({ state }) => state === 'DELIVERED')
  if (isAllThere || tale.order.status === 'REFUNDED') return []
  const feedback = temperOf(tale.order.id).feedbackAfter
  return [
    { key: 'not received', at, deed: { kind: 'open-not-received' } },
    ...(feedback === null
      ? []
      : [{ key: 'feedback', at: pace.after(at, feedback + 3 * day), deed: { kind: 'rate', mood: 'lost' } as const }]),
  ]
}

/** Some buyers thank for an answer, at most twice. */
function answers({ order, heard }: Tale, pace: Pace): Act[] {
  return heard.slice(0, 2).flatMap(({ at, case: about }, index) => {
    const random = createRandom(`${order.id} answer ${index}`)
    return random.chance(0.35) ? [write(`answer ${index}`, 'THANKS', pace.after(at, repliesAfter(random)), about)] : []
  })
}

const repliesAfter = (random: Random) => random.int(20, 400) * minute
