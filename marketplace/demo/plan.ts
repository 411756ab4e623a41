import type { Row } from '#db/schema.ts'
import type { CatalogueItem } from './catalogue.ts'
import type { Address, Person } from './population.ts'
import type { Service } from './shipping.ts'

export interface Offer {
  ware: CatalogueItem
  sku: string
  /** Its rank among all listings with an item number. */
  index: number
  startsAt: Date | null
  endsAt: Date | null
  endedAt: Date | null
  endReason: Row<'listings'>['end_reason']
  state: Row<'listings'>['state']
  format: Row<'listings'>['format']
  available: number
  /** Ended so long ago that only orders refer to it. */
  forgotten: boolean
}

export interface PlannedLine {
  offer: Offer
  quantity: number
  /** In minor units of the order's currency, like all amounts of the plan. */
  unitPriceMinor: number
  discountMinor: number
  shippingMinor: number
  taxMinor: number
}

export interface PlannedPayment {
  method: Row<'payments'>['method']
  amountMinor: number
  /** Time of payment; null if failed or never paid. */
  paidAt: Date | null
  failedAt: Date | null
}

export interface PlannedShipment {
  /** Quantities per line, in line order. */
  quantities: number[]
  trackingNumber: string | null
  shippedAt: Date
  scannedAt: Date
  /** Arrival; for letters, the assumed arrival. */
  deliveredAt: Date | null
  trouble: { state: 'EXCEPTION' | 'RETURNED_TO_SENDER'; at: Date } | null
}

export interface PlannedCancellation {
  initiator: Row<'cancellations'>['initiator']
  reason: Row<'cancellations'>['reason']
  requestedAt: Date
  respondBy: Date | null
  /** When and how it is closed; null while pending. */
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

/** An order with its complete future. */
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

export function totalMinor(lines: readonly PlannedLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.quantity * line.unitPriceMinor - line.discountMinor + line.shippingMinor + line.taxMinor,
    0,
  )
}

/** State of a cancellation at `now`, as the database derives it. */
export function cancelState(cancellation: PlannedCancellation | null, now: Date): Row<'orders'>['cancel_state'] {
  if (!cancellation || cancellation.requestedAt > now) return 'NONE_REQUESTED'
  if (!cancellation.closedAt || cancellation.closedAt > now) return 'IN_PROGRESS'
  const refused = cancellation.closedAs === 'REJECTED' || cancellation.closedAs === 'CLOSED_FOR_COMMITMENT'
  return refused ? 'NONE_REQUESTED' : 'CANCELED'
}
