import { parseItemNumber } from '#features/core/listing/listing.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import type { ListingPatch } from '#features/selling/listing-changes/listing-patch.ts'
import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { readDecimal } from '#lib/read-amount.ts'
import { readWrittenAmount, type DecimalMark } from '#lib/written-amount.ts'
import { readAction, type FileAction } from './file-action.ts'
import type { ReadAspects } from './aspect-columns.ts'
import { columnKinds, type ColumnChoice, type ColumnKind } from './file-columns.ts'
import { readDetails } from './read-details.ts'

/** Why a cell or a row cannot be read. */
export type CellRule =
  | 'broken'
  | 'noKey'
  | 'action'
  | 'item'
  | 'sku'
  | 'price'
  | 'quantity'
  | 'currency'
  | 'variation'
  | 'condition'
  | 'handling'
  | 'cost'
  | 'weight'

/** A problem of a row; `column` is null if it concerns the whole row. */
export interface CellProblem {
  column: ColumnKind | null
  value: string
  rule: CellRule
}

/** What a row of a file wants. */
export interface FileRow {
  /** Line of the file. */
  line: number
  /** Null if the row does not say. */
  action: FileAction | null
  item: string | null
  sku: string | null
  /** Values of the variation by aspect: `{ Size: 'S' }`; null for the listing itself. */
  variation: Readonly<Record<string, string>> | null
  /** Whether it is one of several variants of a product. */
  isVariant: boolean
  /** Currency of its amounts. */
  currency: string
  /** Values to set. Empty cells of fields that cannot be empty set nothing. */
  patch: ListingPatch
  problems: CellProblem[]
}

/** How the rows of a file are read. */
export interface RowReading {
  columns: ColumnChoice
  aspects: ReadAspects
  /** Whether a row is one of several variants of a product. */
  isVariant: (fields: readonly string[]) => boolean
  mark: DecimalMark
  /** Of rows that name none. */
  currency: string
  limits: Pick<ListingLimits, 'priceMinor' | 'quantity'>
}

/** Longest SKU of a listing; longer ones are no key. */
const longestSku = 50

/**
 * Creates a reader of rows, to be called with the records of a file in order: rows of variations below a listing may
 * leave out its item number. Null for lines that are no rows, such as notes and sums.
 */
export function createRowReader(reading: RowReading): (record: CsvRecord) => FileRow | null {
  let above: string | null = null
  return (record) => {
    const row = readRow(record, reading, above)
    if (row?.item && row.variation === null) above = row.item
    return row
  }
}

function readRow(record: CsvRecord, reading: RowReading, above: string | null): FileRow | null {
  const { line, fields, problem: broken } = record
  const problems: CellProblem[] = []
  const row: FileRow = {
    line,
    action: null,
    item: null,
    sku: null,
    variation: null,
    isVariant: false,
    currency: reading.currency,
    patch: {},
    problems,
  }
  if (broken) return { ...row, problems: [{ column: null, value: '', rule: 'broken' }] }
  const cells = cellsOf(fields, reading.columns)
  if (isNote(fields, cells)) return null
  const refuse = (column: ColumnKind, rule: CellRule) => {
    problems.push({ column, value: (cells[column] ?? '').slice(0, longestShown), rule })
    return null
  }
  const read = <T>(column: ColumnKind, rule: CellRule, parse: (text: string) => T | null): T | null => {
    const text = cells[column]
    return text ? (parse(text) ?? refuse(column, rule)) : null
  }
  row.action = read('action', 'action', readAction)
  row.item = read('item', 'item', parseItemNumber)
  row.sku = read('sku', 'sku', (text) => ([...text].length <= longestSku ? text : null))
  const variation = read('variation', 'variation', readVariation)
  row.variation = variation && Object.keys(variation).length > 0 ? variation : null
  row.isVariant = row.variation !== null || reading.isVariant(fields)
  const currency = read('currency', 'currency', (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : null))
  row.currency = currency ?? reading.currency
  const price = read('price', 'price', (text) => readPrice(text, row.currency, reading))
  const quantity = read('quantity', 'quantity', (text) => readQuantity(text, reading))
  if (price !== null) row.patch.price = price
  if (quantity !== null) row.patch.quantity = quantity
  if (hasDetails(cells, row)) {
    const amountOf = (text: string) => readPrice(text, row.currency, reading)
    const details = readDetails(cells, reading.aspects(fields), amountOf)
    Object.assign(row.patch, details.patch)
    for (const kind of details.refused) refuse(kind, kind)
  }
  if (row.item === null && row.sku === null && row.variation !== null) row.item = above
  if (row.item === null && row.sku === null && !cells.item) problems.push({ column: null, value: '', rule: 'noKey' })
  return row
}

/** Longest part of a cell that a problem shows. */
const longestShown = 80

type Cells = Partial<Record<ColumnKind, string>>

const cellsOf = (fields: readonly string[], columns: ColumnChoice): Cells =>
  Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const at = columns[kind]
      return at === undefined ? [] : [[kind, unquoted(fields[at] ?? '')]]
    }),
  )

/** A line of a program's notes, a sum, or a further line of the row above, without values of a listing. */
function isNote(fields: readonly string[], cells: Cells): boolean {
  if (/^#?info\b/i.test(fields[0] ?? '')) return true
  const filled = fields.filter((field) => field.trim() !== '').length
  const isNumbered = cells.item !== undefined && parseItemNumber(cells.item) !== null
  if (filled === 1 && !isNumbered && !cells.sku) return true
  return !cells.item && !cells.sku && !cells.variation && !cells.price && !cells.quantity && !cells.action
}

/** Rows of variations, and further rows of a product, leave the title empty; only the first row has details. */
const hasDetails = (cells: Cells, { variation }: FileRow) => variation === null && cells.title !== ''

function readPrice(text: string, currency: string, { mark, limits }: RowReading): number | null {
  const minor = readWrittenAmount(text, currency, mark)
  return typeof minor === 'number' && minor >= 0 && minor <= limits.priceMinor ? minor : null
}

function readQuantity(text: string, { mark, limits }: RowReading): number | null {
  const decimal = readDecimal(text, { grouping: mark === '.' ? ',' : '.' })?.replace(/\.0*$/, '')
  const units = decimal && /^\d{1,9}$/.test(decimal) ? Number(decimal) : null
  return units !== null && units <= limits.quantity ? units : null
}

/**
 * Parses `Size=S;Color=Red`, `[Size=S]` and `Size: S, Color: Red`. Empty for a parent, which lists all values of its
 * options: `Size=S;M;L`. Null if no option is named.
 */
function readVariation(text: string): Record<string, string> | null {
  const bare = text.replaceAll(/[[\]]/g, '')
  const parts = bare.split(bare.includes('=') ? /[;|]/ : /[;,|]/).filter((part) => part.trim() !== '')
  const named = parts.flatMap((part) => {
    const [, name, value] = /^\s*([^=:]+?)\s*[=:]\s*(.+?)\s*$/s.exec(part) ?? []
    return name && value ? [[name, value] as const] : []
  })
  if (named.length === 0) return null
  return named.length < parts.length ? {} : Object.fromEntries(named)
}
