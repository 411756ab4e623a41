import { unquoted } from '#lib/cell-text.ts'
import { decodeText } from '#lib/delimited-file.ts'
import { looksLikeGtin } from '#lib/gtin.ts'
import { countNamed, matchColumns, plainHeader, type Meaning } from '#lib/match-columns.ts'
import { readDecimal } from '#lib/read-amount.ts'
import { openTable, sampleColumns, tableRecords } from '#lib/table-file.ts'
import { countCodes, readCodes, type CountedCodes, type CountedLine } from './counted-codes.ts'

const meanings: readonly Meaning<'sku' | 'gtin' | 'counted'>[] = [
  {
    kind: 'sku',
    isKey: true,
    names: [
      'sku',
      'custom label (sku)',
      'custom label',
      'seller sku',
      'variant sku',
      'article number',
      'artikelnummer',
      'code',
      'item sku',
      'product sku',
      'item code',
      'stock code',
      'product code',
      'artikel nr',
      'art nr',
    ],
  },
  {
    kind: 'gtin',
    isKey: true,
    names: ['gtin', 'ean', 'upc', 'barcode', 'variant barcode', 'strichcode', 'ean code', 'ean13', 'ean/gtin'],
    weigh: (value) => (looksLikeGtin(value.trim()) ? 0.8 : 0),
  },
  {
    kind: 'counted',
    names: [
      'counted',
      'count',
      'on hand (new)',
      'on hand',
      'quantity',
      'qty',
      'stock',
      'available',
      'gezählt',
      'bestand',
      'menge',
      'anzahl',
      'counted quantity',
      'stock count',
      'physical stock',
      'stock quantity',
      'istbestand',
      'lagerbestand',
      'zählmenge',
      'stück',
      'stückzahl',
    ],
  },
]

const named = countNamed(meanings)

/**
 * Reads a file of counted stock: a table with SKU or GTIN and how many, or the lines of a scanner. A row without number
 * was not counted; without a column of numbers each row counts one. A column of numbers that is not known is not guessed. Null if it is no text.
 */
export async function readCountFile(bytes: Uint8Array): Promise<CountedCodes | null> {
  const table = await openCountTable(bytes)
  if (!table) {
    const text = decodeText(bytes)
    return text === null ? null : readCodes(text)
  }
  const { file, columns, at } = table
  const others = columns.filter((_, place) => place !== at.sku?.at && place !== at.gtin?.at)
  const isOneEach = at.counted === undefined && !others.some(({ values }) => areNumbers(values))
  const lines: CountedLine[] = []
  for await (const records of tableRecords([bytes], file))
    for (const { fields } of records) {
      const cell = (kind: 'sku' | 'gtin' | 'counted') => {
        const match = at[kind]
        return match ? unquoted(fields[match.at] ?? '') : ''
      }
      const code = cell('sku') || cell('gtin')
      const typed = at.counted ? cell('counted') : isOneEach ? '1' : '?'
      if (code !== '' && typed !== '') lines.push({ code, counted: wholeNumber(typed), text: `${code},${typed}` })
    }
  return countCodes(lines)
}

/** Opens a table that names SKUs or GTINs; null for other files, such as the lines of a scanner. */
async function openCountTable(bytes: Uint8Array) {
  const opened = await openTable(bytes, named, { isRow: (fields) => named(fields) === 0 })
  if (!opened.ok || opened.file.header.every((field) => field === '')) return null
  const columns = sampleColumns(opened.file)
  const at = matchColumns(columns, meanings)
  return (at.sku ?? at.gtin) === undefined ? null : { file: opened.file, columns, at }
}

/** Headers that no other file has. */
const countHeaders = new Set(['counted', 'count', 'gezählt'])
/** A line of a scanner: a code, and how many. */
const scanned = /^[^\s,;]{1,50}(?:[\s,;]+\d{1,7})?$/

/** The columns by which a file may be a count, none for the lines of a scanner; null if it is no count. */
export async function findCountColumns(
  bytes: Uint8Array,
): Promise<{ means: string[]; names: string[]; isKnown: boolean } | null> {
  const table = await openCountTable(bytes)
  if (table) {
    const { file, at } = table
    if (at.counted === undefined && file.header.length > 1) return null
    const names = Object.values(at).map((match) => file.header[match.at] ?? '')
    return { means: Object.keys(at), names, isKnown: names.some((name) => countHeaders.has(plainHeader(name))) }
  }
  const lines =
    decodeText(bytes)
      ?.split(/[\r\n]+/)
      .filter((line) => line.trim() !== '') ?? []
  return lines.length > 0 && lines.every((line) => scanned.test(line.trim()))
    ? { means: [], names: [], isKnown: false }
    : null
}

/** Whether a column may hold how many were counted, whatever it is called. */
const areNumbers = (values: readonly string[]) => {
  const filled = values.filter((value) => value.trim() !== '')
  return filled.length > 0 && filled.every((value) => wholeNumber(unquoted(value)) !== null)
}

function wholeNumber(text: string): number | null {
  const decimal = readDecimal(text, { usualDecimals: 0 })
  return decimal !== null && /^\d{1,7}(\.0*)?$/.test(decimal) ? Number(decimal) : null
}
