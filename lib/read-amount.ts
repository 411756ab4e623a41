import { typedCode } from './trimmed.ts'
import { currencyDecimals, maxMinor, parseDecimal } from './money.ts'

/** A reader's thousands separator: a comma in English, a full stop in German. */
export type Grouping = ',' | '.'

/** How to read a number. Without `grouping` the reader is unknown: either mark groups, unless three decimals are usual. */
export interface NumberReading {
  grouping?: Grouping
  usualDecimals?: number
}

/**
 * Parses a typed number into a plain decimal: `1249`, `1,249.00`, `1.249,00`, `12,5`. Of two different marks the last
 * is the decimal mark. A single mark before exactly three digits groups thousands if it is the reader's separator:
 * `12.505` is 12.505 in English and 12505 in German. Null for negative or invalid numbers.
 */
export function readDecimal(text: string, { grouping, usualDecimals = 2 }: NumberReading = {}): string | null {
  const typed = typedCode(text)
  // `12 50` is not 1250.
  if (/[\s'’]/.test(typed) && !/^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/.test(typed)) return null
  const compact = typed.replaceAll(/[\s'’]/g, '')
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

/** Parses a whole number of units: `5`, `1,000`, `5.0`. Null for others, and for `1.000`, which may be one or a thousand. */
export function readUnits(text: string, grouping: Grouping): number | null {
  const units = /^(\d{1,9})(?:\.(?!000$)0*)?$/.exec(readDecimal(text, { grouping }) ?? '')?.[1]
  return units === undefined ? null : Number(units)
}

export interface AmountReading {
  currency: string
  grouping: Grouping
  most?: number
}

/**
 * Parses a typed amount into minor units: `12.50`, `£12.50`, `12,50 EUR`. Null if it is invalid, more than `most`, in
 * another currency, or has too many decimals for the currency.
 */
export function readAmount(text: string, { currency, grouping, most = maxMinor }: AmountReading): number | null {
  const decimal = readDecimal(withoutCurrency(typedCode(text), currency), { grouping })
  // `12.500` may be meant as 12,500.
  if (decimal && /\.\d{3}$/.test(decimal) && currencyDecimals(currency) < 3) return null
  const money = decimal === null ? null : parseDecimal(decimal, currency)
  return money && money.minor <= most ? money.minor : null
}

/** Longest text that may have a currency. */
const longestAmount = 40

/** An amount without its currency's code or symbol before or after it; unchanged if it has none, or another one. */
export function withoutCurrency(typed: string, currency: string): string {
  if (typed.length > longestAmount) return typed
  const [, before = '', digits, after = ''] = /^([^\d.,]*)([\d.,].*\d|\d)([^\d]*)$/s.exec(typed) ?? []
  const sign = `${before}${after}`.trim()
  return digits !== undefined && sign !== '' && signsOf(currency).has(sign.toUpperCase()) ? digits : typed
}

/** Code and symbols of a currency, in capitals: `GBP`, `£`. */
function signsOf(currency: string): ReadonlySet<string> {
  const signs = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
    return format.formatToParts(0).flatMap(({ type, value }) => (type === 'currency' ? value.toUpperCase() : []))
  })
  return new Set([currency, ...signs])
}
