import { toDecimal, type MoneySum } from './money.ts'

export const formatExactly = (format: Intl.NumberFormat, amount: MoneySum): string =>
  // A decimal string is formatted digit by digit, which the types of `format` do not know.
  format.format(toDecimal(amount) as unknown as number)
