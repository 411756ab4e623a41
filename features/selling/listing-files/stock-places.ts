import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { groupBy } from '#lib/group-by.ts'
import { fullHeader } from '#lib/match-columns.ts'
import { peekTable, tableRecords } from '#lib/table-file.ts'
import { writeTable } from '#lib/write-table.ts'
import { namedColumns } from './file-columns.ts'

// Shopify's file of stock has a row for each SKU at each location. The engines read one row for each SKU.

const placeHeaders = ['location', 'location name', 'stock location', 'warehouse', 'standort', 'lagerort']
const skuHeaders = ['sku', 'variant sku']
/** Columns of a location: what is at several is the sum. */
const unitHeader =
  /^(?:incoming|unavailable|committed|available|on hand|quantity|qty|stock|counted|count|bestand|menge|anzahl|verfügbar|gezählt)(?: (?:not editable|current|new))?$/
const ownHeader = /^bin(?: name)?$|^(?:lagerplatz|fach)$/

export interface StockPlaces {
  places: readonly string[]
  /** Whether a SKU is at several of them. */
  isSeveral: boolean
  /** The file with one row for each SKU: what is at a location, or at all of them together. */
  take: (place: string | null) => Uint8Array
}

/** Places of columns; -1 for those that a file lacks. */
interface PlaceColumns {
  place: number
  sku: number
  units: readonly number[]
  /** Columns that differ between locations, besides. */
  own: ReadonlySet<number>
  entered: number
  current: number
}

function columnsOf(header: readonly string[]): PlaceColumns | null {
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

function sumOf(first: CsvRecord, rows: readonly CsvRecord[], { units, entered, current }: PlaceColumns): string[] {
  return first.fields.map((field, at) => {
    if (!units.includes(at)) return field
    const isEntered = at === entered && rows.some((row) => cell(row, entered) !== '')
    // Where nothing is entered for a location, its present units stay.
    const texts = rows.map((row) => cell(row, at) || (isEntered ? cell(row, current) : '')).filter(Boolean)
    const numbers = texts.map((text) => Number(/^-?\d+$/.test(text) ? text : Number.NaN))
    if (texts.length === 0) return ''
    return numbers.some(Number.isNaN) ? field : String(numbers.reduce((sum, number) => sum + number, 0))
  })
}

/** Finds the locations that a file of stock names; null if it names none. */
export async function readStockPlaces(bytes: Uint8Array): Promise<StockPlaces | null> {
  const peeked = await peekTable(bytes, namedColumns)
  const columns = peeked.ok ? columnsOf(peeked.file.header) : null
  if (!peeked.ok || !columns) return null
  const { header, headerLine } = peeked.file
  const rows: CsvRecord[] = []
  for await (const records of tableRecords([bytes], peeked.file)) rows.push(...records)
  if (rows.some(({ problem }) => problem !== undefined)) return null
  const keyOf = (row: CsvRecord) =>
    cell(row, columns.sku) || JSON.stringify(row.fields.filter((_, at) => !columns.own.has(at)))
  const bySku = [...groupBy(rows, keyOf).values()]
  const placesOf = (of: readonly CsvRecord[]) => [...new Set(of.map((row) => cell(row, columns.place)))].filter(Boolean)
  const places = placesOf(rows)
  if (places.length === 0) return null
  return {
    places,
    isSeveral: bySku.some((own) => placesOf(own).length > 1),
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
