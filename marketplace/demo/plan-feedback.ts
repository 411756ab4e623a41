import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import type { Random } from '#lib/random.ts'
import type { OrderFate } from './order-fate.ts'
import type { OrderPlan, PlannedFeedback } from './plan.ts'
import { opinion, type Mood } from './words.ts'

export function planFeedback(
  random: Random,
  fate: OrderFate,
  order: Pick<OrderPlan, 'lines' | 'shipments' | 'refunds' | 'person'>,
  seller: string,
): PlannedFeedback | null {
  const from = order.shipments.at(-1)?.deliveredAt ?? (fate === 'lost' ? (order.refunds[0]?.refundedAt ?? null) : null)
  const mood = moodOf(fate)
  if (!from || !random.chance(mood === 'good' ? 0.31 : 0.45)) return null
  const leftAt = new Date(from.getTime() + random.int(40, 9 * 1440) * minute)
  const { department } = assertDefined(order.lines[0], 'an order has a line').offer.ware
  const said = opinion(random, { mood, department: department.key, buyer: order.person.country, seller })
  const repliedAt = said.reply === null ? null : new Date(leftAt.getTime() + random.int(30, 2880) * minute)
  return { ...said, leftAt, repliedAt }
}

function moodOf(fate: OrderFate): Mood {
  if (fate === 'lost') return 'lost'
  if (fate === 'returned') return 'bad'
  return fate === 'late' || fate === 'partly-refunded' || fate === 'cancel-rejected' ? 'late' : 'good'
}
