import { day } from './duration.ts'

/** A calendar day without time or zone: `2026-03-29`. Sorts as text. */
export type LocalDate = string

export interface WallClock {
  date: LocalDate
  /** `08:05:00`, 24 hours; sorts as text. */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local date and time in an IANA zone. Throws RangeError for an unknown zone or invalid date. */
export function wallClockAt(at: Date, zone: string): WallClock {
  const text = new Date(localMilliseconds(at, zone)).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 19) }
}

export function dateAt(at: Date, zone: string): LocalDate {
  return wallClockAt(at, zone).date
}

/**
 * The moment of a local date and time (`HH:MM` or `HH:MM:SS`). A time skipped in spring moves forward (02:30 becomes
 * 03:30); an ambiguous time in autumn is the first. Throws RangeError for invalid input.
 */
export function momentOf(date: LocalDate, time: string, zone: string): Date {
  const local = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(local)) throw new RangeError(`no date and time: ${date} ${time}`)
  const before = offsetAt(local - day, zone)
  const after = offsetAt(local + day, zone)
  if (before === after) return new Date(local - before)
  const moments = [local - before, local - after]
  const shown = moments.filter((moment) => local - moment === offsetAt(moment, zone))
  return new Date(shown.length > 0 ? Math.min(...shown) : local - before)
}

/** The first moment of a day in a zone: midnight, or the moment at which clocks skip it. */
export function startOfDay(date: LocalDate, zone: string): Date {
  return momentOf(date, '00:00', zone)
}

/** The last whole second of a day in a zone. */
export function endOfDay(date: LocalDate, zone: string): Date {
  return new Date(startOfDay(addDays(date, 1), zone).getTime() - 1000)
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10)
}

export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / day
}

/** Year, month and day of a date such as `2026-03-29`, or of a month such as `2026-03`, whose day is 0. */
export const dateParts = (date: string) => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8, 10)),
})

/** The last `months` full calendar months in a zone: from the first of the earliest to the first of the current month. */
export function fullMonths(now: Date, zone: string, months: number): { from: Date; before: Date } {
  const { year, month } = dateParts(dateAt(now, zone))
  const first = (ago: number) => startOfDay(new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 10), zone)
  return { from: first(months), before: first(0) }
}

/** The ISO weekday: Monday 1 to Sunday 7. */
export function isoWeekday(date: LocalDate): number {
  return ((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7) + 1
}

/** The zone's UTC offset at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  return localMilliseconds(new Date(moment), zone) - Math.floor(moment / 1000) * 1000
}

/** The local time as if it were UTC, to the second. */
function localMilliseconds(at: Date, zone: string): number {
  const offset = offsetOfDay(Math.floor(at.getTime() / day), zone)
  return offset === null ? askedMilliseconds(at, zone) : Math.floor(at.getTime() / 1000) * 1000 + offset
}

/** UTC offset for a whole UTC day, by zone and day; null on days with a clock change. */
const dayOffsets = new Map<string, Map<number, number | null>>()

/** Eleven years. */
const mostDays = 4_000

/** Cached by day and zone: a page has fifty times on few days. */
function offsetOfDay(number: number, zone: string): number | null {
  let offsets = dayOffsets.get(zone)
  if (!offsets) dayOffsets.set(zone, (offsets = new Map()))
  const kept = offsets.get(number)
  if (kept !== undefined) return kept
  const offsetFrom = (ms: number) => askedMilliseconds(new Date(ms), zone) - ms
  const start = offsetFrom(number * day)
  const offset = start === offsetFrom((number + 1) * day) ? start : null
  if (offsets.size >= mostDays) offsets.clear()
  offsets.set(number, offset)
  return offset
}

function askedMilliseconds(at: Date, zone: string): number {
  // Split by hand: formatToParts is three times slower, and lists format thousands of dates.
  const [year = 0, month = 0, date, hour, minute, second] = formatFor(zone).format(at).split(/\D+/).map(Number)
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

/** Creating a formatter costs a thousand times more than using it. The cache holds one per zone. */
function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}
