import { toDecimal } from '#lib/money.ts'
import { csvNumber, csvRecord, csvText, noCsv, type CsvCell } from '#lib/csv.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { day } from '#lib/duration.ts'

/** How values are written for one file. */
export interface ExportReader {
  /** A text of the catalogue. */
  word: (key: TextKey) => CsvCell
  /** `2026-11-20 14:30:00` by the clocks of the file's zone. */
  clock: (at: Date) => string
}

/** A column of a file. */
export interface ExportColumn<Row> {
  /** Header; `{zone}` is the zone of the times. */
  label: TextKey
  value: (row: Row, reader: ExportReader) => CsvCell
}

/** A file of rows: its header, and its records in the reader's language. */
export interface ExportFile<Row> {
  header: string
  record: (row: Row) => string
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

/** A value as it stands: text made safe, numbers as numbers. */
export const plainField =
  <Row>(key: keyof Row) =>
  (row: Row): CsvCell => {
    const value = row[key]
    if (value === null) return noCsv
    return typeof value === 'number' ? csvNumber(value) : csvText(String(value))
  }

/** The wall clock of the zone that the header names: sorts as text, and every spreadsheet reads it as a time. */
export const timeField =
  <Row>(key: keyof Row) =>
  (row: Row, { clock }: ExportReader): CsvCell => {
    const at = row[key]
    return at instanceof Date ? csvNumber(clock(at)) : noCsv
  }

/** Minor units of the row's currency, as a decimal. */
export const amountField =
  <Row extends { currency: string }>(key: keyof Row) =>
  (row: Row): CsvCell => {
    const minor = row[key]
    return typeof minor === 'number' ? csvNumber(toDecimal({ minor, currency: row.currency })) : noCsv
  }

/** `orders-2026-11-20-1430-Europe-London.csv` */
export function exportFileName(name: string, now: Date, { timeZone }: Texts): string {
  const { date, time: clock } = wallClockAt(now, timeZone)
  const zone = timeZone.replaceAll(/[^A-Za-z0-9+-]+/g, '-')
  return `${name}-${date}-${clock.slice(0, 5).replace(':', '')}-${zone}.csv`
}

/**
 * A clock that asks the calendar once a day and not once a time: a file has a million times, of few days. Where the
 * clocks of the zone change, that day is asked each time.
 */
export function zoneClock(zone: string): (at: Date) => string {
  const offsets = new Map<number, number | null>()
  const dates = new Map<number, string>()
  const asked = (at: Date) => {
    const { date, time: clock } = wallClockAt(at, zone)
    return `${date} ${clock}`
  }
  const offsetAt = (ms: number) => Date.parse(`${asked(new Date(ms)).replace(' ', 'T')}Z`) - ms
  return (at) => {
    const number = Math.floor(at.getTime() / day)
    let offset = offsets.get(number)
    if (offset === undefined) {
      const start = offsetAt(number * day)
      offset = start === offsetAt((number + 1) * day) ? start : null
      offsets.set(number, offset)
    }
    if (offset === null) return asked(at)
    const local = at.getTime() + offset
    const date = Math.floor(local / day)
    let text = dates.get(date)
    if (text === undefined) dates.set(date, (text = new Date(date * day).toISOString().slice(0, 10)))
    const second = Math.floor((local - date * day) / 1000)
    return `${text} ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`
  }
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const two = (number: number) => twoDigits[Math.trunc(number)]!
