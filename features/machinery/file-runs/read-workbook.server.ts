import { findDecimalMark } from '#lib/written-amount.ts'
import { writeTable } from '#lib/write-table.ts'

// Workbooks (XLSX) become delimited text as they are received, so that each upload reads one kind of file.

export interface SheetFile {
  name: string
  bytes: Uint8Array
}

type ReadSheets = { ok: true; sheets: SheetFile[] } | { ok: false; reason: 'large' | 'broken' }

/** Sheets that are read, and rows of each: one more than an upload takes, below a program's explanations. */
const [mostSheets, mostRows] = [50, 100_050]
/** Bytes that a workbook may unpack to, and characters of a sheet's text: a small archive may hold far more. */
const [mostUnpacked, mostText] = [200_000_000, 80_000_000]

/** Whether a file is a ZIP archive, as workbooks are. */
const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** Reads the visible sheets of a workbook; null if the file is none, such as text. */
export async function readWorkbook(bytes: Uint8Array): Promise<ReadSheets | null> {
  if (!isArchive(bytes)) return null
  if (unpackedSize(bytes) > mostUnpacked) return { ok: false, reason: 'large' }
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx')
  const visible: { index: number; name: string }[] = []
  const sheets: { file: SheetFile; rows: number }[] = []
  try {
    // Only the directory is read: no sheet is wanted.
    await readXlsx(bytes, {
      sheets: ({ index, name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) visible.push({ index, name })
        return false
      },
    })
    for (const { index, name } of visible.slice(0, mostSheets)) {
      const read = await readSheet(streamXlsxRows(bytes, { sheet: index, maxRows: mostRows }))
      if (!read) return { ok: false, reason: 'large' }
      if (read.rows > 0) sheets.push({ file: { name, bytes: read.bytes }, rows: read.rows })
    }
  } catch (error) {
    if (error instanceof Error) return { ok: false, reason: 'broken' }
    throw error
  }
  // A sheet of one row is a title or a note beside others that have more.
  const tables = sheets.filter(({ rows }) => rows > 1)
  return { ok: true, sheets: (tables.length > 0 ? tables : sheets).map(({ file }) => file) }
}

/** Writes the rows of a sheet, each in the line of its number; null if they are too long. */
async function readSheet(
  rows: AsyncIterable<{ index: number; values: readonly unknown[] }>,
): Promise<{ bytes: Uint8Array; rows: number } | null> {
  const table: { line: number; fields: string[] }[] = []
  const texts: string[][] = []
  let [length, width] = [0, 0]
  for await (const { index, values } of rows) {
    if (index >= mostRows) break
    const cells = values.map(cellText)
    if (cells.every((cell) => cell === '')) continue
    for (const [at, value] of values.entries()) if (typeof value === 'string') (texts[at] ??= []).push(value)
    table.push({ line: index + 1, fields: cells })
    width = Math.max(width, cells.length)
    length += cells.reduce((sum, cell) => sum + cell.length + 1, 0)
    if (length > mostText || width * table.length > mostText) return null
  }
  // The numbers of a column are written as its texts are, so that it has one decimal mark.
  const decimal = /^-?\d+\.\d+$/
  for (const [at, own] of texts.entries())
    if (own && findDecimalMark(own, 'EUR') === ',')
      for (const { fields } of table)
        if (decimal.test(fields[at] ?? '')) fields[at] = (fields[at] ?? '').replace('.', ',')
  return { bytes: writeTable(table), rows: table.length }
}

/** The significant digits that spreadsheets keep, without an exponent: 12.500000000000002 is 12.5. */
const asShown = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

/** A value as a spreadsheet saves it as text. */
function cellText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : asShown.format(value)
    case 'boolean':
      return value ? 'TRUE' : 'FALSE'
    default:
      return value instanceof Date && !Number.isNaN(value.getTime()) ? dateText(value) : ''
  }
}

/** A date, a time of day, or both. Workbooks have no time zones. */
function dateText(value: Date): string {
  const [day = '', clock = ''] = new Date(Math.round(value.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, 19)
    .split('T')
  // Times of day count from the day before the first one.
  if (day < '1900-01-01') return clock
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

/** Signatures of a ZIP archive's directory and of its end. */
const [directoryEntry, directoryEnd] = [0x02014b50, 0x06054b50]

/** Bytes that an archive's directory says it unpacks to, which its reader enforces; infinite if it does not say. */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== directoryEnd) end -= 1
  if (end < 0) return 0
  let [at, total] = [view.getUint32(end + 16, true), 0]
  for (let entries = view.getUint16(end + 10, true); entries > 0; entries -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry) return Infinity
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    total += unpacked === 0 && packed > 2 ? Infinity : unpacked
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return total
}
