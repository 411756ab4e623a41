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
export function totalOf({ currency, lines, shipping, discount }: OrderBody): Amount {
  const minor = (amount: Amount | undefined) => (amount ? minorOf(amount) : 0)
  const ofLines = lines.map((line) => {
    const added = (line.taxes ?? []).filter((tax) => !tax.included).map((tax) => minorOf(tax.amount))
    const taxes = added.reduce((sum, each) => sum + each, minor(line.tax))
    return line.quantity * minorOf(line.unitPrice) + minor(line.shipping) + taxes - minor(line.discount)
  })
  const sum = ofLines.reduce((total, each) => total + each, minor(shipping) - minor(discount))
  return amountOf(sum, currency)
}
