import { isRemovedBuyer } from '#features/core/order/removed-buyer.ts'
import { z } from 'zod'
import { cancelStates, fulfilmentStatuses, orderStatuses, paymentStatuses } from '#features/core/order/order.ts'
import { taxNumberTypes } from '#features/core/order/tax-number.ts'
import { money, sentMoment, writeAmount } from './fields.ts'
import type { WholeOrder } from './order-rows.ts'
import { paymentMethods, paymentStates } from './payment-fields.ts'

/** States of a parcel, as reported by its carrier. */
export const parcelStates = ['SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'EXCEPTION', 'RETURNED_TO_SENDER'] as const
/** States of a refund: submitted, refunded or refused by the payment provider. */
export const refundStates = ['PENDING', 'REFUNDED', 'FAILED'] as const

const cancellation = z
  .object({
    id: z.string().describe('The `subject` of its events'),
    state: z.string(),
    initiator: z.enum(['BUYER', 'SELLER', 'MARKETPLACE']),
    reason: z.string(),
    lines: z
      .array(z.object({ line: z.int(), quantity: z.int() }))
      .nullable()
      .describe('Which units of which lines; null is the whole order'),
    refund: z.string().nullable().describe('The id of the refund that follows'),
    requestedAt: sentMoment(),
    respondBy: sentMoment().nullable(),
    closedAt: sentMoment().nullable(),
  })
  .meta({ id: 'Cancellation', description: 'A cancellation of an order or of some of it, or the request for one' })

const address = z
  .object({
    name: z.string(),
    company: z.string().nullable(),
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    line3: z.string().nullable(),
    city: z.string(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'OrderAddress', description: 'An address of an order' })

/** An order in responses. */
export const order = z
  .object({
    id: z.string().describe('The order’s id in the marketplace; its number, where it has none'),
    number: z.string().describe('By which buyers and sellers know it'),
    history: z.boolean().describe('Whether it was finished before it came to the hub'),
    status: z.enum(orderStatuses),
    paymentStatus: z.enum(paymentStatuses),
    fulfilmentStatus: z.enum(fulfilmentStatuses),
    cancelState: z.enum(cancelStates),
    placedAt: sentMoment(),
    paidAt: sentMoment().nullable(),
    shipBy: sentMoment().nullable().describe('Until when the seller hands it over; known once it is paid'),
    buyer: z.object({
      id: z.string().nullable(),
      username: z
        .string()
        .nullable()
        .describe('A guest has one that the hub made; null once the buyer’s data is erased, as is all of it'),
      name: z.string().nullable(),
      email: z.string().nullable(),
    }),
    shipTo: address,
    billTo: address.nullable().describe('Who pays; null where nobody else was told, and once their data is erased'),
    group: z.string().nullable().describe('The checkout that it was of'),
    metadata: z.record(z.string(), z.string()).describe('Texts that came with it'),
    taxNumbers: z.array(z.object({ type: z.enum(taxNumberTypes), number: z.string() })),
    gift: z
      .object({ message: z.string().nullable(), hidePrices: z.boolean() })
      .nullable()
      .describe('Null: it is no gift'),
    subtotal: money,
    discount: money,
    shipping: money,
    tax: money,
    total: money,
    lines: z.array(
      z.object({
        line: z.int().describe('Its place in the order'),
        item: z.string(),
        sku: z.string().nullable(),
        title: z.string(),
        variation: z.string().nullable(),
        quantity: z.int(),
        shipped: z.int(),
        cancelled: z.int(),
        oversold: z.int().describe('Units that are not there: neither in stock, nor shipped, nor cancelled'),
        reserved: z.int().describe('Units of the stock that are held for it'),
        unitPrice: money,
        discount: money.describe('Of all units, as the amounts below'),
        shipping: money,
        tax: money.describe('Added to the amounts above'),
        taxes: z
          .array(z.object({ name: z.string(), rate: z.string().nullable(), amount: money, included: z.boolean() }))
          .describe('As they were told: those that are not `included` add up to `tax`'),
      }),
    ),
    payments: z.array(
      z.object({
        id: z.string().nullable(),
        method: z.enum(paymentMethods),
        state: z.enum(paymentStates),
        amount: money,
        paidAt: sentMoment().nullable(),
      }),
    ),
    parcels: z.array(
      z.object({
        id: z.string(),
        carrier: z.string(),
        service: z.string().nullable(),
        trackingNumber: z.string().nullable(),
        state: z.enum(parcelStates),
        shippedAt: sentMoment().nullable(),
        deliveredAt: sentMoment().nullable(),
        contents: z.array(z.object({ line: z.int(), quantity: z.int() })),
      }),
    ),
    refunds: z.array(
      z.object({
        id: z.string(),
        reason: z.string(),
        state: z.enum(refundStates),
        amount: money,
        refundedAt: sentMoment().nullable(),
        parts: z
          .array(z.object({ line: z.int().nullable(), kind: z.enum(['ITEM', 'SHIPPING', 'TAX']), amount: money }))
          .describe(
            'What it gives back, of which line; null is the order as a whole. None where an imported refund does not say',
          ),
      }),
    ),
    cancellation: cancellation.nullable().describe('The last one'),
    cancellations: z.array(cancellation).describe('All, oldest first'),
  })
  .meta({ id: 'Order', description: 'An order, and all that the seller has done about it' })

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Formats an order for a response. */
export function writeOrder(row: WholeOrder): z.input<typeof order> {
  const of = (minor: number) => writeAmount({ minor, currency: row.currency })
  const places = new Map(row.lines.map(({ id: key, position }) => [key, position]))
  const cancellations = row.cancellations.map(writeCancellation)
  return {
    id: row.external_id ?? row.order_number,
    number: row.order_number,
    history: row.history_at !== null,
    status: row.status as z.input<typeof order>['status'],
    paymentStatus: row.payment_status,
    fulfilmentStatus: row.fulfilment_status,
    cancelState: row.cancel_state,
    placedAt: row.placed_at.toISOString(),
    paidAt: iso(row.paid_at),
    shipBy: iso(row.ship_by),
    buyer: isRemovedBuyer(row.buyer_username)
      ? { id: null, username: null, name: null, email: null }
      : {
          id: row.buyer.external_id,
          username: row.buyer_username,
          name: row.buyer_name ?? row.buyer.name,
          email: row.buyer_email,
        },
    shipTo: writeAddress(row.shipTo),
    billTo: row.bill_to && writeAddress(row.bill_to),
    group: row.order_group,
    metadata: row.metadata ?? {},
    taxNumbers: row.tax_numbers ?? [],
    gift: row.gift_hides_prices === null ? null : { message: row.gift_message, hidePrices: row.gift_hides_prices },
    subtotal: of(row.subtotal_minor),
    discount: of(row.discount_minor),
    shipping: of(row.shipping_minor),
    tax: of(row.tax_minor),
    total: of(row.total_minor),
    lines: row.lines
      .toSorted((a, b) => a.position - b.position)
      .map((line) => ({
        line: line.position,
        item: line.item_number,
        sku: line.sku,
        title: line.title,
        variation: line.variation,
        quantity: line.quantity,
        shipped: line.shipped_quantity,
        cancelled: line.cancelled_quantity,
        oversold: line.oversold_quantity,
        reserved: line.held_quantity,
        unitPrice: of(line.unit_price_minor),
        discount: of(line.discount_minor),
        shipping: of(line.shipping_minor),
        tax: of(line.tax_minor),
        taxes: (line.taxes ?? []).map(({ name, rate, minor, included }) => ({
          name,
          rate,
          amount: of(minor),
          included,
        })),
      })),
    payments: row.payments.map((payment) => ({
      id: payment.external_id,
      method: payment.method,
      state: payment.state,
      amount: of(payment.amount_minor),
      paidAt: iso(payment.paid_at),
    })),
    parcels: row.parcels.map((parcel) => ({
      id: parcel.parcel_key,
      carrier: parcel.carrier,
      service: parcel.service,
      trackingNumber: parcel.tracking_number,
      state: parcel.state,
      shippedAt: iso(parcel.shipped_at),
      deliveredAt: iso(parcel.delivered_at),
      contents: parcel.contents,
    })),
    refunds: row.refunds.map((refund) => ({
      id: refund.refund_key,
      reason: refund.reason,
      state: refund.state,
      amount: of(refund.amount_minor),
      refundedAt: iso(refund.refunded_at),
      parts: refund.parts.map(({ line, kind, minor }) => ({
        line: line === null ? null : (places.get(line) ?? null),
        kind,
        amount: of(minor),
      })),
    })),
    cancellation: cancellations.at(-1) ?? null,
    cancellations,
  }
}

const writeAddress = (of: NonNullable<WholeOrder['bill_to']>): z.input<typeof address> => ({
  name: of.name,
  company: of.company,
  line1: of.line1,
  line2: of.line2,
  line3: of.line3,
  city: of.city,
  region: of.region,
  postalCode: of.postal_code,
  country: of.country,
  phone: of.phone,
})

function writeCancellation(row: WholeOrder['cancellations'][number]): z.input<typeof cancellation> {
  return {
    id: row.cancel_key,
    state: row.state,
    initiator: row.initiator,
    reason: row.reason,
    lines: row.units?.map(({ line, units }) => ({ line, quantity: units })) ?? null,
    refund: row.refund_key,
    requestedAt: row.requested_at.toISOString(),
    respondBy: iso(row.respond_by),
    closedAt: iso(row.closed_at),
  }
}
