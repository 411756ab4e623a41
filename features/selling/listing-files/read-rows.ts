import { kitText } from '#features/core/listing/kit.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { limits as contentLimits, type ListingFormat } from '#features/core/listing/listing-content.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import type { RowProblem } from '#features/machinery/file-runs/row-problem.ts'
import type { ListingPatch } from '#features/selling/listing-changes/listing-patch.ts'
import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { isShortened } from '#lib/damaged-digits.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { readUnits } from '#lib/read-amount.ts'
import { shortened } from '#lib/shortened.ts'
import { isTotalWord } from '#lib/total-word.ts'
import { fileCurrency, headerCurrency, writtenCurrency } from '#lib/written-currency.ts'
import { groupingOf, readWrittenAmount, type DecimalMark } from '#lib/written-amount.ts'
import { readAction, type FileAction } from './file-action.ts'
import { readFormat } from './file-format.ts'
import type { ReadAspects } from './aspect-columns.ts'
import { isBundleColumn, readParts } from './bundle-column.ts'
import { columnKinds, type ColumnChoice, type ColumnKind } from './file-columns.ts'
import { furtherPictures, readPictures } from './picture-column.ts'
import { readDetails } from './read-details.ts'
import type { ReadVariant, RowVariant } from './variant-columns.ts'

export type CellRule =
  | 'broken'
  | 'action'
  | 'item'
  | 'sku'
  /** A number of which a spreadsheet kept only the first digits. */
  | 'shortened'
  | 'price'
  | 'quantity'
  | 'notParts'
  /** A bundle whose buyers choose what is in it. */
  | 'partsChosen'
  /** A bundle that names a product by an id of its shop. */
  | 'partsById'
  /** A note: less than nothing counts as nothing. */
  | 'belowZero'
  /** A note: what a kit has follows from its parts. */
  | 'besideParts'
  | 'currency'
  /** An amount in another currency than that of its row. */
  | 'currencyOther'
  | 'variation'
  /** All variations of a listing, without what each costs and has. */
  | 'allInOneRow'
  | 'condition'
  | 'handling'
  | 'cost'
  | 'customsValue'
  | 'weight'
  | 'pictures'
  | 'bestOffer'
  | 'schedule'
  /** The seller has no policy of this name. */
  | 'policy'

export type CellProblem = RowProblem<ColumnKind, CellRule>

export interface FileRow {
  line: number
  /** Null if the row does not say. */
  action: FileAction | null
  item: string | null
  sku: string | null
  /** Values of the variation by aspect: `{ Size: 'S' }`; null for the listing itself. */
  variation: Readonly<Record<string, string>> | null
  /** Whether it is one of several variants of a product, or the row above them. */
  isVariant: boolean
  /** Line of the row above that began its listing; null if it begins one itself. */
  head: number | null
  currency: string
  /** Sales format; null if the row does not say. */
  format: ListingFormat | null
  /** When a new listing begins, in ISO 8601; null if the row does not say. */
  startsAt: string | null
  /** EPID or GTIN of its product; null if the row names none. */
  product: string | null
  /** Values to set. Empty cells of fields that cannot be empty set nothing. */
  patch: ListingPatch
  /** Addresses of pictures; rows below add theirs to the row that began the listing. */
  pictures: string[]
  problems: CellProblem[]
  /** How cells were read that say something unusual. */
  notes: CellProblem[]
  /** Whether it revises only stock and price: its file reports another shop's listings. */
  isReport: boolean
}

export interface RowReading {
  columns: ColumnChoice
  aspects: ReadAspects
  variantOf: ReadVariant
  mark: DecimalMark | null
  header: readonly string[]
  /** Of rows and files that name none. */
  currency: string
  limits: Pick<ListingLimits, 'priceMinor' | 'quantity'>
  /** Whether its file reports another shop's listings, in columns that the seller did not choose. */
  isReport: boolean
}

/** Longest SKU of a listing; longer ones are no key. */
const longestSku = 50

/** The row that began a listing; rows of its variations and further pictures follow. */
export interface RowHead {
  row: Pick<FileRow, 'line' | 'item' | 'variation' | 'pictures'>
  variant: RowVariant
  rows: number
}

export interface RowReader {
  /** Null for lines that are no rows, such as notes and sums. */
  read: (record: CsvRecord) => FileRow | null
  /** A copy of the row that the next ones may continue: with it, another reader goes on. */
  head: () => RowHead | null
}

/** Rows of one listing; more are no variations of it. */
const mostBelow = contentLimits.rows

/**
 * Creates a reader of rows: those below a listing may leave out its item number, and the names of its options. `above` is
 * the row that the first ones may continue.
 */
export function createRowReader(reading: RowReading, above: RowHead | null = null): RowReader {
  let head = above
  const further = furtherPictures(reading.header, reading.columns.pictures)
  function read(record: CsvRecord): FileRow | null {
    const cells = cellsOf(record.fields, reading.columns)
    if (further.length > 0)
      cells.pictures = [cells.pictures, ...further.map((at) => record.fields[at])].filter(Boolean).join(' ')
    const variant = reading.variantOf(record.fields)
    const own = head !== null && continues(head, { cells, variant }) ? head : null
    const row = readRow(record, reading, { cells, variant, head: own })
    const pictures = (row ? row.pictures : readPictures(cells.pictures ?? '')) ?? []
    if (own) addPictures(own.row, pictures)
    if (row && row.head === null && !record.problem && (row.variation === null || variant.keys.length > 0))
      head = { row, variant, rows: 0 }
    else if (row && own) own.rows += 1
    return row
  }
  return { read, head: () => head && copyOf(head) }
}

const copyOf = ({ row: { line, item, variation, pictures }, variant, rows }: RowHead): RowHead => ({
  row: { line, item, variation, pictures: [...pictures] },
  variant,
  rows,
})

function continues({ row, variant, rows }: RowHead, below: { cells: Cells; variant: RowVariant }): boolean {
  if (rows >= mostBelow) return false
  const { product } = below.variant
  if (product !== null) return variant.keys.includes(product)
  const values = readVariation(below.cells.variation ?? '')
  return !below.cells.item && row.variation === null && values !== null && Object.keys(values).length > 0
}

function addPictures({ pictures }: Pick<FileRow, 'pictures'>, more: readonly string[]): void {
  pictures.push(...more.filter((address) => !pictures.includes(address)))
}

interface RowPlace {
  cells: Cells
  variant: RowVariant
  head: RowHead | null
}

function readRow(record: CsvRecord, reading: RowReading, { cells, variant, head }: RowPlace): FileRow | null {
  const { line, fields, problem: broken } = record
  const problems: CellProblem[] = []
  const row: FileRow = {
    line,
    action: null,
    item: null,
    sku: null,
    variation: null,
    isVariant: false,
    head: head?.row.line ?? null,
    currency: fileCurrency(reading.header) ?? reading.currency,
    format: readFormat(cells.format ?? ''),
    startsAt: null,
    product: readProduct(cells),
    patch: {},
    pictures: [],
    problems,
    notes: [],
    isReport: reading.isReport,
  }
  if (broken) return { ...row, problems: [{ column: null, value: '', rule: 'broken' }] }
  if (isNote(fields, cells)) return null
  if (variant.together) {
    const value = shortened([cells.title, variant.together].filter(Boolean).join(': '), longestShown)
    return { ...row, problems: [{ column: 'variation', value, rule: 'allInOneRow' }] }
  }
  const refuse = (column: ColumnKind, rule: CellRule) => {
    problems.push({ column, value: shortened(cells[column] ?? '', longestShown), rule })
    return null
  }
  const read = <T>(column: ColumnKind, rule: CellRule, parse: (text: string) => T | null): T | null => {
    const text = cells[column]
    return text ? (parse(text) ?? refuse(column, rule)) : null
  }
  row.action = read('action', 'action', readAction)
  row.item = read('item', 'item', parseItemNumber)
  row.sku = isShortened(cells.sku ?? '')
    ? refuse('sku', 'shortened')
    : read('sku', 'sku', (text) => ([...text].length <= longestSku ? text : null))
  const variation = read('variation', 'variation', readVariation)
  const values = variant.options.length > 0 ? namedOptions(variant, head) : variation
  row.variation = values && Object.keys(values).length > 0 ? values : null
  row.isVariant = row.variation !== null || variant.isVariant
  const currency = read('currency', 'currency', (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : null))
  row.currency = currency ?? currencyOf('price', reading, cells) ?? row.currency
  const price = read('price', 'price', (text) => readPrice(text, row.currency, reading))
  const isBelowZero = /^[-−] ?\d+(?:[.,]0+)?$/.test(cells.quantity ?? '')
  const quantity = isBelowZero ? 0 : read('quantity', 'quantity', (text) => readQuantity(text, reading))
  if (isBelowZero) row.notes.push({ column: 'quantity', value: cells.quantity ?? '', rule: 'belowZero' })
  if (price !== null) row.patch.price = price
  if (quantity !== null) row.patch.quantity = quantity
  const parts = cells.parts ? readParts(cells.parts) : null
  if (typeof parts === 'string') refuse('parts', parts)
  else if (parts) row.patch.parts = kitText(parts)
  else if (cells.parts === '' && !isBundleColumn(reading.header[reading.columns.parts ?? -1] ?? ''))
    row.patch.parts = null
  if (row.patch.parts && quantity !== null)
    row.notes.push({ column: 'quantity', value: cells.quantity ?? '', rule: 'besideParts' })
  row.pictures = read('pictures', 'pictures', readPictures) ?? []
  row.startsAt = read('schedule', 'schedule', readUtc)
  if (hasDetails(cells, row, variant)) {
    const amountOf = (text: string) => readPrice(text, row.currency, reading)
    const details = readDetails(cells, reading.aspects(fields), { amountOf, grouping: groupingOf(reading.mark) })
    Object.assign(row.patch, details.patch)
    for (const column of ['cost', 'minimumOffer', 'autoAccept'] as const) {
      const other = currencyOf(column, reading, cells)
      if (typeof row.patch[column] !== 'number' || other === null || other === row.currency) continue
      problems.push({ column, value: cells[column] ?? '', rule: 'currencyOther', values: { currency: row.currency } })
    }
    for (const { column, rule } of details.refused) refuse(column, rule)
  }
  if (isShortened(cells.gtin ?? '')) row.notes.push({ column: 'gtin', value: cells.gtin ?? '', rule: 'shortened' })
  if (row.item === null && row.sku === null && row.variation !== null) row.item = head?.row.item ?? null
  return row
}

/** The currency that an amount names, else its header; null if neither does. */
function currencyOf(column: ColumnKind, { header, columns, currency }: RowReading, cells: Cells): string | null {
  const text = cells[column]
  const at = columns[column]
  if (!text || at === undefined) return null
  return writtenCurrency(text, currency) ?? headerCurrency(header[at] ?? '', currency)
}

/** The values of a variant by option; a name that its row leaves out is that of the first row. */
function namedOptions({ options }: RowVariant, head: RowHead | null): Record<string, string> {
  return Object.fromEntries(
    options.map(([name, value], at) => [name || head?.variant.options[at]?.[0] || `Option ${at + 1}`, value]),
  )
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
  if (!cells.item && !cells.sku && isTotalWord(fields.find((field) => field.trim() !== '') ?? '')) return true
  return !cells.item && !cells.sku && !cells.variation && !cells.price && !cells.quantity && !cells.action
}

/** Only the first row of a listing has details: rows of variations have none, or leave the title empty. */
const hasDetails = (cells: Cells, { head, variation }: FileRow, { keys }: RowVariant) =>
  head === null && (variation === null || keys.length > 0) && cells.title !== ''

/** A number of a product; programs write “Does not apply” where there is none. */
const readProduct = ({ epid = '', gtin = '' }: Cells): string | null =>
  [epid, gtin].map((text) => text.replaceAll(/[\s-]/g, '')).find((text) => /^\d{6,14}$/.test(text)) ?? null

/** Parses a time as eBay's templates write it, in UTC. */
function readUtc(text: string): string | null {
  const [, day, clock = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?(?: ?(?:Z|GMT|UTC))?$/.exec(text.trim()) ?? []
  const at = new Date(`${day}T${clock}:00Z`)
  return day !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? at.toISOString() : null
}

function readPrice(text: string, currency: string, { mark, limits }: RowReading): number | null {
  const minor = readWrittenAmount(text, currency, mark)
  return typeof minor === 'number' && minor >= 0 && minor <= limits.priceMinor ? minor : null
}

function readQuantity(text: string, { mark, limits }: RowReading): number | null {
  const units = readUnits(text, groupingOf(mark))
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
    const at = part.search(/[=:]/)
    const [name, value] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()]
    return name && value ? [[name, value] as const] : []
  })
  if (named.length === 0) return null
  return named.length < parts.length ? {} : Object.fromEntries(named)
}
