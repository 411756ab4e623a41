import { isPlainMoment, parseMoment } from '#db/values.ts'
import { csvNumber, csvRecord, csvText, noCsv, type CsvCell } from '#lib/csv.ts'
import { decimalOf } from '#lib/money.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import type { TextKey, Texts } from '#texts/texts.ts'

declare const isTime: unique symbol
declare const isNumber: unique symbol

/** A timestamp as PostgreSQL text in UTC: `2026-11-20 14:30:00.5+00`. */
export interface WrittenTime {
  [isTime]: true
}

/** An integer as PostgreSQL text. */
export interface WrittenNumber {
  [isNumber]: true
}

/**
 * A record with times and numbers as PostgreSQL text. Exports write them nearly unchanged, and parsing millions of them
 * would take longer than writing.
 */
export type Written<Row> = {
  [Key in keyof Row]:
    | Extract<Row[Key], string | null>
    | (Extract<Row[Key], Date> extends never ? never : WrittenTime)
    | (Extract<Row[Key], number> extends never ? never : WrittenNumber)
}

/** Formatting for one file. */
export interface ExportReader {
  /** A text of the catalogue. */
  word: (key: TextKey) => CsvCell
  /** Local time in the file's zone: `2026-11-20 14:30:00`. */
  clock: (at: WrittenTime) => string
}

/** A column of a file. */
export interface ExportColumn<Row> {
  /** Header; `{zone}` is replaced by the time zone. */
  label: TextKey
  value: (row: Written<Row>, reader: ExportReader) => CsvCell
}

/** Header and record writer of a file, in the reader's language. */
export interface ExportFile<Row> {
  header: string
  record: (row: Written<Row>) => string
}

/** Creates a file with these columns. */
export function exportFile<Row>(columns: readonly ExportColumn<Row>[], texts: Texts): ExportFile<Row> {
  const reader = { word: keptWords(texts), clock: zoneClock(texts.timeZone) }
  return {
    header: csvRecord(columns.map(({ label }) => csvText(texts.t(label, { zone: texts.timeZone })))),
    record: (row) => csvRecord(columns.map(({ value }) => value(row, reader))),
  }
}

/** Caches texts, because a file repeats few of them very often. */
function keptWords({ t }: Texts): ExportReader['word'] {
  const kept = new Map<TextKey, CsvCell>()
  return (key) => {
    let cell = kept.get(key)
    if (cell === undefined) kept.set(key, (cell = csvText(t(key))))
    return cell
  }
}

/** Fields of a record that have such a value or null. */
type Fields<Key extends string, Value> = Readonly<Record<Key, Value | null>>

/** Writes a text, safe for spreadsheets. */
export const textField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, string>): CsvCell =>
    csvText(row[key] ?? '')

/** Writes a number unchanged. */
export const numberField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, WrittenNumber>): CsvCell =>
    csvNumber(figures(row[key]))

/** Writes the local time of the zone in the header: sortable as text, and parsed by spreadsheets. */
export const timeField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, WrittenTime>, { clock }: ExportReader): CsvCell => {
    const at: WrittenTime | null = row[key]
    return at === null ? noCsv : csvNumber(clock(at))
  }

/** Writes minor units of the row's currency as a decimal. */
export const amountField =
  <Key extends string>(key: Key) =>
  (row: Fields<Key, WrittenNumber> & { currency: string }): CsvCell => {
    const minor = figures(row[key])
    return minor === '' ? noCsv : csvNumber(decimalOf(minor, row.currency))
  }

// At runtime a string; the type keeps it from being used as another one.
const figures = (number: WrittenNumber | null) => (number ?? '') as unknown as string

/** `orders-2026-11-20-1430-Europe-London.csv` */
export function exportFileName(name: string, now: Date, { timeZone }: Texts): string {
  const { date, time: clock } = wallClockAt(now, timeZone)
  const zone = timeZone.replaceAll(/[^A-Za-z0-9+-]+/g, '-')
  return `${name}-${date}-${clock.slice(0, 5).replace(':', '')}-${zone}.csv`
}

/**
 * Formats times, looking the zone up once per hour rather than per time. Zones with an offset of minutes, or a change
 * within the hour, are looked up each time.
 */
export function zoneClock(zone: string): ExportReader['clock'] {
  const hours = new Map<string, string | null>()
  return (at) => {
    // At runtime a string; the type keeps it from being written as one.
    const text = at as unknown as string
    if (!isPlainMoment(text)) return asked(parseMoment(text), zone)
    const hour = text.slice(0, hourEnd)
    let local = hours.get(hour)
    if (local === undefined) hours.set(hour, (local = localHour(hour, zone)))
    return local === null ? asked(parseMoment(text), zone) : local + text.slice(hourEnd, secondsEnd)
  }
}

/** Ends of the hour and of the seconds in the text. */
const [hourEnd, secondsEnd] = [13, 19]

/** Local hour for a UTC hour (`2026-11-20 15` for `2026-11-20 14`); null if it is not constant within the hour. */
function localHour(hour: string, zone: string): string | null {
  const shown = (rest: string) => asked(parseMoment(`${hour}${rest}+00`), zone)
  const first = shown(':00:00')
  const local = first.slice(0, hourEnd)
  return first === `${local}:00:00` && shown(':59:59') === `${local}:59:59` ? local : null
}

function asked(at: unknown, zone: string): string {
  // `infinity` is not a time.
  if (!(at instanceof Date)) return ''
  const { date, time: clock } = wallClockAt(at, zone)
  return `${date} ${clock}`
}
