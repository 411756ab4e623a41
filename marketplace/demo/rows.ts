import type { NewRow } from '#db/schema.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { cancelState, totalMinor, type OrderPlan, type PlannedLine, type PlannedShipment } from './plan.ts'

export interface OrderKeys {
  sellerId: number
  orderId: number
  orderNumber: string
  buyerId: number
  addressId: number
  lineIds: number[]
  shipmentIds: number[]
  /** Each line's listing: id (null if forgotten), product and item number. */
  listings: { id: number | null; productId: number; itemNumber: string }[]
  handlingDays: number
}

/**
 * Write order of an order's tables. Tables of a group share one statement, since derived data depends on all of them:
 * fulfilment and search words, or payment state.
 */
export const orderTables = [
  ['orders'],
  ['line_items', 'shipments', 'shipment_lines'],
  ['payments', 'refunds'],
  ['cancellations'],
  ['feedback'],
] as const

export type OrderRows = { [Table in (typeof orderTables)[number][number]]: NewRow<Table>[] }

/** Converts an order to rows, with derived columns as the triggers compute them. */
export function orderRows(plan: OrderPlan, keys: OrderKeys, now: Date): OrderRows {
  const { sellerId: seller_id, orderId: order_id } = keys
  const { currency, cancellation, feedback } = plan
  const shipments = pairs(plan.shipments, keys.shipmentIds)
  return {
    orders: [orderRow(plan, keys, now)],
    line_items: pairs(plan.lines, pairs(keys.lineIds, keys.listings)).map(([line, [id, listing]], index) =>
      lineRow({ plan, line, index, id, listing, keys, now }),
    ),
    payments: plan.payments.map((payment, index) => ({
      seller_id,
      order_id,
      position: index + 1,
      method: payment.method,
      state: paymentState(payment),
      currency,
      amount_minor: payment.amountMinor,
      installments: 1,
      paid_at: payment.paidAt,
    })),
    refunds: plan.refunds.map((refund, index) => ({
      seller_id,
      order_id,
      line_item_id:
        refund.line === null ? null : assertDefined(keys.lineIds[refund.line], 'it is a line of this order'),
      reason: refund.reason,
      state: refund.state,
      currency,
      amount_minor: refund.amountMinor,
      refunded_at: refund.state === 'REFUNDED' ? refund.refundedAt : null,
      requested_at: refund.state === 'REFUNDED' ? null : refund.refundedAt,
      refund_key: `${keys.orderNumber.replaceAll('-', '')}r${index}`,
    })),
    shipments: shipments.map(([shipment, id], index) => shipmentRow({ plan, shipment, index, id, keys, now })),
    shipment_lines: shipments.flatMap(([shipment, shipment_id]) =>
      pairs(shipment.quantities, keys.lineIds)
        .map(([quantity, line_item_id]) => ({ seller_id, shipment_id, line_item_id, quantity }))
        .filter((row) => row.quantity > 0),
    ),
    cancellations: cancellation
      ? [
          {
            seller_id,
            order_id,
            initiator: cancellation.initiator,
            reason: cancellation.reason,
            state: cancellation.closedAt ? cancellation.closedAs : 'REQUESTED',
            requested_at: cancellation.requestedAt,
            respond_by: cancellation.respondBy,
            closed_at: cancellation.closedAt,
            cancel_key: `${keys.orderNumber.replaceAll('-', '')}c`,
          },
        ]
      : [],
    feedback: feedback
      ? [
          {
            seller_id,
            order_id,
            buyer_id: keys.buyerId,
            external_id: null,
            buyer_username: plan.person.username,
            rating: feedback.rating,
            stars: feedback.stars,
            title: null,
            comment: feedback.comment,
            left_at: feedback.leftAt,
            reply: feedback.reply,
            replied_at: feedback.repliedAt,
          },
        ]
      : [],
  }
}

function orderRow(plan: OrderPlan, keys: OrderKeys, now: Date): NewRow<'orders'> {
  const { lines, shipments } = plan
  const sum = (amount: (line: PlannedLine) => number) => lines.reduce((total, line) => total + amount(line), 0)
  const payment_status = paymentStatus(plan)
  const settled = payment_status !== 'PENDING' && payment_status !== 'FAILED'
  return {
    seller_id: keys.sellerId,
    id: keys.orderId,
    order_number: keys.orderNumber,
    external_id: null,
    external_status: null,
    buyer_id: keys.buyerId,
    buyer_username: plan.person.username,
    ship_to_address_id: keys.addressId,
    ship_to_country: plan.address.country,
    placed_at: plan.placedAt,
    paid_at: settled ? latest(plan.payments.map((payment) => payment.paidAt)) : null,
    ship_by: plan.shipBy,
    // The seller's initial calendar, created with the seller.
    ship_rule: plan.shipBy ? 'HANDLING_TIME' : null,
    ship_calendar: plan.shipBy ? 1 : null,
    ship_handling_days: plan.shipBy ? keys.handlingDays : null,
    estimated_delivery_min: plan.estimatedDelivery?.[0] ?? null,
    estimated_delivery_max: plan.estimatedDelivery?.[1] ?? null,
    shipped_at: latest(shipments.map((shipment) => shipment.shippedAt)),
    delivered: shipments.length > 0 && shipments.every((shipment) => shipment.deliveredAt !== null),
    delivered_at: latest(shipments.map(knownArrival)),
    parcels_noted_at:
      shipments.length > 0 && shipments.every(({ trackingNumber }) => trackingNumber !== null)
        ? latest(shipments.map(({ shippedAt }) => shippedAt))
        : null,
    shipping_service: plan.service.name,
    buyer_note: plan.note,
    currency: plan.currency,
    subtotal_minor: sum((line) => line.quantity * line.unitPriceMinor),
    discount_minor: sum((line) => line.discountMinor),
    shipping_minor: sum((line) => line.shippingMinor),
    tax_minor: sum((line) => line.taxMinor),
    line_count: lines.length,
    unit_count: sum((line) => line.quantity),
    payment_status,
    fulfilment_status: fulfilmentStatus(plan),
    cancel_state: cancelState(plan.cancellation, now),
  }
}

interface OfOrder {
  plan: OrderPlan
  index: number
  id: number
  keys: OrderKeys
  now: Date
}

function lineRow({
  plan,
  line,
  index,
  id,
  listing,
  keys,
  now,
}: OfOrder & { line: PlannedLine; listing: OrderKeys['listings'][number] }): NewRow<'line_items'> {
  const { offer, quantity } = line
  return {
    seller_id: keys.sellerId,
    id,
    order_id: keys.orderId,
    position: index + 1,
    listing_id: listing.id,
    product_id: listing.productId,
    item_number: listing.itemNumber,
    sku: offer.sku,
    title: offer.ware.title,
    variation: null,
    currency: plan.currency,
    quantity,
    unit_price_minor: line.unitPriceMinor,
    discount_minor: line.discountMinor,
    shipping_minor: line.shippingMinor,
    tax_minor: line.taxMinor,
    shipped_quantity: shippedQuantity(plan, index),
    cancelled_quantity: cancelState(plan.cancellation, now) === 'CANCELED' ? quantity : 0,
    ship_by: plan.shipBy,
  }
}

function shipmentRow({
  plan,
  shipment,
  index,
  id,
  keys,
  now,
}: OfOrder & { shipment: PlannedShipment }): NewRow<'shipments'> {
  return {
    seller_id: keys.sellerId,
    id,
    order_id: keys.orderId,
    carrier: plan.service.carrier,
    service: plan.service.name,
    tracking_number: shipment.trackingNumber,
    // Deterministic for a seed, unlike database defaults.
    parcel_key: `${keys.orderNumber.replaceAll('-', '')}${index}`,
    state: shipmentState(shipment, now),
    shipped_at: shipment.shippedAt,
    scanned_at: shipmentState(shipment, now) === 'SHIPPED' || !shipment.trackingNumber ? null : shipment.scannedAt,
    delivered_at: knownArrival(shipment),
  }
}

function shipmentState(shipment: PlannedShipment, now: Date): NonNullable<NewRow<'shipments'>['state']> {
  const { trouble, trackingNumber, deliveredAt, scannedAt } = shipment
  // Only the buyer knows that a letter is lost.
  if (trouble && (trackingNumber || trouble.state === 'RETURNED_TO_SENDER')) return trouble.state
  if (deliveredAt) return 'DELIVERED'
  return trackingNumber && scannedAt <= now ? 'IN_TRANSIT' : 'SHIPPED'
}

/** The arrival of letters is unknown. */
function knownArrival({ deliveredAt, trackingNumber }: PlannedShipment): Date | null {
  return trackingNumber === null ? null : deliveredAt
}

function paymentState(payment: OrderPlan['payments'][number]): NewRow<'payments'>['state'] {
  if (payment.paidAt) return 'PAID'
  return payment.failedAt ? 'FAILED' : 'PENDING'
}

function paymentStatus({ payments, refunds, lines }: OrderPlan): NonNullable<NewRow<'orders'>['payment_status']> {
  const states = payments.map(paymentState)
  if (states.length === 0 || states.includes('PENDING')) return 'PENDING'
  if (!states.includes('PAID')) return 'FAILED'
  const refunded = refunds.reduce((sum, refund) => sum + (refund.state === 'REFUNDED' ? refund.amountMinor : 0), 0)
  if (refunded === 0) return 'PAID'
  return refunded >= totalMinor(lines) ? 'FULLY_REFUNDED' : 'PARTIALLY_REFUNDED'
}

function fulfilmentStatus(plan: OrderPlan): NonNullable<NewRow<'orders'>['fulfilment_status']> {
  const shipped = plan.lines.map((_, index) => shippedQuantity(plan, index))
  if (shipped.every((quantity) => quantity === 0)) return 'NOT_STARTED'
  return pairs(shipped, plan.lines).every(([units, { quantity }]) => units === quantity) ? 'FULFILLED' : 'IN_PROGRESS'
}

function shippedQuantity({ shipments }: OrderPlan, line: number): number {
  return shipments.reduce((sum, shipment) => sum + (shipment.quantities[line] ?? 0), 0)
}

function latest(dates: readonly (Date | null)[]): Date | null {
  return dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null)
}
