import { z } from 'zod'
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
  optional,
  sku,
  text,
} from './fields.ts'
import { checkHistory, historyFields } from './order-history.ts'
import { isPaidWithDate, paidWithDate, paymentFields } from './payment-fields.ts'

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
    billTo: shipToBody.nullish().meta({ description: 'Who pays, where it is not who gets it' }),
    currency: currency(),
    shipping: amount.optional().meta({
      description: 'Of the whole order, beside that of its lines: divided among them by what they cost',
    }),
    discount: amount.optional().meta({ description: 'Of the whole order, beside that of its lines: divided likewise' }),
    group: optional(id()).meta({
      description: 'The id of the checkout that it was of, where that placed orders of several sellers',
    }),
    metadata: z
      .record(text(40), text(500))
      .refine((named) => Object.keys(named).length <= 50, 'has more than 50 names')
      .nullish()
      .meta({ description: 'Texts of your own by name, which answers return. Erased with the buyer’s data' }),
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
    for (const name of ['shipping', 'discount'] as const)
      if (order[name] && order[name].currency !== order.currency)
        wrong([name, 'currency'], 'is not the order’s currency')
    for (const { index, name, of } of amounts)
      if (of && of.currency !== order.currency) wrong(['lines', index, name, 'currency'], 'is not the order’s currency')
    if (order.payment?.amount && order.payment.amount.currency !== order.currency)
      wrong(['payment', 'amount', 'currency'], 'is not the order’s currency')
    // Amount errors were already reported; skip errors that follow from them.
    if (context.issues.length > 0) return
    const ofOrder = (name: 'shipping' | 'discount') => (order[name] ? minorOf(order[name]) : 0)
    let total = ofOrder('shipping')
    let discounts = ofOrder('discount')
    let taxes = 0
    for (const [index, line] of order.lines.entries()) {
      const minor = (name: 'discount' | 'shipping' | 'tax') => (line[name] ? minorOf(line[name]) : 0)
      const subtotal = line.quantity * minorOf(line.unitPrice)
      if (minor('discount') > subtotal + minor('shipping'))
        wrong(['lines', index, 'discount'], 'is more than it is taken off')
      total += subtotal + minor('shipping') + minor('tax')
      discounts += minor('discount')
      taxes += minor('tax')
    }
    if (discounts > total - taxes) wrong(['discount'], 'is more than it is taken off')
    if (total > mostTotal) wrong(['lines'], 'cost more than an order may')
    checkHistory(order, total - discounts, wrong)
  })
  .meta({ id: 'OrderBody', description: 'An order that a buyer has placed' })
