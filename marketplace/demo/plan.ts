import type { Row } from '#db/schema.ts'
import type { Ware } from './catalogue/ware.ts'
import type { Address, Person } from './people/population.ts'
import type { Service } from './shipping.ts'

/** A listing of a demo seller and what became of it. */
export interface Offer {
  ware: Ware
  sku: string
  /** Where it stands among all that ever had an item number. */
  index: number
  startsAt: Date | null
  endsAt: Date | null
  endedAt: Date | null
  endReason: Row<'listings'>['end_reason']
  state: Row<'listings'>['state']
  format: Row<'listings'>['format']
  available: number
  /** Ended so long ago that only the orders remember it. */
  forgotten: boolean
}

export interface PlannedLine {
  offer: Offer
  quantity: number
  /** In minor units of the order's currency, as the rest of the plan. */
  unitPriceMinor: number
  discountMinor: number
  shippingMinor: number
  taxMinor: number
}

export interface PlannedPayment {
  method: Row<'payments'>['method']
  amountMinor: number
  /** When it was paid; null where it has failed or is never going to be. */
  paidAt: Date | null
  /** When it failed. */
  failedAt: Date | null
}

export interface PlannedShipment {
  /** How many of each line, in the order of the lines. */
  quantities: number[]
  trackingNumber: string | null
  shippedAt: Date
  /** When the carrier saw it first. */
  scannedAt: Date
  /** When it arrives; for letters when it must have arrived. */
  deliveredAt: Date | null
  /** What goes wrong on the way, from when on. */
  trouble: { state: 'EXCEPTION' | 'RETURNED_TO_SENDER'; at: Date } | null
}

export interface PlannedCancellation {
  initiator: Row<'cancellations'>['initiator']
  reason: Row<'cancellations'>['reason']
  requestedAt: Date
  respondBy: Date | null
  /** When and how it is closed; null where it waits for an answer. */
  closedAt: Date | null
  closedAs: Row<'cancellations'>['state']
}

export interface PlannedRefund {
  line: number | null
  reason: Row<'refunds'>['reason']
  state: Row<'refunds'>['state']
  amountMinor: number
  refundedAt: Date
}

export interface PlannedFeedback {
  rating: Row<'feedback'>['rating']
  stars: number
  comment: string
  leftAt: Date
  reply: string | null
  repliedAt: Date | null
}

/** An order with all that will ever happen to it. */
export interface OrderPlan {
  person: Person
  address: Address
  placedAt: Date
  currency: string
  lines: PlannedLine[]
  service: Service
  note: string | null
  shipBy: Date | null
  estimatedDelivery: readonly [Date, Date] | null
  payments: PlannedPayment[]
  shipments: PlannedShipment[]
  cancellation: PlannedCancellation | null
  refunds: PlannedRefund[]
  feedback: PlannedFeedback | null
}

/** The order as it stands at `now`: nothing of what happens later. */
export function asOf(plan: OrderPlan, now: Date): OrderPlan {
  const past = (at: Date | null) => at !== null && at <= now
  const pastOrNull = (at: Date | null) => (past(at) ? at : null)
  const payments = plan.payments.map((payment) => ({
    ...payment,
    paidAt: pastOrNull(payment.paidAt),
    failedAt: pastOrNull(payment.failedAt),
  }))
  const paid = payments.some((payment) => payment.paidAt !== null)
  return {
    ...plan,
    payments,
    shipBy: paid ? plan.shipBy : null,
    estimatedDelivery: paid ? plan.estimatedDelivery : null,
    shipments: plan.shipments
      .filter((shipment) => past(shipment.shippedAt))
      .map((shipment) => ({
        ...shipment,
        deliveredAt: pastOrNull(shipment.deliveredAt),
        trouble: shipment.trouble && past(shipment.trouble.at) ? shipment.trouble : null,
      })),
    cancellation:
      plan.cancellation && past(plan.cancellation.requestedAt)
        ? { ...plan.cancellation, closedAt: pastOrNull(plan.cancellation.closedAt) }
        : null,
    refunds: plan.refunds.filter((refund) => past(refund.refundedAt)),
    feedback:
      plan.feedback && past(plan.feedback.leftAt)
        ? {
            ...plan.feedback,
            repliedAt: pastOrNull(plan.feedback.repliedAt),
            reply: past(plan.feedback.repliedAt) ? plan.feedback.reply : null,
          }
        : null,
  }
}

/** What the buyer pays for all lines. */
export function totalMinor(lines: readonly PlannedLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.quantity * line.unitPriceMinor - line.discountMinor + line.shippingMinor + line.taxMinor,
    0,
  )
}

/** How far a cancellation has come by `now`, as the database derives it. */
export function cancelState(cancellation: PlannedCancellation | null, now: Date): Row<'orders'>['cancel_state'] {
  if (!cancellation || cancellation.requestedAt > now) return 'NONE_REQUESTED'
  if (!cancellation.closedAt || cancellation.closedAt > now) return 'IN_PROGRESS'
  const refused = cancellation.closedAs === 'REJECTED' || cancellation.closedAs === 'CLOSED_FOR_COMMITMENT'
  return refused ? 'NONE_REQUESTED' : 'CANCELED'
}
