import type { Random } from '#lib/random.ts'
import type { Fate } from './fate.ts'
import type { OrderPlan, PlannedFeedback } from './plan.ts'
import { apologies, blame, middling, praise, thanks } from './words.ts'

const minute = 60_000
type Rating = PlannedFeedback['rating']

/** What the buyer says of the order after it has arrived, if anything. */
export function planFeedback(
  random: Random,
  fate: Fate,
  order: Pick<OrderPlan, 'lines' | 'shipments' | 'refunds'>,
): PlannedFeedback | null {
  const shipment = order.shipments.at(-1)
  const from = shipment?.deliveredAt ?? (fate === 'lost' ? (order.refunds[0]?.refundedAt ?? null) : null)
  if (!from || !random.chance(fate === 'ordinary' ? 0.31 : 0.45)) return null
  const leftAt = new Date(from.getTime() + random.int(40, 9 * 1440) * minute)
  const rating = chooseRating(random, fate)
  const reply = chooseReply(random, rating)
  return {
    rating,
    stars: starsOf(random, rating),
    comment: chooseComment(random, rating, order.lines[0]!.offer.ware.department.key),
    leftAt,
    reply,
    repliedAt: reply === null ? null : new Date(leftAt.getTime() + random.int(30, 2880) * minute),
  }
}

function chooseRating(random: Random, fate: Fate): Rating {
  const weights: Record<'good' | 'mixed' | 'bad', readonly (readonly [Rating, number])[]> = {
    good: [
      ['POSITIVE', 985],
      ['NEUTRAL', 11],
      ['NEGATIVE', 4],
    ],
    mixed: [
      ['POSITIVE', 60],
      ['NEUTRAL', 27],
      ['NEGATIVE', 13],
    ],
    bad: [
      ['POSITIVE', 15],
      ['NEUTRAL', 30],
      ['NEGATIVE', 55],
    ],
  }
  if (fate === 'lost' || fate === 'returned') return random.weighted(weights.bad)
  const mixed = fate === 'late' || fate === 'partly-refunded' || fate === 'cancel-rejected'
  return random.weighted(mixed ? weights.mixed : weights.good)
}

function starsOf(random: Random, rating: Rating): number {
  if (rating === 'POSITIVE') return random.chance(0.9) ? 5 : 4
  return rating === 'NEUTRAL' ? 3 : random.int(1, 2)
}

function chooseComment(random: Random, rating: Rating, department: string): string {
  if (rating === 'NEUTRAL') return random.pick(middling)
  if (rating === 'NEGATIVE') return random.pick(blame)
  const stationery = ['notebooks', 'pens', 'ink', 'paper', 'desk'].includes(department)
  const own = praise[stationery ? 'stationery' : department] ?? []
  return own.length > 0 && random.chance(stationery ? 1 : 0.8) ? random.pick(own) : random.pick(praise.any!)
}

function chooseReply(random: Random, rating: Rating): string | null {
  if (rating === 'POSITIVE') return random.chance(0.04) ? random.pick(thanks) : null
  return random.chance(0.6) ? random.pick(apologies) : null
}
