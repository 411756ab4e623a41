import { currencyDecimals, parseDecimal } from '#lib/money.ts'

/**
 * Reads an amount as people type it, in minor units: `1249`, `1,249.00`, `1.249,00`, `12,5`. Of two kinds of marks the last
 * one is the decimal mark; one mark alone before exactly three digits groups thousands, unless the currency has three
 * decimals. Null where it is no amount, is negative, or has too many decimals.
 */
export function readAmount(text: string, currency: string): number | null {
  const compact = text.replaceAll(/[\s\u00a0'’]/g, '')
  const at = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (at < 0) return minorOf(compact, '', currency)
  const mark = compact[at]!
  const [whole, tail] = [compact.slice(0, at), compact.slice(at + 1)]
  const groups = whole.includes(mark) || isThousands(whole, tail, currency)
  if (groups) return /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(compact) ? minorOf(compact, '', currency) : null
  return /^\d+$|^\d{1,3}(?:[.,]\d{3})+$/.test(whole) ? minorOf(whole, tail, currency) : null
}

function isThousands(whole: string, tail: string, currency: string): boolean {
  return /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(tail) && currencyDecimals(currency) !== 3
}

function minorOf(whole: string, fraction: string, currency: string): number | null {
  if (!/^\d/.test(whole)) return null
  const digits = whole.replaceAll(/[.,]/g, '')
  return parseDecimal(fraction === '' ? digits : `${digits}.${fraction}`, currency)?.minor ?? null
}
