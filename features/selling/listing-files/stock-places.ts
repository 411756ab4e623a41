import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { groupBy } from '#lib/group-by.ts'
import { fullHeader } from '#lib/match-columns.ts'
import { peekTable, tableRecords, type TableFile } from '#lib/table-file.ts'
import { writeTable } from '#lib/write-table.ts'
import { namedColumns } from './file-columns.ts'

// Files of stock have a row for each SKU at each location, or a column for each. The engines read one quantity for each SKU.

/** Amazon's reports tell by condition what can be sold. */
const conditionHeader = 'warehouse condition code'
const placeHeaders = [
  'location',
  'location name',
  'stock location',
  'warehouse',
  'standort',
  'lagerort',
  conditionHeader,
]
const skuHeaders = ['sku', 'variant sku', 'seller sku']
/** Columns of a location: what is at several is the sum. */
const unitHeader =
  /^(?:incoming|unavailable|committed|available|on hand|quantity(?: available)?|qty|stock|counted|count|bestand|menge|anzahl|verfügbar|gezählt)(?: (?:not editable|current|new))?$/
const ownHeader = /^bin(?: name)?$|^(?:lagerplatz|fach)$/

export interface StockPlaces {
  places: readonly string[]
  /** Whether a SKU is at several of them. */
  isSeveral: boolean
  /** Whether each place is a column, so that the engines find no stock before one is taken. */
  isByColumn: boolean
  /** The file with one row for each SKU: what is at a location, or at all of them together. */
  take: (place: string | null) => Uint8Array
}

/** Places of columns; -1 for those that a file lacks. */
interface RowColumns {
  place: number
  sku: number
  units: readonly number[]
  /** Columns that differ between locations, besides. */
  own: ReadonlySet<number>
  entered: number
  current: number
}

function columnsOf(header: readonly string[]): RowColumns | null {
  const names = header.map(fullHeader)
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const place = find(placeHeaders)
  const at = (fits: RegExp) => names.flatMap((name, each) => (fits.test(name) ? each : []))
  const units = at(unitHeader)
  if (place < 0 || units.length === 0) return null
  const [entered, current] = [find(['on hand new']), find(['on hand current'])]
  return { place, sku: find(skuHeaders), units, own: new Set([place, ...units, ...at(ownHeader)]), entered, current }
}

const cell = ({ fields }: CsvRecord, at: number) => unquoted(fields[at] ?? '')

function sumOf(first: CsvRecord, rows: readonly CsvRecord[], { units, entered, current }: RowColumns): string[] {
  return first.fields.map((field, at) => {
    if (!units.includes(at)) return field
    const isEntered = at === entered && rows.some((row) => cell(row, entered) !== '')
    // Where nothing is entered for a location, its present units stay.
    const texts = rows.map((row) => cell(row, at) || (isEntered ? cell(row, current) : '')).filter(Boolean)
    return texts.length === 0 ? '' : (sumOfTexts(texts) ?? field)
  })
}

/** Null if one is no whole number. */
function sumOfTexts(texts: readonly string[]): string | null {
  const isWhole = texts.every((text) => /^-?\d+$/.test(text))
  return isWhole ? String(texts.reduce((sum, text) => sum + Number(text), 0)) : null
}

/** Square has two columns for each location; Amazon one for itself and one for the seller. */
const placeColumn = /^(?:(current|new) quantity \[?(.+?)\]?|(afn|mfn)-fulfillable-quantity)$/i

/** Columns of each place: of what is there, and of what is entered instead. */
function placesByColumn(header: readonly string[]): Map<string, { current: number; entered: number }> {
  const places = new Map<string, { current: number; entered: number }>()
  for (const [at, name] of header.entries()) {
    const [, time, location, channel] = placeColumn.exec(name.trim()) ?? []
    const place = location ?? channel?.toUpperCase()
    if (place === undefined) continue
    const { current, entered } = places.get(place) ?? { current: at, entered: at }
    places.set(place, time?.toLowerCase() === 'new' ? { current, entered: at } : { current: at, entered })
  }
  // Of other programs a column may be called “New quantity …”, without the present one.
  const isWhole = (place: string, at: { current: number; entered: number }) =>
    at.current !== at.entered || /^(?:afn|mfn)$/i.test(place)
  return new Map([...places].filter(([place, at]) => isWhole(place, at)))
}

function stockByColumn({ header, headerLine }: TableFile, rows: readonly CsvRecord[]): StockPlaces | null {
  const places = placesByColumn(header)
  if (places.size === 0) return null
  const own = new Set([...places.values()].flatMap(({ current, entered }) => [current, entered]))
  const others = (fields: readonly string[]) => header.flatMap((_, at) => (own.has(at) ? [] : [fields[at] ?? '']))
  return {
    places: [...places.keys()],
    isSeveral: places.size > 1,
    isByColumn: true,
    take: (place) => {
      const taken = [...places].filter(([name]) => place === null || name === place)
      const unitsOf = (row: CsvRecord) => {
        const texts = taken.map(([, at]) => cell(row, at.entered) || cell(row, at.current)).filter(Boolean)
        return texts.length === 0 ? '' : (sumOfTexts(texts) ?? texts.join(' '))
      }
      return writeTable([
        { line: headerLine, fields: [...others(header), 'Quantity'] },
        ...rows.map((row) => ({ line: row.line, fields: [...others(row.fields), unitsOf(row)] })),
      ])
    },
  }
}

/** Finds the locations that a file of stock names; null if it names none. */
export async function readStockPlaces(bytes: Uint8Array): Promise<StockPlaces | null> {
  const peeked = await peekTable(bytes, namedColumns)
  const columns = peeked.ok ? columnsOf(peeked.file.header) : null
  if (!peeked.ok || (!columns && placesByColumn(peeked.file.header).size === 0)) return null
  const { header, headerLine } = peeked.file
  const rows: CsvRecord[] = []
  for await (const records of tableRecords([bytes], peeked.file)) rows.push(...records)
  if (rows.some(({ problem }) => problem !== undefined)) return null
  if (!columns) return stockByColumn(peeked.file, rows)
  const keyOf = (row: CsvRecord) =>
    cell(row, columns.sku) || JSON.stringify(row.fields.filter((_, at) => !columns.own.has(at)))
  const bySku = [...groupBy(rows, keyOf).values()]
  const placesOf = (of: readonly CsvRecord[]) => [...new Set(of.map((row) => cell(row, columns.place)))].filter(Boolean)
  const places = placesOf(rows)
  if (places.length === 0) return null
  return {
    places,
    isSeveral:
      bySku.some((own) => placesOf(own).length > 1) ||
      (places.length > 1 && fullHeader(header[columns.place] ?? '') === conditionHeader),
    isByColumn: false,
    take: (place) => {
      const taken = bySku.flatMap((own) => {
        const there = place === null ? own : own.filter((row) => cell(row, columns.place) === place)
        const [first] = there
        return first ? [{ line: first.line, fields: sumOf(first, there, columns) }] : []
      })
      const inOrder = taken.toSorted((a, b) => a.line - b.line)
      return writeTable([{ line: headerLine, fields: header }, ...inOrder])
    },
  }
}
