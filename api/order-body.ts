import { z } from 'zod'
import { deliveries, type Delivery } from '#features/core/order/delivery.ts'
import { taxNumberTypes } from '#features/core/order/tax-number.ts'
import {
  addressCountry,
  currency,
  id,
  itemNumber,
  moment,
  momentOrDay,
  mostLines,
  optional,
  sku,
  text,
} from './fields.ts'
import { isSold, unusable } from './mend-order.ts'
import { checkHistory, historyFields } from './order-history.ts'
import { checkCurrencies, checkSums, lineAmounts, orderAmounts, orderExtras } from './order-money.ts'
import { checkPayments, firstPayments, isPaidWithDate, paidWithDate, paymentFields } from './payment-fields.ts'

export const paymentBody = z
  .strictObject({ ...paymentFields, unusable })
  .refine(isPaidWithDate, paidWithDate)
  .meta({ id: 'PaymentBody', description: 'A payment, as reported by the payment provider' })

export const lineBody = z
  .strictObject({
    item: itemNumber()
      .nullish()
      .meta({ description: 'The listing’s item number, unless `listing` is given', example: '118304211004' }),
    listing: optional(id()).meta({ description: 'The listing’s id in the marketplace, instead of `item`' }),
    variationId: optional(id()).meta({ description: 'The variation’s id in the marketplace; requires `listing`' }),
    title: optional(text(200)).meta({
      description:
        'Title of the item, under which an order that is sold is taken if the hub has no such listing: such a line reserves no stock. A listing’s own title takes precedence',
    }),
    sku: optional(sku()).meta({ description: 'Identifies the variation of a listing with variations' }),
    variation: z
      .array(text(1_000))
      .max(2)
      .nullish()
      .meta({
        description: 'Identifies the variation by its values instead of its SKU, in the order of the listing’s axes',
        example: ['Red', 'M'],
      }),
    offer: optional(id()).meta({
      description:
        'Id of the accepted offer that the line pays: its buyer, item, unit price and quantity are those of the offer. Of an order that is sold, one that does not fit is kept as text for the seller',
    }),
    quantity: z.int().min(1).max(10_000),
    ...lineAmounts,
  })
  .meta({ id: 'OrderLineBody', description: 'A line item: units of a listing, and their price' })

const optionalText = (most: number) => optional(text(most))

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
    country: addressCountry(),
    phone: optionalText(60),
  })
  .meta({ id: 'ShipToBody', description: 'A postal address' })

interface ToldDelivery {
  delivery?: Delivery | null | undefined
  shipTo?: object | null | undefined
  shipBy?: string | null | undefined
  parcels?: readonly object[] | null | undefined
}

/** Reports a missing address, and what only orders in parcels have. */
function checkDelivery(
  { delivery, shipTo, shipBy, parcels }: ToldDelivery,
  wrong: (path: (string | number)[], message: string) => void,
): void {
  if (!delivery || delivery === 'SHIP') {
    if (!shipTo) wrong(['shipTo'], 'is missing: an order with `delivery` `SHIP` needs an address')
    return
  }
  if (shipBy) wrong(['shipBy'], `has no meaning with \`delivery\` \`${delivery}\``)
  if (parcels?.length) wrong(['parcels'], `have no meaning with \`delivery\` \`${delivery}\``)
}

export const orderBody = z
  .strictObject({
    id: id().meta({
      description: 'The order’s id in the marketplace. Sending the same id again creates no second order',
      example: 'A-1001',
    }),
    placedAt: moment(),
    buyer: z.strictObject({
      id: optional(id()).meta({
        description:
          'The buyer’s id in the marketplace. It identifies the buyer even if the user name changes; `0` stands for a guest, as if omitted',
      }),
      username: optionalText(100).meta({
        description: 'Omit for a guest: the hub then generates one. `guest` without an id counts as omitted',
      }),
      name: text(200).meta({ description: 'The buyer’s name on this order' }),
      email: optional(z.email({ pattern: z.regexes.unicodeEmail, error: 'is not an e-mail address' }).pipe(text(254))),
    }),
    delivery: z.enum(deliveries).nullish().meta({
      description:
        'How the order reaches its buyer: `SHIP` in parcels, `COLLECT` if the buyer collects it from the seller, `DIGITAL` if it is a download, code or service. A digital order is delivered once it is paid. Default: `SHIP`',
    }),
    shipTo: shipToBody.nullish().meta({
      description: 'Shipping address. Required unless `delivery` is `COLLECT` or `DIGITAL`',
    }),
    billTo: shipToBody.nullish().meta({ description: 'Billing address, if it differs from the shipping address' }),
    currency: currency(),
    ...orderAmounts,
    group: optional(id()).meta({
      description: 'Id of the checkout, if it placed orders with several sellers',
    }),
    metadata: z
      .record(text(40), text(500))
      .refine((named) => Object.keys(named).length <= 50, 'has more than 50 keys')
      .nullish()
      .meta({ description: 'Key–value pairs of your own, included in responses. Erased with the buyer’s data' }),
    lines: z.array(lineBody).min(1).max(mostLines),
    ...orderExtras,
    shippingService: optionalText(100),
    buyerNote: optionalText(2_000),
    coupon: optionalText(15).describe(
      'Code of the seller’s coupon that the buyer used: counted against its limits. What it takes off is in the discounts. A paid order with one that cannot be used is taken, and marked for the seller, unless `onShort` is `refuse`',
    ),
    taxNumbers: z
      .array(z.strictObject({ type: z.enum(taxNumberTypes), number: text(50) }))
      .max(10)
      .nullish()
      .meta({ description: 'Tax numbers required by carriers and customs' }),
    gift: z
      .strictObject({ message: optionalText(1_000), hidePrices: z.boolean().nullish() })
      .nullish()
      .meta({
        description:
          'Marks the order as a gift: the message is printed on the packing slip, and prices are hidden if `hidePrices` is true',
      }),
    deliveryFrom: optional(momentOrDay()).meta({
      description:
        'Earliest delivery promised to the buyer. A date without a time means the start of that day in the shop’s time zone',
    }),
    deliveryTo: optional(momentOrDay()).meta({
      description:
        'Latest delivery promised to the buyer. A date without a time means the end of that day in the shop’s time zone',
    }),
    onShort: z.enum(['take', 'refuse']).nullish().meta({
      description:
        'What to do if stock is insufficient or the listing has ended: `take` the order as oversold, or `refuse` it. Default: take an order that is PAID and was placed before the listing ended or sold out. Unless `refuse`, an order that is PAID is also taken if the hub lacks its listing',
    }),
    payment: firstPayments.payment,
    ...historyFields,
    unusable,
  })
  .superRefine((order, context) => {
    const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    checkDelivery(order, wrong)
    checkCurrencies(order, wrong)
    // Amount errors were already reported; skip errors that follow from them.
    if (context.issues.length > 0) return
    const totalMinor = checkSums(order, wrong)
    checkPayments(order, wrong)
    checkHistory({ ...order, isSold: isSold(order) }, totalMinor, wrong)
  })
  .meta({ id: 'OrderBody', description: 'An order placed by a buyer' })
