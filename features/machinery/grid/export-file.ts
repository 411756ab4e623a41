import { isPlainMoment, parseMoment } from '#db/values.ts'
import { csvNumber, csvRecord, csvText, noCsv, type CsvCell } from '#lib/csv.ts'
import { decimalOf, withDecimals } from '#lib/money.ts'
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

/** How a format writes its cells: as escaped text, or as the values of a workbook. */
export interface CellWriter<Cell> {
  none: Cell
  /** Any text, also one of digits only: SKUs and postcodes keep their zeros. */
  text: (text: string) => Cell
  /** A decimal with a point: `-1234.50`. */
  number: (digits: string) => Cell
  /** A local time: `2026-11-20 14:30:00`. */
  time: (clock: string) => Cell
}

export interface ExportReader<Cell> extends Omit<CellWriter<Cell>, 'time'> {
  word: (key: TextKey) => Cell
  /** Local time in the file's zone. */
  clock: (at: WrittenTime) => Cell
}

export interface ExportColumn<Row> {
  /** Header; `{zone}` is replaced by the time zone. */
  label: TextKey
  value: <Cell>(row: Written<Row>, reader: ExportReader<Cell>) => Cell
}

export interface ExportFile<Row> {
  header: string
  record: (row: Written<Row>) => string
}

/** The cells of a CSV file with points in its numbers. */
export const csvCells: CellWriter<CsvCell> = { none: noCsv, text: csvText, number: csvNumber, time: csvNumber }

export function exportFile<Row>(columns: readonly ExportColumn<Row>[], texts: Texts): ExportFile<Row> {
  const reader = exportReader(texts, csvCells)
  return {
    header: csvRecord(columns.map((column) => csvText(columnName(column, texts)))),
    record: (row) => csvRecord(columns.map(({ value }) => value(row, reader))),
  }
}

export const columnName = ({ label }: { label: TextKey }, { t, timeZone }: Texts): string =>
  t(label, { zone: timeZone })

export function exportReader<Cell>(texts: Texts, cells: CellWriter<Cell>): ExportReader<Cell> {
  const clock = zoneClock(texts.timeZone)
  const { none, text, number, time } = cells
  return { none, text, number, word: keptWords(texts, text), clock: (at) => time(clock(at)) }
}

/** Caches texts, because a file repeats few of them very often. */
function keptWords<Cell>({ t }: Texts, text: CellWriter<Cell>['text']): ExportReader<Cell>['word'] {
  const kept = new Map<TextKey, Cell>()
  return (key) => {
    let cell = kept.get(key)
    if (cell === undefined) kept.set(key, (cell = text(t(key))))
    return cell
  }
}

type Fields<Key extends string, Value> = Readonly<Record<Key, Value | null>>

/** Writes a text, safe for spreadsheets. */
export const textField =
  <Key extends string>(key: Key) =>
  <Cell>(row: Fields<Key, string>, { text }: Pick<ExportReader<Cell>, 'text'>): Cell =>
    text(row[key] ?? '')

export const numberField =
  <Key extends string>(key: Key) =>
  <Cell>(row: Fields<Key, WrittenNumber>, { number, none }: ExportReader<Cell>): Cell => {
    const digits = figures(row[key])
    return digits === '' ? none : number(digits)
  }

/** Writes the local time of the zone in the header: sortable as text, and parsed by spreadsheets. */
export const timeField =
  <Key extends string>(key: Key) =>
  <Cell>(row: Fields<Key, WrittenTime>, { clock, none }: ExportReader<Cell>): Cell => {
    const at: WrittenTime | null = row[key]
    return at === null ? none : clock(at)
  }

/** Writes minor units of the row's currency as a decimal. */
export const amountField =
  <Key extends string>(key: Key) =>
  <Cell>(row: Fields<Key, WrittenNumber> & { currency: string }, { number, none }: ExportReader<Cell>): Cell => {
    const minor = figures(row[key])
    return minor === '' ? none : number(decimalOf(minor, row.currency))
  }

/** Writes hundredths of a percent as percent: `1250` is `12.50`. */
export const percentField =
  <Key extends string>(key: Key) =>
  <Cell>(row: Fields<Key, WrittenNumber>, { number, none }: ExportReader<Cell>): Cell => {
    const bps = figures(row[key])
    return bps === '' ? none : number(withDecimals(bps, 2))
  }

// At runtime a string; the type keeps it from being used as another one.
const figures = (number: WrittenNumber | null) => (number ?? '') as unknown as string
// At runtime a string; the type keeps it from being written as one.
const writtenText = (at: WrittenTime) => at as unknown as string

/** The moment of a written time; null if it is none. */
export function momentOf(at: WrittenTime | null): Date | null {
  const moment = at && parseMoment(writtenText(at))
  return moment instanceof Date ? moment : null
}

/** `orders-2026-11-20-1430-Europe-London.csv` */
export function exportFileName(name: string, now: Date, { timeZone }: Texts, ending = 'csv'): string {
  const { date, time: clock } = wallClockAt(now, timeZone)
  const zone = timeZone.replaceAll(/[^A-Za-z0-9+-]+/g, '-')
  return `${name}-${date}-${clock.slice(0, 5).replace(':', '')}-${zone}.${ending}`
}

/**
 * Formats times, looking the zone up once per hour rather than per time. Zones with an offset of minutes, or a change
 * within the hour, are looked up each time.
 */
export function zoneClock(zone: string): (at: WrittenTime) => string {
  const hours = new Map<string, string | null>()
  return (at) => {
    const text = writtenText(at)
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

/** The columns with these ids, which are their labels, in this order. */
export function columnsById<Row>(
  columns: readonly ExportColumn<Row>[],
  ids: readonly string[],
): readonly ExportColumn<Row>[] {
  return ids.flatMap((id) => columns.find(({ label }) => label === id) ?? [])
}
