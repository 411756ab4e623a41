import { parseDecimal, toDecimal } from '#lib/money.ts'
import type { Amount, OrderBody } from './source.ts'

/** Converts an amount to minor units; throws if it has too many decimals for its currency. */
export function minorOf({ value, currency }: Amount): number {
  const parsed = parseDecimal(value, currency)
  if (!parsed) throw new RangeError(`${value} is no amount of ${currency}.`)
  return parsed.minor
}

export const amountOf = (minor: number, currency: string): Amount => ({
  value: toDecimal({ minor, currency }),
  currency,
})

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
