import { unquoted } from '#lib/cell-text.ts'
import { decodeText } from '#lib/delimited-file.ts'
import { looksLikeGtin } from '#lib/gtin.ts'
import { countNamed, matchColumns, type Meaning } from '#lib/match-columns.ts'
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
    ],
  },
  {
    kind: 'gtin',
    isKey: true,
    names: ['gtin', 'ean', 'upc', 'barcode', 'variant barcode', 'strichcode'],
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
    ],
  },
]

const named = countNamed(meanings)

/**
 * Reads a file of counted stock: a table with SKU or GTIN and how many, or the lines of a scanner. A row without number
 * was not counted; without a column of numbers each row counts one. A column of numbers that is not known is not guessed. Null if it is no text.
 */
export async function readCountFile(bytes: Uint8Array): Promise<CountedCodes | null> {
  const opened = await openTable(bytes, named, { isRow: (fields) => named(fields) === 0 })
  const columns = opened.ok ? sampleColumns(opened.file) : []
  const at = matchColumns(columns, meanings)
  const isTable = opened.ok && opened.file.header.some((field) => field !== '') && (at.sku ?? at.gtin) !== undefined
  if (!isTable) {
    const text = decodeText(bytes)
    return text === null ? null : readCodes(text)
  }
  const others = columns.filter((_, place) => place !== at.sku?.at && place !== at.gtin?.at)
  const isOneEach = at.counted === undefined && !others.some(({ values }) => areNumbers(values))
  const lines: CountedLine[] = []
  for await (const records of tableRecords([bytes], opened.file))
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

/** Whether a column may hold how many were counted, whatever it is called. */
const areNumbers = (values: readonly string[]) => {
  const filled = values.filter((value) => value.trim() !== '')
  return filled.length > 0 && filled.every((value) => wholeNumber(unquoted(value)) !== null)
}

function wholeNumber(text: string): number | null {
  const decimal = readDecimal(text, { usualDecimals: 0 })
  return decimal !== null && /^\d{1,7}(\.0*)?$/.test(decimal) ? Number(decimal) : null
}
