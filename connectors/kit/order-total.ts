import { parseDecimal, toDecimal } from '#lib/money.ts'
import type { Amount, OrderBody } from './source.ts'

/** Minor units of an amount. Throws if it is none of its currency. */
export function minorOf({ value, currency }: Amount): number {
  const parsed = parseDecimal(value, currency)
  if (!parsed) throw new RangeError(`${value} is no amount of ${currency}.`)
  return parsed.minor
}

/** An amount of minor units. */
export const amountOf = (minor: number, currency: string): Amount => ({
  value: toDecimal({ minor, currency }),
  currency,
})

/** What an order adds up to in the hub. */
export function totalOf({ currency, lines, extras, shipping, discount }: OrderBody): Amount {
  const minor = (amount: Amount | undefined) => (amount ? minorOf(amount) : 0)
  const added = ({ taxes }: Pick<OrderBody['lines'][number], 'taxes'>) =>
    (taxes ?? []).filter((tax) => !tax.included).reduce((sum, tax) => sum + minorOf(tax.amount), 0)
  const ofLines = lines.map(
    (line) =>
      line.quantity * minorOf(line.unitPrice) +
      minor(line.shipping) +
      minor(line.tax) +
      added(line) -
      minor(line.discount),
  )
  const ofExtras = (extras ?? []).map((extra) => minorOf(extra.amount) + added(extra))
  const sum = [...ofLines, ...ofExtras].reduce((total, each) => total + each, minor(shipping) - minor(discount))
  return amountOf(sum, currency)
}
