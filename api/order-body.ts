import { z } from 'zod'
import { taxNumberTypes } from '#features/core/order/tax-number.ts'
import { country, currency, id, itemNumber, moment, momentOrDay, mostLines, optional, sku, text } from './fields.ts'
import { checkHistory, historyFields } from './order-history.ts'
import { checkCurrencies, checkSums, lineAmounts, orderAmounts } from './order-money.ts'
import { checkPayments, firstPayments, isPaidWithDate, paidWithDate, paymentFields } from './payment-fields.ts'

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
    ...lineAmounts,
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
    ...orderAmounts,
    group: optional(id()).meta({
      description: 'The id of the checkout that it was of, where that placed orders of several sellers',
    }),
    metadata: z
      .record(text(40), text(500))
      .refine((named) => Object.keys(named).length <= 50, 'has more than 50 names')
      .nullish()
      .meta({ description: 'Texts of your own by name, which answers return. Erased with the buyer’s data' }),
    lines: z.array(lineBody).min(1).max(mostLines),
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
    payment: firstPayments.payment,
    ...historyFields,
  })
  .superRefine((order, context) => {
    const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    checkCurrencies(order, wrong)
    // Amount errors were already reported; skip errors that follow from them.
    if (context.issues.length > 0) return
    const totalMinor = checkSums(order, wrong)
    checkPayments(order, wrong)
    checkHistory(order, totalMinor, wrong)
  })
  .meta({ id: 'OrderBody', description: 'An order that a buyer has placed' })
