import { day as oneDay } from './duration.ts'
import type { LocalDate } from './zoned-time.ts'

// Dates as people and programs write them in files.

/** Order of day and month in dates with slashes: `24/11/2026` or `11/24/2026`. */
export const dayOrders = ['DMY', 'MDY'] as const
export type DayOrder = (typeof dayOrders)[number]

/** Order of day and month in a column. `EITHER`: all values are valid both ways, so a person must choose. */
export type ColumnOrder = DayOrder | 'EITHER'

/** A time may follow and is ignored. */
const forms = [
  /^(?<year>\d{4})(?<mark>[-/.] ?)(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})\.?(?:[T ].*)?$/,
  /^(?<year>20\d\d)(?<month>\d\d)(?<day>\d\d)(?:[T ]\d.*)?$/,
  /^(?<year>\d{4})[年년] ?(?<month>\d{1,2})[月월] ?(?<day>\d{1,2})[日일](?: .*)?$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})(?:,? .*)?$/,
  /^(?:[a-z]{2,10},? )?(?<name>\p{L}{3,9})\.?[- ](?<day>\d{1,2})(?:-|, | )(?<year>\d{4}|\d{2})(?: .*)?$/iu,
  /^(?:[a-z]{2,10}\.?,? )?(?<day>\d{1,2})(?:\. |[- ])(?<name>\p{L}{3,9})\.?[- ](?<year>\d{4}|\d{2})(?: .*)?$/iu,
  // As `date` and Java print it, with the year last.
  /^[a-z]{3} (?<name>[a-z]{3}) +(?<day>\d{1,2}) [\d:]{5,8} (?:\S+ )?(?<year>\d{4})$/i,
]
const figures = /^(?<first>\d{1,2})(?<mark>[-/])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?:[T ,].*)?$/
/** Spreadsheet serial days since the end of 1899: 2009 to 2064. */
const serial = /^(?<days>[45]\d{4})(?:\.\d+)?$/
const serialStart = Date.UTC(1899, 11, 30)
/** Longer texts are no dates. */
const longest = 40

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** German, French, Spanish, Italian, Dutch and Portuguese, without accents. */
const otherMonths: Record<string, number> = Object.fromEntries(
  [
    ['ene', 'gen'],
    ['fev'],
    ['mrt', 'mrz'],
    ['abr', 'avr'],
    ['mag', 'mai', 'mei'],
    ['giu', 'juin'],
    ['lug', 'juil'],
    ['ago', 'aou'],
    ['set'],
    ['okt', 'ott', 'out'],
    [],
    ['dez', 'dic'],
  ].flatMap((names, at) => names.map((name) => [name, at + 1])),
)

/** Parses a date; `order` applies to dates with slashes. Null if invalid. */
export function readWrittenDay(text: string, order: DayOrder | null): LocalDate | null {
  const plain = text.trim()
  if (plain.length > longest) return null
  const days = serial.exec(plain)?.groups?.['days']
  if (days) return new Date(serialStart + Number(days) * oneDay).toISOString().slice(0, 10)
  const written = figures.exec(plain)?.groups
  if (written) return order && figureDay(written, order)
  const found = forms.map((form) => form.exec(plain)?.groups).find(Boolean)
  if (!found) return null
  const { year = '', month, name = '', day } = found
  return dateOf(year, month ? Number(month) : monthNamed(name), Number(day))
}

export const isWrittenDay = (text: string) => dayOrders.some((order) => readWrittenDay(text, order) !== null)

export interface DayEvidence {
  /** Values with day and month in figures, and those among them that differ by the order. */
  written: number
  differing: number
  impossible: readonly [dayFirst: number, monthFirst: number]
}

export const noDays: DayEvidence = { written: 0, differing: 0, impossible: [0, 0] }

/** Adds what further values of a column show. `isPossible` says which dates are. */
export function countDays(
  values: readonly string[],
  isPossible: (day: LocalDate) => boolean,
  before: DayEvidence = noDays,
): DayEvidence {
  let { written, differing } = before
  let [dayFirst, monthFirst] = before.impossible
  const isNone = (day: LocalDate | null) => day === null || !isPossible(day)
  for (const value of values) {
    const found = value.length > longest ? undefined : figures.exec(value.trim())?.groups
    if (!found) continue
    const [first, second] = [figureDay(found, 'DMY'), figureDay(found, 'MDY')]
    written += 1
    if (first !== second) differing += 1
    if (isNone(first)) dayFirst += 1
    if (isNone(second)) monthFirst += 1
  }
  return { written, differing, impossible: [dayFirst, monthFirst] }
}

/**
 * The order of day and month implied by a column: the one in which more values are possible dates. Null if no value
 * depends on it.
 */
export function orderOfDays({ written, differing, impossible }: DayEvidence): ColumnOrder | null {
  if (differing === 0) return written > 0 ? 'DMY' : null
  const [dayFirst, monthFirst] = impossible
  if (dayFirst === monthFirst) return 'EITHER'
  return dayFirst < monthFirst ? 'DMY' : 'MDY'
}

export const columnDayOrder = (
  values: readonly string[],
  isPossible: (day: LocalDate) => boolean,
): ColumnOrder | null => orderOfDays(countDays(values, isPossible))

function figureDay({ first, second, year }: Record<string, string>, order: DayOrder): LocalDate | null {
  const [day, month] = order === 'DMY' ? [first, second] : [second, first]
  return dateOf(year ?? '', Number(month), Number(day))
}

function monthNamed(name: string): number {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const start = plain.slice(0, 3)
  return otherMonths[start] ?? otherMonths[plain.slice(0, 4)] ?? months.indexOf(start) + 1
}

function dateOf(ofYear: string, month: number, day: number): LocalDate | null {
  const year = Number(ofYear.padStart(4, '20'))
  const date = new Date(Date.UTC(year, month - 1, day))
  // `Date` reads `2026-02-30` as 2 March.
  return month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}
