import type { Random } from '#lib/random.ts'
import type { OrderFate } from './order-fate.ts'
import { totalMinor, type OrderPlan, type PlannedCancellation, type PlannedRefund } from './plan.ts'
import { minute } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'

const day = 1440 * minute

export type DeliveredOrder = Pick<OrderPlan, 'placedAt' | 'lines' | 'shipments'>

export function planAftermath(
  random: Random,
  fate: OrderFate,
  sent: DeliveredOrder,
): Pick<OrderPlan, 'cancellation' | 'refunds'> {
  const cancellation = planCancellation(random, fate, sent)
  return { cancellation, refunds: planRefunds(random, fate, sent, cancellation) }
}

function planCancellation(
  random: Random,
  fate: OrderFate,
  { placedAt, shipments }: DeliveredOrder,
): PlannedCancellation | null {
  const after = (minutes: number) => new Date(placedAt.getTime() + Math.round(minutes) * minute)
  // Buyers may ask within the hour; sellers have three days to respond.
  const requestedAt = after(random.int(6, 55))
  const asked = (closedAt: Date | null, closedAs: PlannedCancellation['closedAs']): PlannedCancellation => ({
    initiator: 'BUYER',
    reason: random.weighted([
      ['BUYER_ASKED_CANCEL', 5],
      ['ORDER_MISTAKE', 4],
      ['FOUND_CHEAPER_PRICE', 2],
      ['WRONG_SHIPPING_ADDRESS', 2],
      ['WONT_ARRIVE_IN_TIME', 2],
      ['OTHER', 1],
    ] as const),
    requestedAt,
    respondBy: new Date(requestedAt.getTime() + 3 * day),
    closedAt,
    closedAs,
  })
  const decided = (
    initiator: 'SELLER' | 'MARKETPLACE',
    reason: PlannedCancellation['reason'],
    at: Date,
    closedAs: PlannedCancellation['closedAs'],
  ): PlannedCancellation => ({
    initiator,
    reason,
    requestedAt: at,
    respondBy: null,
    closedAt: at,
    closedAs,
  })
  switch (fate) {
    case 'cancelled-by-buyer':
      return asked(after(random.int(70, 1200)), 'CLOSED_WITH_REFUND')
    case 'cancel-requested':
      return asked(null, 'REQUESTED')
    case 'cancel-rejected':
      return asked(after(random.int(70, 600)), 'REJECTED')
    case 'cancel-unanswered':
      return asked(
        earlier(
          assertDefined(shipments[0], 'it was shipped in place of an answer').shippedAt,
          new Date(requestedAt.getTime() + 3 * day),
        ),
        'CLOSED_FOR_COMMITMENT',
      )
    case 'cancelled-by-seller':
      return decided(
        'SELLER',
        random.pick(['OUT_OF_STOCK_OR_CANNOT_FULFILL', 'OUT_OF_STOCK_OR_CANNOT_FULFILL', 'ADDRESS_ISSUES']),
        after(random.int(600, 2400)),
        'CLOSED_WITH_REFUND',
      )
    case 'cancelled-unpaid':
      return decided(
        random.chance(0.8) ? 'SELLER' : 'MARKETPLACE',
        'ORDER_UNPAID',
        after(random.int(4 * 1440 + 30, 7 * 1440)),
        'CLOSED_NO_REFUND',
      )
    default:
      return null
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

function planRefunds(
  random: Random,
  fate: OrderFate,
  sent: DeliveredOrder,
  cancellation: PlannedCancellation | null,
): PlannedRefund[] {
  const total = totalMinor(sent.lines)
  const whole = (
    reason: PlannedRefund['reason'],
    refundedAt: Date,
    state: PlannedRefund['state'] = 'REFUNDED',
  ): PlannedRefund[] => [{ line: null, reason, state, amountMinor: total, refundedAt }]
  const cancelledAt = () => assertDefined(cancellation?.closedAt, 'it was cancelled')
  const arrived = sent.shipments.at(-1)?.deliveredAt ?? null
  const trouble = sent.shipments.at(-1)?.trouble ?? null
  const later = (at: Date, from: number, to: number) =>
    new Date(at.getTime() + random.int(from * 1440, to * 1440) * minute)
  switch (fate) {
    case 'cancelled-by-buyer':
      return whole('BUYER_CANCEL', cancelledAt())
    case 'cancelled-by-seller':
      return whole('SELLER_CANCEL', cancelledAt())
    case 'returned':
      return arrived ? whole(random.chance(0.6) ? 'BUYER_RETURN' : 'ITEM_NOT_AS_DESCRIBED', later(arrived, 5, 20)) : []
    case 'refund-pending':
      return arrived ? whole('BUYER_RETURN', later(arrived, 0, 1), 'PENDING') : []
    case 'lost':
      return trouble ? whole('ITEM_NOT_RECEIVED', later(trouble.at, 4, 12)) : []
    case 'sent-back':
      return trouble ? whole('OTHER_ADJUSTMENT', later(trouble.at, 2, 5)) : []
    case 'partly-refunded':
      return arrived ? [partOf(random, sent, later(arrived, 1, 6))] : []
    default:
      return []
  }
}

/** The postage, or part of a line's price. */
function partOf(random: Random, { lines }: DeliveredOrder, refundedAt: Date): PlannedRefund {
  const postage = lines.reduce((sum, line) => sum + line.shippingMinor, 0)
  if (random.chance(0.35) && postage > 0)
    return { line: null, reason: 'SHIPPING_DISCOUNT', state: 'REFUNDED', amountMinor: postage, refundedAt }
  const index = random.int(0, lines.length - 1)
  const line = assertDefined(lines[index], 'it was drawn among them')
  const cost = line.quantity * line.unitPriceMinor - line.discountMinor
  const reason = random.chance(0.7) ? 'ITEM_NOT_AS_DESCRIBED' : 'OTHER_ADJUSTMENT'
  const amountMinor = Math.max(1, Math.round((cost * random.pick([10, 15, 20, 25, 40])) / 100))
  return { line: index, reason, state: 'REFUNDED', amountMinor, refundedAt }
}
