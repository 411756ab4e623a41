import { typedCode } from './trimmed.ts'
import { currencyDecimals, mostMinor, parseDecimal } from './money.ts'

/** The mark by which a reader groups thousands: a comma in English, a full stop in German. */
export type Grouping = ',' | '.'

/** How a number is read. Without a `grouping` it is not known who typed it: then either mark groups, unless three decimals are usual. */
export interface NumberReading {
  grouping?: Grouping
  usualDecimals?: number
}

/**
 * Reads a number as people type it into a plain decimal: `1249`, `1,249.00`, `1.249,00`, `12,5`. Of two kinds of marks the
 * last one is the decimal mark. One mark alone before exactly three digits groups thousands where it is the reader's own mark
 * for that: `12.505` is twelve and a half to an English reader, twelve thousand to a German one. Null where it is no number or is
 * negative.
 */
export function readDecimal(text: string, { grouping, usualDecimals = 2 }: NumberReading = {}): string | null {
  const compact = typedCode(text).replaceAll(/[\s'’]/g, '')
  const at = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (at < 0) return /^\d+$/.test(compact) ? compact : null
  const mark = compact.charAt(at)
  const [whole, tail] = [compact.slice(0, at), compact.slice(at + 1)]
  const mayGroup = grouping ? mark === grouping : usualDecimals !== 3
  const isThousands = mayGroup && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(tail)
  if (whole.includes(mark) || isThousands)
    return /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(compact) ? compact.replaceAll(mark, '') : null
  const isWhole = /^\d+$|^\d{1,3}(?:[.,]\d{3})+$/.test(whole) && /^\d*$/.test(tail)
  return isWhole ? `${whole.replaceAll(/[.,]/g, '')}${tail && '.'}${tail}` : null
}

/** Of which currency an amount is, by which mark its reader groups thousands, and how much it is at most, in minor units. */
export interface AmountReading {
  currency: string
  grouping: Grouping
  most?: number
}

/**
 * Reads an amount as people type it, in minor units. Null where it is none, more than `most`, or has more decimals than its
 * currency.
 */
export function readAmount(text: string, { currency, grouping, most = mostMinor }: AmountReading): number | null {
  const decimal = readDecimal(text, { grouping })
  if (decimal?.endsWith('.000') && currencyDecimals(currency) < 3) return null
  const money = decimal === null ? null : parseDecimal(decimal, currency)
  return money && money.minor <= most ? money.minor : null
}
