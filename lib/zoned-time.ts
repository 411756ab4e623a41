import { day } from './duration.ts'

/** A day of the calendar without time or zone: `2026-03-29`. Compares as text. */
export type LocalDate = string

/** What a clock on the wall shows. */
export interface WallClock {
  date: LocalDate
  /** `08:05:00`, 24 hours; compares as text. */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The wall clock in an IANA zone at a moment. Throws RangeError for an unknown zone or an invalid date. */
export function wallClockAt(at: Date, zone: string): WallClock {
  const text = new Date(localMilliseconds(at, zone)).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 19) }
}

/** The calendar day in a zone at a moment. */
export function dateAt(at: Date, zone: string): LocalDate {
  return wallClockAt(at, zone).date
}

/**
 * The moment at which clocks in a zone show this. A time that the clocks skip in spring is read as much later as they
 * skip (02:30 as 03:30); of a time that comes twice in autumn it is the first. `time` is `HH:MM` or `HH:MM:SS`.
 * Throws RangeError for what is no date or time.
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

/** The first moment of a day in a zone: midnight, or where the clocks skip midnight the moment at which they do. */
export function startOfDay(date: LocalDate, zone: string): Date {
  return momentOf(date, '00:00', zone)
}

/** The last whole second of a day in a zone. */
export function endOfDay(date: LocalDate, zone: string): Date {
  return new Date(startOfDay(addDays(date, 1), zone).getTime() - 1000)
}

/** The day so many days later, or earlier. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10)
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / day
}

/** So many full months before a moment, by the calendar of a zone: from the first of the earliest to the first of the present one. */
export function fullMonths(now: Date, zone: string, months: number): { from: Date; before: Date } {
  const [year, month] = dateAt(now, zone).split('-').map(Number) as [number, number]
  const first = (ago: number) => startOfDay(new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 10), zone)
  return { from: first(months), before: first(0) }
}

/** The day of the week as ISO counts: Monday 1 to Sunday 7. */
export function isoWeekday(date: LocalDate): number {
  return ((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7) + 1
}

/** How far clocks in the zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  return localMilliseconds(new Date(moment), zone) - Math.floor(moment / 1000) * 1000
}

/** The wall clock written as if it were UTC, to the second. */
function localMilliseconds(at: Date, zone: string): number {
  const offset = offsetOfDay(Math.floor(at.getTime() / day), zone)
  return offset === null ? askedMilliseconds(at, zone) : Math.floor(at.getTime() / 1000) * 1000 + offset
}

/** How far clocks are ahead of UTC all through a day of UTC; null on days on which they change. By zone and day. */
const dayOffsets = new Map<string, Map<number, number | null>>()

/** Eleven years. */
const mostDays = 4_000

/** Asked of the calendar once a day and zone and not for each time: a page has fifty, of few days. */
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
  // Apart by hand: formatToParts takes three times as long, and dates of thousands of rows come through here.
  const [year = 0, month = 0, date, hour, minute, second] = formatFor(zone).format(at).split(/\D+/).map(Number)
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

/** Making a formatter costs a thousand times more than using it. There are as many as there are zones. */
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
