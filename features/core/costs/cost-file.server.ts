import { createHash } from 'node:crypto'
import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { isShortened } from '#lib/damaged-digits.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { countNamed, kindOfHeader, matchColumns, type FileColumn, type Meaning } from '#lib/match-columns.ts'
import { maxMinor } from '#lib/money.ts'
import { readUnits } from '#lib/read-amount.ts'
import { shortened } from '#lib/shortened.ts'
import { isTotalWord } from '#lib/total-word.ts'
import { headerCurrency, writtenCurrency } from '#lib/written-currency.ts'
import { findDecimalMark, groupingOf, isAmount, readWrittenAmount, type DecimalMark } from '#lib/written-amount.ts'
import { columnDayOrder, isWrittenDay, readWrittenDay, type DayOrder } from '#lib/written-day.ts'
import { startOfDay } from '#lib/zoned-time.ts'
import { maxPurchaseMinor, maxQuantity, type EnteredCost } from './enter-costs-db.server.ts'

export const costColumnKinds = ['sku', 'cost', 'quantity', 'date', 'currency'] as const
export type CostColumnKind = (typeof costColumnKinds)[number]

/** Column index by kind, from 0. */
export type CostColumns = Partial<Record<CostColumnKind, number>>

export type CostRule = 'note' | 'sku' | 'shortened' | 'cost' | 'quantity' | 'date' | 'dateless' | 'currency' | 'broken'

export interface CostFileProblem {
  column: CostColumnKind | null
  value: string
  rule: CostRule
}

export interface CostRecord {
  line: number
  sku: string
  /** Null if it has a problem. */
  cost: EnteredCost | null
  problems: CostFileProblem[]
}

interface CostReading {
  header: readonly string[]
  /** Currency of lines without one. */
  currency: string
  /** Days begin in this zone. */
  zone: string
  /** Date of lines without one. */
  today: string
}

/** Words around an amount, such as `Rs.` or `kr`. */
const words = /^[\p{L} ]+\.? ?|[\p{L} ]+\.?$/gu
/** Longer texts are no amounts. */
const longestCost = 60

const withoutWords = (cost: string) => (cost.length > longestCost ? cost : cost.replaceAll(words, ''))

const looksLikeNumber = (value: string) => (/\d/.test(value) && isAmount(withoutWords(value)) ? 1 : 0)

const meanings: readonly Meaning<CostColumnKind>[] = [
  {
    kind: 'sku',
    isKey: true,
    names: [
      'sku',
      'custom label',
      'custom label (sku)',
      'seller sku',
      'article number',
      'artikelnummer',
      'item',
      'artikel',
      'item sku',
      'product sku',
      'variant sku',
      'artikel nr',
      'art nr',
    ],
  },
  {
    kind: 'cost',
    names: [
      'unit cost',
      'cost',
      'cost per item',
      'cost price',
      'cogs',
      'purchase price',
      'einkaufspreis',
      'ek',
      'kosten',
      'landed cost',
      'buying price',
      'price paid',
      'einstandspreis',
      'ek preis',
      'ek netto',
    ],
    weigh: (value) => looksLikeNumber(value) * 0.6,
  },
  {
    kind: 'quantity',
    names: ['quantity', 'qty', 'units', 'units bought', 'menge', 'anzahl', 'stück'],
    weigh: (value) => (/^\d{1,7}$/.test(value.trim()) ? 0.55 : 0),
  },
  {
    kind: 'date',
    names: ['date', 'since', 'bought', 'purchase date', 'datum', 'kaufdatum', 'seit'],
    weigh: (value) => (isWrittenDay(value) ? 1 : 0),
  },
  {
    kind: 'currency',
    isKey: true,
    names: ['currency', 'währung'],
    weigh: (value) => (isCurrency(value.trim()) ? 1 : 0),
  },
]

export const namedCostColumns = countNamed(meanings)

/** Whether a header is that of a file of costs: it names SKU and cost. */
export const isOfCosts = (header: readonly string[]): boolean =>
  (['sku', 'cost'] as const).every((kind) => header.some((field) => kindOfHeader(field, meanings) === kind))

export function findCostColumns(columns: readonly FileColumn[], currency: string): CostColumns {
  const found = matchColumns(columns, meanings, currency)
  return Object.fromEntries(Object.entries(found).map(([kind, { at }]) => [kind, at]))
}

export const neededCostColumns = ['sku', 'cost'] as const satisfies readonly CostColumnKind[]

/** Creates a reader for the lines of a file whose first records are `sample`. */
export function createCostReader(
  columns: CostColumns,
  sample: readonly CsvRecord[],
  reading: CostReading,
): (record: CsvRecord) => CostRecord | null {
  const cellOf = (fields: readonly string[], kind: CostColumnKind) => {
    const at = columns[kind]
    return at === undefined ? '' : unquoted(fields[at] ?? '')
  }
  const samplesOf = (kind: CostColumnKind) => sample.map(({ fields }) => cellOf(fields, kind))
  const found = columnDayOrder(samplesOf('date'), (day) => day <= reading.today)
  const usual = reading.currency === 'USD' ? 'MDY' : 'DMY'
  const order = found === 'DMY' || found === 'MDY' ? found : usual
  const mark = findDecimalMark(samplesOf('cost').map(withoutWords), reading.currency)
  const ofColumn = headerCurrency(reading.header[columns.cost ?? -1] ?? '', reading.currency)
  return ({ line, fields, problem: broken }) => {
    const sku = cellOf(fields, 'sku')
    if (broken) return { line, sku: '', cost: null, problems: [{ column: null, value: '', rule: 'broken' }] }
    // A SKU may be named `SUM-100`.
    if (isTotalWord(sku) && !/\d/.test(sku))
      return { line, sku, cost: null, problems: [{ column: null, value: '', rule: 'note' }] }
    // A note or a sum below the table.
    if (sku === '' && cellOf(fields, 'cost') === '') return null
    const read = readCost((kind) => cellOf(fields, kind), { ...reading, order, mark, ofColumn })
    if ('rule' in read) return { line, sku, cost: null, problems: [read] }
    return { line, sku, cost: read, problems: [] }
  }
}

/** `ofColumn` is the currency that the header of the costs names. */
type Form = CostReading & { order: DayOrder; mark: DecimalMark | null; ofColumn: string | null }

function readCost(cell: (kind: CostColumnKind) => string, on: Form): EnteredCost | CostFileProblem {
  const { zone, mark } = on
  const refused = (column: CostColumnKind, rule: CostRule): CostFileProblem => ({
    column,
    value: shortened(cell(column), 80),
    rule,
  })
  const sku = cell('sku')
  if (sku === '' || sku.length > 50) return refused('sku', 'sku')
  if (isShortened(sku)) return refused('sku', 'shortened')
  const named = writtenCurrency(cell('cost'), on.currency) ?? on.ofColumn
  const currency = cell('currency').toUpperCase() || (named ?? on.currency)
  if (!isCurrency(currency)) return refused('currency', 'currency')
  const unitCostMinor = readWrittenAmount(withoutWords(cell('cost')), currency, mark) ?? null
  if (unitCostMinor === null || unitCostMinor < 0 || unitCostMinor > maxMinor) return refused('cost', 'cost')
  const typed = cell('quantity')
  const quantity = typed === '' ? null : (readUnits(typed, groupingOf(mark)) ?? Number.NaN)
  if (quantity !== null && !isPurchase(quantity, unitCostMinor)) return refused('quantity', 'quantity')
  const written = cell('date')
  if (written === '' && quantity !== null) return refused('date', 'dateless')
  const day = written === '' ? on.today : readWrittenDay(written, on.order)
  if (day === null || day > on.today) return refused('date', 'date')
  const key = createHash('sha256').update(JSON.stringify([currency, unitCostMinor, quantity, written && day]))
  return {
    sku,
    key: `file-${key.digest('hex').slice(0, 20)}`,
    currency,
    unitCostMinor,
    quantity,
    since: startOfDay(day, zone),
  }
}

/** Whether so many units can be bought at once. */
export const isPurchase = (quantity: number, unitCostMinor: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity && quantity * unitCostMinor <= maxPurchaseMinor
