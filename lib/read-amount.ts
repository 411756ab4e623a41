import { typedCode } from './trimmed.ts'
import { currencyDecimals, mostMinor, parseDecimal } from './money.ts'

/**
 * Reads a number as people type it into a plain decimal: `1249`, `1,249.00`, `1.249,00`, `12,5`. Of two kinds of marks the
 * last one is the decimal mark; one mark alone before exactly three digits groups thousands, unless three decimals are
 * usual. Null where it is no number or is negative.
 */
export function readDecimal(text: string, usualDecimals = 2): string | null {
  const compact = typedCode(text).replaceAll(/[\s'’]/g, '')
  const at = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (at < 0) return /^\d+$/.test(compact) ? compact : null
  const mark = compact.charAt(at)
  const [whole, tail] = [compact.slice(0, at), compact.slice(at + 1)]
  const isThousands = usualDecimals !== 3 && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(tail)
  if (whole.includes(mark) || isThousands)
    return /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(compact) ? compact.replaceAll(mark, '') : null
  const isWhole = /^\d+$|^\d{1,3}(?:[.,]\d{3})+$/.test(whole) && /^\d*$/.test(tail)
  return isWhole ? `${whole.replaceAll(/[.,]/g, '')}${tail && '.'}${tail}` : null
}

/**
 * Reads an amount as people type it, in minor units. Null where it is none, more than `most`, or has more decimals than its
 * currency.
 */
export function readAmount(text: string, currency: string, most = mostMinor): number | null {
  const decimal = readDecimal(text, currencyDecimals(currency))
  const money = decimal === null ? null : parseDecimal(decimal, currency)
  return money && money.minor <= most ? money.minor : null
}
