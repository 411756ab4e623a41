import { mostMinor, parseDecimal, toDecimal } from '#lib/money.ts'

/** Why a field was refused: reads on after the column's name. */
export class FieldProblem {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** Reads the text of one field into what goes to the database: text, null, or why it cannot. */
export type ReadField = (text: string) => string | null | FieldProblem

/** A column of a file, the column of the staging table it goes to, and how it is read. */
export interface ImportColumn {
  name: string
  to: string
  /** Type of the staging column. */
  type: 'text' | 'integer' | 'bigint' | 'timestamp'
  read: ReadField
}

const empty = new FieldProblem('is empty')

/** A value as a message quotes it: in quotes, on one line, not too long. */
export function shown(value: string): string {
  const line = value.replaceAll(/\s/g, ' ')
  return line.length > 40 ? `"${line.slice(0, 40)}…"` : `"${line}"`
}

/** The same reader for a field that may be left empty. */
export function optional(read: ReadField): ReadField {
  return (value) => (value === '' ? null : read(value))
}

/** Any text of at most `longest` characters. */
export function text(longest: number): ReadField {
  return (value) => {
    if (value === '') return empty
    if (value.includes('\u0000') || value.includes('\uFFFD')) return new FieldProblem('is not UTF-8 text')
    // Only what has more UTF-16 units can have more characters.
    if (value.length > longest && [...value].length > longest)
      return new FieldProblem(`is longer than ${longest} characters`)
    return value
  }
}

/** One of the given words. */
export function oneOf(...words: string[]): ReadField {
  const known = new Set(words)
  return (value) => {
    if (value === '') return empty
    return known.has(value) ? value : new FieldProblem(`${shown(value)} is none of ${words.join(', ')}`)
  }
}

/** A whole number between two bounds. */
export function wholeNumber(least: number, most: number): ReadField {
  return (value) => {
    if (value === '') return empty
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most
      ? String(number)
      : new FieldProblem(`${shown(value)} is no whole number between ${least} and ${most}`)
  }
}

/** A decimal amount, not negative, as minor units of the currency. */
export function amount(currency: string): ReadField {
  return (value) => {
    if (value === '') return empty
    const money = parseDecimal(value, currency)
    if (money && money.minor > mostMinor)
      return new FieldProblem(`${shown(value)} is more than ${toDecimal({ minor: mostMinor, currency })}`)
    if (money && money.minor >= 0) return String(money.minor)
    return new FieldProblem(`${shown(value)} is no amount of money in ${currency}`)
  }
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A date and time without a zone, `2017-11-30 23:59:59`. */
export function wallTime(value: string): string | FieldProblem {
  if (value === '') return empty
  const match = /^(\d{4})-(\d\d)-(\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(value)
  if (!match) return new FieldProblem(`${shown(value)} is no date and time like 2017-11-30 23:59:59`)
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && !leap ? 28 : (longestMonths[month - 1] ?? 0)
  return year > 1900 && day >= 1 && day <= days ? value : new FieldProblem(`${shown(value)} is no day of the calendar`)
}
