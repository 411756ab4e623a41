import { isRemovedBuyer } from '#features/core/order/removed-buyer.ts'
import { z } from 'zod'
import { cancelStates, fulfilmentStatuses, orderStatuses, paymentStatuses } from '#features/core/order/order.ts'
import { taxNumberTypes } from '#features/core/order/tax-number.ts'
import {
  amount,
  country,
  currency,
  id,
  itemNumber,
  minorOf,
  moment,
  momentOrDay,
  money,
  optional,
  sentMoment,
  sku,
  text,
  writeAmount,
} from './fields.ts'
import { checkHistory, historyFields } from './order-history.ts'
import type { WholeOrder } from './order-rows.ts'
import { isPaidWithDate, paidWithDate, paymentFields, paymentMethods, paymentStates } from './payment-fields.ts'

/** States of a parcel, as reported by its carrier. */
export const parcelStates = ['SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'EXCEPTION', 'RETURNED_TO_SENDER'] as const
/** States of a refund: submitted, refunded or refused by the payment provider. */
export const refundStates = ['PENDING', 'REFUNDED', 'FAILED'] as const

/** Maximum total of an order in minor units, so that sums of many orders stay exact. */
const mostTotal = 999_999_999_999

/** A payment reported by the marketplace. */
export const paymentBody = z
  .strictObject(paymentFields)
  .refine(isPaidWithDate, paidWithDate)
  .meta({ id: 'PaymentBody', description: 'A payment, as the payment side tells it' })

const lineBody = z
  .strictObject({
    item: itemNumber()
      .nullish()
      .meta({ description: 'The listing’s item number, where its id is not told', example: '118304211004' }),
    listing: optional(id()).meta({ description: 'The listing’s id in the marketplace, in place of the item number' }),
    variationId: optional(id()).meta({ description: 'The id of its variation in the marketplace' }),
    title: optional(text(200)).meta({
      description: 'Of history: what was sold, where the hub has no such listing',
    }),
    sku: optional(sku()).meta({ description: 'Names the variation, of a listing that has some' }),
    variation: z
      .array(text(1_000))
      .max(2)
      .nullish()
      .meta({
        description: 'Names it by its values, in the order of the listing’s axes: one may have no SKU',
        example: ['Red', 'M'],
      }),
    quantity: z.int().min(1).max(10_000),
    unitPrice: amount,
    discount: amount.optional(),
    shipping: amount.optional(),
    tax: amount.optional(),
  })
  .meta({ id: 'OrderLineBody', description: 'Units of a listing, and what the buyer pays for them' })

const optionalText = (most: number) => optional(text(most))

/** Shipping address. */
export const shipToBody = z
  .strictObject({
    name: text(200),
    company: optionalText(200),
    line1: optionalText(200),
    line2: optionalText(200),
    line3: optionalText(200),
    city: text(200),
    region: optionalText(200),
    postalCode: optionalText(40),
    country: country(),
    phone: optionalText(60),
  })
  .meta({ id: 'ShipToBody', description: 'Where an order goes' })

/** An order pushed by the marketplace's shop. */
export const orderBody = z
  .strictObject({
    id: id().meta({
      description: 'The order’s id in the marketplace: sent again, it is the same order',
      example: 'A-1001',
    }),
    placedAt: moment(),
    buyer: z.strictObject({
      id: optional(id()).meta({
        description:
          'The buyer’s id in the marketplace. It names the buyer, whatever the user name; `0` is a guest’s, as if left out',
      }),
      username: optionalText(100).meta({
        description: 'Left out for a guest, to whom the hub gives a name; so is `guest` without an id',
      }),
      name: text(200).meta({ description: 'The buyer’s name on this order' }),
      email: optional(z.email('is no e-mail address').pipe(text(254))),
    }),
    shipTo: shipToBody,
    currency: currency(),
    lines: z.array(lineBody).min(1).max(100),
    shippingService: optionalText(100),
    buyerNote: optionalText(2_000),
    taxNumbers: z
      .array(z.strictObject({ type: z.enum(taxNumberTypes), number: text(50) }))
      .max(10)
      .nullish()
      .meta({ description: 'Tax numbers that carriers and customs ask for' }),
    gift: z
      .strictObject({ message: optionalText(1_000), hidePrices: z.boolean().nullish() })
      .nullish()
      .meta({ description: 'Says that it is a gift: the message is printed on the slip, prices are not where asked' }),
    deliveryFrom: optional(momentOrDay()).meta({
      description: 'When the buyer was told that it comes, at the earliest. A day begins in the shop’s zone',
    }),
    deliveryTo: optional(momentOrDay()).meta({
      description: 'At the latest. A day without a time lasts until its end in the shop’s zone',
    }),
    onShort: z.enum(['take', 'refuse']).nullish().meta({
      description:
        'What to do where stock is lacking or the listing has ended: `take` the order as oversold, or `refuse` it. Left out, an order that is PAID and was placed before the listing ended or was sold out is taken',
    }),
    payment: z
      .strictObject({ id: id(), ...paymentFields })
      .refine(isPaidWithDate, paidWithDate)
      .nullish()
      .meta({ description: 'The first payment, where it is known; others follow by themselves' }),
    ...historyFields,
  })
  .superRefine((order, context) => {
    const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const amounts = order.lines.flatMap((line, index) =>
      (['unitPrice', 'discount', 'shipping', 'tax'] as const).map((name) => ({ line, index, name, of: line[name] })),
    )
    for (const { index, name, of } of amounts)
      if (of && of.currency !== order.currency) wrong(['lines', index, name, 'currency'], 'is not the order’s currency')
    if (order.payment?.amount && order.payment.amount.currency !== order.currency)
      wrong(['payment', 'amount', 'currency'], 'is not the order’s currency')
    // Amount errors were already reported; skip errors that follow from them.
    if (context.issues.length > 0) return
    let total = 0
    let discounts = 0
    for (const [index, line] of order.lines.entries()) {
      const minor = (name: 'discount' | 'shipping' | 'tax') => (line[name] ? minorOf(line[name]) : 0)
      const subtotal = line.quantity * minorOf(line.unitPrice)
      if (minor('discount') > subtotal + minor('shipping'))
        wrong(['lines', index, 'discount'], 'is more than it is taken off')
      total += subtotal + minor('shipping') + minor('tax')
      discounts += minor('discount')
    }
    if (total > mostTotal) wrong(['lines'], 'cost more than an order may')
    checkHistory(order, total - discounts, wrong)
  })
  .meta({ id: 'OrderBody', description: 'An order that a buyer has placed' })

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
    shipTo: z.object({
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
    }),
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
        tax: money,
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
    shipTo: {
      name: row.shipTo.name,
      company: row.shipTo.company,
      line1: row.shipTo.line1,
      line2: row.shipTo.line2,
      line3: row.shipTo.line3,
      city: row.shipTo.city,
      region: row.shipTo.region,
      postalCode: row.shipTo.postal_code,
      country: row.shipTo.country,
      phone: row.shipTo.phone,
    },
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
