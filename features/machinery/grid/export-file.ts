import { isPlainMoment, parseMoment } from '#db/values.ts'
import { csvNumber, csvRecord, csvText, noCsv, type CsvCell } from '#lib/csv.ts'
import { decimalOf } from '#lib/money.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import type { TextKey, Texts } from '#texts/texts.ts'

declare const isTime: unique symbol
declare const isNumber: unique symbol

/** A moment as PostgreSQL writes it, in UTC: `2026-11-20 14:30:00.5+00`. */
export interface WrittenTime {
  [isTime]: true
}

/** A whole number as PostgreSQL writes it. */
export interface WrittenNumber {
  [isNumber]: true
}

/**
 * A record as PostgreSQL writes it: of a million times and amounts, what the file says is nearly what was sent, and to make
 * moments and numbers of them first takes longer than to write them.
 */
export type Written<Row> = {
  [Key in keyof Row]:
    | Extract<Row[Key], string | null>
    | (Extract<Row[Key], Date> extends never ? never : WrittenTime)
    | (Extract<Row[Key], number> extends never ? never : WrittenNumber)
}

/** How values are written for one file. */
export interface ExportReader {
  /** A text of the catalogue. */
  word: (key: TextKey) => CsvCell
  /** `2026-11-20 14:30:00` by the clocks of the file's zone. */
  clock: (at: WrittenTime) => string
}

/** A column of a file. */
export interface ExportColumn<Row> {
  /** Header; `{zone}` is the zone of the times. */
  label: TextKey
  value: (row: Written<Row>, reader: ExportReader) => CsvCell
}

/** A file of rows: its header, and its records in the reader's language. */
export interface ExportFile<Row> {
  header: string
  record: (row: Written<Row>) => string
}

/** A file with these columns. */
export function exportFile<Row>(columns: readonly ExportColumn<Row>[], texts: Texts): ExportFile<Row> {
  const reader = { word: keptWords(texts), clock: zoneClock(texts.timeZone) }
  return {
    header: csvRecord(columns.map(({ label }) => csvText(texts.t(label, { zone: texts.timeZone })))),
    record: (row) => csvRecord(columns.map(({ value }) => value(row, reader))),
  }
}

/** Each text of the catalogue once: a file has a million words, of few kinds. */
function keptWords({ t }: Texts): ExportReader['word'] {
  const kept = new Map<TextKey, CsvCell>()
  return (key) => {
    let cell = kept.get(key)
    if (cell === undefined) kept.set(key, (cell = csvText(t(key))))
    return cell
  }
}

/** Fields of a record that hold such values, or nothing. */
type Fields<Key extends string, Value> = Readonly<Record<Key, Value | null>>

/** A text, made safe. */
export const textField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, string>): CsvCell =>
    csvText(row[key] ?? '')

/** A number as it is. */
export const numberField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, WrittenNumber>): CsvCell =>
    csvNumber(figures(row[key]))

/** The wall clock of the zone that the header names: sorts as text, and every spreadsheet reads it as a time. */
export const timeField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, WrittenTime>, { clock }: ExportReader): CsvCell => {
    const at: WrittenTime | null = row[key]
    return at === null ? noCsv : csvNumber(clock(at))
  }

/** Minor units of the row's currency, as a decimal. */
export const amountField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, WrittenNumber> & { currency: string }): CsvCell => {
    const minor = figures(row[key])
    return minor === '' ? noCsv : csvNumber(decimalOf(minor, row.currency))
  }

// A text too, which its type keeps from being taken for any other.
const figures = (number: WrittenNumber | null) => (number ?? '') as unknown as string

/** `orders-2026-11-20-1430-Europe-London.csv` */
export function exportFileName(name: string, now: Date, { timeZone }: Texts): string {
  const { date, time: clock } = wallClockAt(now, timeZone)
  const zone = timeZone.replaceAll(/[^A-Za-z0-9+-]+/g, '-')
  return `${name}-${date}-${clock.slice(0, 5).replace(':', '')}-${zone}.csv`
}

/**
 * A clock that asks the calendar once an hour and not once a time: a file has a million times, of few hours. Where the clocks of
 * the zone show other minutes than those of UTC, or change within the hour, each time is asked.
 */
export function zoneClock(zone: string): ExportReader['clock'] {
  const hours = new Map<string, string | null>()
  return (at) => {
    // It is a text: its type keeps it from being written as one.
    const text = at as unknown as string
    if (!isPlainMoment(text)) return asked(parseMoment(text), zone)
    const hour = text.slice(0, hourEnd)
    let local = hours.get(hour)
    if (local === undefined) hours.set(hour, (local = localHour(hour, zone)))
    return local === null ? asked(parseMoment(text), zone) : local + text.slice(hourEnd, secondsEnd)
  }
}

/** Where the hour and the seconds of a moment end. */
const [hourEnd, secondsEnd] = [13, 19]

/** `2026-11-20 15` for `2026-11-20 14`; null where not all of the hour is shown as the same one. */
function localHour(hour: string, zone: string): string | null {
  const shown = (rest: string) => asked(parseMoment(`${hour}${rest}+00`), zone)
  const first = shown(':00:00')
  const local = first.slice(0, hourEnd)
  return first === `${local}:00:00` && shown(':59:59') === `${local}:59:59` ? local : null
}

function asked(at: unknown, zone: string): string {
  // What has no end is no time.
  if (!(at instanceof Date)) return ''
  const { date, time: clock } = wallClockAt(at, zone)
  return `${date} ${clock}`
}
