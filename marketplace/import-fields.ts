import { maxMinor, parseDecimal, toDecimal } from '#lib/money.ts'

/** Why a field was rejected, phrased to follow the column name. */
export class FieldProblem {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

export type ReadField = (text: string) => string | null | FieldProblem

export interface ImportColumn {
  name: string
  to: string
  type: 'text' | 'integer' | 'bigint' | 'timestamp'
  read: ReadField
}

const empty = new FieldProblem('is empty')

/** Quotes a value for a message: one line, truncated. */
export function shown(value: string): string {
  const line = value.replaceAll(/\s/g, ' ')
  return line.length > 40 ? `"${line.slice(0, 40)}…"` : `"${line}"`
}

export function optional(read: ReadField): ReadField {
  return (value) => (value === '' ? null : read(value))
}

export function text(longest: number): ReadField {
  return (value) => {
    if (value === '') return empty
    if (value.includes('\u0000') || value.includes('\uFFFD')) return new FieldProblem('is not UTF-8 text')
    // Only longer UTF-16 strings can have more code points.
    if (value.length > longest && [...value].length > longest)
      return new FieldProblem(`is longer than ${longest} characters`)
    return value
  }
}

export function oneOf(...words: string[]): ReadField {
  const known = new Set(words)
  return (value) => {
    if (value === '') return empty
    return known.has(value) ? value : new FieldProblem(`${shown(value)} is none of ${words.join(', ')}`)
  }
}

export function wholeNumber(least: number, most: number): ReadField {
  return (value) => {
    if (value === '') return empty
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most
      ? String(number)
      : new FieldProblem(`${shown(value)} is no whole number between ${least} and ${most}`)
  }
}

/** A non-negative decimal amount, as minor units. */
export function amount(currency: string): ReadField {
  return (value) => {
    if (value === '') return empty
    const money = parseDecimal(value, currency)
    if (money && money.minor > maxMinor)
      return new FieldProblem(`${shown(value)} is more than ${toDecimal({ minor: maxMinor, currency })}`)
    if (money && money.minor >= 0) return String(money.minor)
    return new FieldProblem(`${shown(value)} is no amount of money in ${currency}`)
  }
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A local date and time, `2017-11-30 23:59:59`. */
export function wallTime(value: string): string | FieldProblem {
  if (value === '') return empty
  const match = /^(\d{4})-(\d\d)-(\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(value)
  if (!match) return new FieldProblem(`${shown(value)} is no date and time like 2017-11-30 23:59:59`)
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && !leap ? 28 : (longestMonths[month - 1] ?? 0)
  return year > 1900 && day >= 1 && day <= days ? value : new FieldProblem(`${shown(value)} is no day of the calendar`)
}
