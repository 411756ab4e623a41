import { z } from 'zod'
import { amount, minorOf, text } from './fields.ts'

/** Maximum total of an order in minor units, so that sums of many orders stay exact. */
const mostTotal = 999_999_999_999

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

/** Amounts of a line, for all its units but the price. */
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

/** Amounts of the order as a whole. */
export const orderAmounts = {
  shipping: amount.optional().meta({
    description:
      'Shipping for the whole order, in addition to that of its lines. Divided among the lines in proportion to their cost',
  }),
  discount: amount
    .optional()
    .meta({ description: 'Discount on the whole order, in addition to that of its lines. Divided the same way' }),
}

type Amount = z.output<typeof amount>

type PricedLine = z.output<z.ZodObject<typeof lineAmounts>> & { quantity: number }

interface PricedOrder extends z.output<z.ZodObject<typeof orderAmounts>> {
  currency: string
  lines: readonly PricedLine[]
}

type Wrong = (path: (string | number)[], message: string) => void

const minor = (of: Amount | undefined) => (of ? minorOf(of) : 0)

/** Reports amounts in another currency than the order's. */
export function checkCurrencies({ currency, lines, ...order }: PricedOrder, wrong: Wrong): void {
  const amounts: [path: (string | number)[], of: Amount | undefined][] = [
    ...(['shipping', 'discount'] as const).map((name): [string[], Amount | undefined] => [[name], order[name]]),
    ...lines.flatMap((line, index) => [
      ...(['unitPrice', 'discount', 'shipping', 'tax'] as const).map(
        (name): [(string | number)[], Amount | undefined] => [['lines', index, name], line[name]],
      ),
      ...(line.taxes ?? []).map((tax, nth): [(string | number)[], Amount] => [
        ['lines', index, 'taxes', nth, 'amount'],
        tax.amount,
      ]),
    ]),
  ]
  for (const [path, of] of amounts)
    if (of && of.currency !== currency) wrong([...path, 'currency'], 'is not the order’s currency')
}

/** Reports what is wrong with the sums of an order in one currency, and returns its total. */
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
  else if (included > cost - discounts) wrong(['lines'], 'include more tax than they cost')
  if (cost + added > mostTotal) wrong(['lines'], 'cost more than the maximum of an order')
  return cost - discounts + added
}
