import { z } from 'zod'
import { extraKinds } from '#features/core/order/extra.ts'
import { maxTotalMinor } from '#lib/money.ts'
import { amount, minorOf, signedAmount, text } from './fields.ts'

const lineTaxBody = z
  .strictObject({
    name: text(50).meta({ example: 'VAT' }),
    rate: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,4})?$/, 'is not a rate in percent, such as 20 or 8.875')
      .nullish()
      .meta({ description: 'Rate in percent', example: '20' }),
    amount: amount.meta({ description: 'Total for all units of the line' }),
    included: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the line’s amounts include the tax, as with VAT; otherwise it is added' }),
  })
  .meta({ id: 'LineTaxBody', description: 'A tax on a line' })

/** Amounts of a line: the price per unit, the others for all units. */
export const lineAmounts = {
  unitPrice: amount,
  discount: amount.optional(),
  shipping: amount.optional(),
  tax: amount
    .optional()
    .meta({ description: 'Tax added to the total, without a name. Cannot be combined with `taxes`' }),
  taxes: z
    .array(lineTaxBody)
    .max(5)
    .nullish()
    .meta({ description: 'Named taxes. Those that are not `included` are added to the total' }),
}

export const orderAmounts = {
  shipping: amount.optional().meta({
    description:
      'Shipping for the whole order, in addition to that of its lines. Divided among the lines in proportion to their cost',
  }),
  discount: amount
    .optional()
    .meta({ description: 'Discount on the whole order, in addition to that of its lines. Divided the same way' }),
}

const extraBody = z
  .strictObject({
    kind: z.enum(extraKinds).nullish().meta({
      description: 'GIFT_WRAP is printed on the packing slip; the others only where prices are. Default: OTHER',
    }),
    title: text(200).meta({ example: 'Gift wrap, red paper' }),
    amount: signedAmount,
    taxes: z
      .array(lineTaxBody)
      .max(5)
      .nullish()
      .meta({ description: 'Named taxes on the amount. Not for an amount below zero' }),
  })
  .meta({
    id: 'OrderExtraBody',
    description: 'An amount of an order that is no item, such as gift wrap, a tip, a surcharge or an adjustment',
  })

const mostExtras = 50

export const orderExtras = {
  extras: z
    .array(extraBody)
    .max(mostExtras)
    .nullish()
    .meta({
      description:
        'Amounts that are no items. They have no stock and no place in a parcel. One below zero reduces the other extras first, then the lines, in proportion to their cost',
      example: [{ kind: 'GIFT_WRAP', title: 'Gift wrap, red paper', amount: { value: '3.50', currency: 'GBP' } }],
    }),
}

type Amount = z.output<typeof amount>

type PricedLine = z.output<z.ZodObject<typeof lineAmounts>> & { quantity: number }

interface PricedOrder extends z.output<z.ZodObject<typeof orderAmounts>>, z.output<z.ZodObject<typeof orderExtras>> {
  currency: string
  lines: readonly PricedLine[]
}

type Wrong = (path: (string | number)[], message: string) => void

const minor = (of: Amount | undefined) => (of ? minorOf(of) : 0)

type NamedAmount = readonly [path: readonly (string | number)[], of: Amount | undefined]

const amountsOfTaxes = ({ taxes }: Pick<PricedLine, 'taxes'>, path: readonly (string | number)[]): NamedAmount[] =>
  (taxes ?? []).map((tax, nth) => [[...path, 'taxes', nth, 'amount'], tax.amount])

export function checkCurrencies({ currency, lines, ...order }: PricedOrder, wrong: Wrong): void {
  const amounts: NamedAmount[] = [
    ...(['shipping', 'discount'] as const).map((name) => [[name], order[name]] as const),
    ...lines.flatMap((line, index) => [
      ...(['unitPrice', 'discount', 'shipping', 'tax'] as const).map(
        (name) => [['lines', index, name], line[name]] as const,
      ),
      ...amountsOfTaxes(line, ['lines', index]),
    ]),
    ...(order.extras ?? []).flatMap((extra, index) => [
      [['extras', index, 'amount'], extra.amount] as const,
      ...amountsOfTaxes(extra, ['extras', index]),
    ]),
  ]
  for (const [path, of] of amounts)
    if (of && of.currency !== currency) wrong([...path, 'currency'], 'is not the order’s currency')
}

/** Reports wrong sums of an order in one currency, and returns its total. */
export function checkSums(order: PricedOrder, wrong: Wrong): number {
  let cost = minor(order.shipping)
  let discounts = minor(order.discount)
  let [added, included] = [0, 0]
  for (const [index, line] of order.lines.entries()) {
    const subtotal = line.quantity * minorOf(line.unitPrice) + minor(line.shipping)
    if (minor(line.discount) > subtotal) wrong(['lines', index, 'discount'], 'exceeds what the line costs')
    if (line.tax && line.taxes?.length) wrong(['lines', index, 'tax'], 'cannot be combined with `taxes`')
    added += minor(line.tax)
    for (const tax of line.taxes ?? []) {
      if (tax.included) included += minorOf(tax.amount)
      else added += minorOf(tax.amount)
    }
    cost += subtotal
    discounts += minor(line.discount)
  }
  if (discounts > cost) wrong(['discount'], 'exceeds, with those of the lines, what the order costs')
  const extras = sumOfExtras(order.extras ?? [], wrong)
  const total = cost - discounts + extras.minor
  if (discounts <= cost && total < 0) wrong(['extras'], 'reduce the order by more than it costs')
  else if (total >= 0 && included + extras.included > total)
    for (const path of withIncludedTax(order)) wrong([...path, 'taxes'], 'include more than the order costs')
  if (cost + extras.cost + added + extras.added > maxTotalMinor)
    wrong(['lines'], 'cost more than the maximum of an order')
  return total + added + extras.added
}

const withIncludedTax = ({ lines, extras }: PricedOrder) =>
  Object.entries({ lines, extras: extras ?? [] }).flatMap(([name, parts]) =>
    parts.flatMap(({ taxes }, nth) => (taxes?.some(({ included }) => included) ? [[name, nth]] : [])),
  )

/** Reports wrong taxes of extras, and returns the sums of extras and taxes. */
function sumOfExtras(extras: readonly z.output<typeof extraBody>[], wrong: Wrong) {
  const sums = { minor: 0, cost: 0, added: 0, included: 0 }
  for (const [index, { amount: of, taxes }] of extras.entries()) {
    const own = { minor: minorOf(of), added: 0, included: 0 }
    for (const tax of taxes ?? []) own[tax.included ? 'included' : 'added'] += minorOf(tax.amount)
    if (own.minor < 0 && taxes?.length)
      wrong(['extras', index, 'taxes'], 'cannot be of an amount below zero: they are those of the lines')
    else if (own.included > Math.max(0, own.minor)) wrong(['extras', index, 'taxes'], 'include more than the amount')
    sums.minor += own.minor
    sums.cost += Math.max(0, own.minor)
    sums.added += own.added
    sums.included += own.included
  }
  return sums
}
