import { createHash } from 'node:crypto'
import { maxPurchaseMinor, maxQuantity, type EnteredCost } from '#features/core/costs/enter-costs-db.server.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { decodeText, readRecords } from '#lib/delimited-file.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { matchColumns, plainHeader, type ColumnMatches, type Meaning } from '#lib/match-columns.ts'
import { readAmount, readDecimal, type Grouping } from '#lib/read-amount.ts'
import { columnDayOrder, isWrittenDay, readWrittenDay, type DayOrder } from '#lib/written-day.ts'
import { startOfDay } from '#lib/zoned-time.ts'

type ColumnKind = 'sku' | 'cost' | 'quantity' | 'date' | 'currency'

/** Why a line was not taken. */
export type CostProblem = 'sku' | 'cost' | 'quantity' | 'date' | 'dateless' | 'currency' | 'broken'

/** A line that was not taken. */
export interface ProblemLine {
  line: number
  problem: CostProblem
}

/** Result of reading a file. */
export type ReadCosts =
  | { ok: true; costs: EnteredCost[]; problems: ProblemLine[] }
  | { ok: false; reason: 'no-text' | 'no-columns' | 'too-many' }

interface CostReading {
  /** Of lines that name none. */
  currency: string
  grouping: Grouping
  /** Days begin in this zone. */
  zone: string
  /** Of lines without a date. */
  today: string
}

const maxRows = 20_000
/** Lines searched for the header. */
const mostBefore = 30
/** Lines whose values tell the columns. */
const sampled = 200

const looksLikeNumber = (value: string) => (readDecimal(bare(value)) === null ? 0 : 1)

const meanings: readonly Meaning<ColumnKind>[] = [
  { kind: 'sku', names: ['sku', 'custom label', 'seller sku', 'article number', 'artikelnummer', 'item', 'artikel'] },
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
  { kind: 'currency', names: ['currency', 'währung'], weigh: (value) => (isCurrency(value.trim()) ? 1 : 0) },
]

/** Reads SKUs and their costs from a file or pasted table; lines with a problem are left out. */
export async function readCostFile(bytes: Uint8Array, reading: CostReading): Promise<ReadCosts> {
  const decoded = decodeText(bytes)
  if (!decoded) return { ok: false, reason: 'no-text' }
  const read = await readRecords(decoded.text, maxRows + mostBefore)
  if (!read) return { ok: false, reason: 'too-many' }
  const at = headerAt(read.records)
  const rows = read.records.slice(at + 1)
  if (rows.length > maxRows) return { ok: false, reason: 'too-many' }
  const header = read.records[at]?.fields ?? []
  const width = Math.max(0, header.length, ...rows.slice(0, sampled).map(({ fields }) => fields.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    header: header[index] ?? '',
    values: rows.slice(0, sampled).map(({ fields }) => fields[index] ?? ''),
  }))
  const found = matchColumns(columns, meanings)
  if (!found.sku || !found.cost) return { ok: false, reason: 'no-columns' }
  const order = dayOrder(rows, found)
  const outcomes = rows.map((row) => readRow(row, { ...reading, found, order }))
  return {
    ok: true,
    costs: outcomes.flatMap((outcome) => ('sku' in outcome ? [outcome] : [])),
    problems: outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome] : [])),
  }
}

/** Index of the line that names SKU and cost; -1 if none does. */
function headerAt(records: readonly CsvRecord[]): number {
  const names = (kind: ColumnKind) => meanings.find((meaning) => meaning.kind === kind)?.names ?? []
  const has = (fields: readonly string[], kind: ColumnKind) =>
    fields.some((field) => names(kind).includes(plainHeader(field)))
  return records.slice(0, mostBefore).findIndex(({ fields }) => has(fields, 'sku') && has(fields, 'cost'))
}

function dayOrder(rows: readonly CsvRecord[], { date }: ColumnMatches<ColumnKind>): DayOrder {
  if (!date) return 'DMY'
  const order = columnDayOrder(
    rows.map(({ fields }) => fields[date.at] ?? ''),
    () => true,
  )
  return order === 'MDY' ? 'MDY' : 'DMY'
}

type Row = CostReading & { found: ColumnMatches<ColumnKind>; order: DayOrder }

function readRow({ line, fields, problem: broken }: CsvRecord, on: Row): EnteredCost | ProblemLine {
  const { found, zone } = on
  const cell = (kind: ColumnKind) => (found[kind] ? (fields[found[kind].at] ?? '').trim() : '')
  const refused = (problem: CostProblem) => ({ line, problem })
  if (broken) return refused('broken')
  const sku = cell('sku')
  if (sku === '' || sku.length > 50) return refused('sku')
  const currency = cell('currency').toUpperCase() || on.currency
  if (!isCurrency(currency)) return refused('currency')
  const unitCostMinor = cell('cost').includes('-')
    ? null
    : readAmount(bare(cell('cost')), { currency, grouping: on.grouping })
  if (unitCostMinor === null) return refused('cost')
  const typed = cell('quantity')
  const quantity = typed === '' ? null : Number(readDecimal(typed, { grouping: on.grouping }) ?? Number.NaN)
  if (quantity !== null && !isPurchase(quantity, unitCostMinor)) return refused('quantity')
  const written = cell('date')
  if (written === '' && quantity !== null) return refused('dateless')
  const day = written === '' ? on.today : readWrittenDay(written, on.order)
  if (day === null) return refused('date')
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

/** An amount without the sign or code of its currency. */
const bare = (text: string) => text.replaceAll(/^[^\d]+|[^\d]+$/g, '')
