import { writtenCurrency } from '#features/orders/order-files/written-currency.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { maxMinor } from '#lib/money.ts'
import { countDays, noDays, readWrittenDay, type DayEvidence, type DayOrder } from '#lib/written-day.ts'
import type { LocalDate } from '#lib/zoned-time.ts'
import type { ReportItem } from './compare.ts'
import { findDecimalMark, isNothing, readWrittenAmount, type DecimalMark } from '#lib/written-amount.ts'
import { feeColumns, type ColumnChoice, type ColumnKind } from './report-columns.ts'
import { readReportKind, type ItemKind } from './report-kinds.ts'

/** A row of a file. */
export interface ReportRow {
  /** Line of the file. */
  row: number
  fields: readonly string[]
}

/** Settings for reading the cells of a file. */
export interface Reading {
  columns: ColumnChoice
  mark: DecimalMark
  dayOrder: DayOrder
  /** Currency of rows without one. */
  currency: string
  /** The hub's number of an order as the file writes it; null if it has none. */
  orderOf: (text: string) => string | null
}

/** Why a row is not compared: it cannot be read, has no amount, or only moves money. */
export type LeftOut = 'unreadable' | 'type' | 'order' | 'nothing' | 'move'

/** A row that is not compared. */
export interface LeftRow {
  row: number
  why: LeftOut
}

/** Text of a row's cell; empty if the file has no such column. */
export const cellOf = ({ fields }: ReportRow, at: number | undefined): string =>
  at === undefined ? '' : (fields[at] ?? '').trim()

/** What the rows of a file show about how its cells are read. */
export interface ReportFacts {
  days: DayEvidence
  /** Null if no amount shows it. */
  mark: DecimalMark | null
}

/** Nothing is known about a file. */
export const noFacts: ReportFacts = { days: noDays, mark: null }

/** Adds what further rows show. No row is of a day after today. */
export function addFacts(
  { days, mark }: ReportFacts,
  rows: readonly ReportRow[],
  { columns, currency, today }: { columns: ColumnChoice; currency: string; today: LocalDate },
): ReportFacts {
  const places = (['net', ...feeColumns] as const).map((kind) => columns[kind])
  const amounts = () => rows.flatMap((row) => places.map((at) => cellOf(row, at)).filter((text) => text !== ''))
  const dates = rows.map((row) => cellOf(row, columns.day))
  return { days: countDays(dates, (day) => day <= today, days), mark: mark ?? findDecimalMark(amounts(), currency) }
}

/** Reads the rows of a report; those that are not compared are returned with the reason. */
export function readItems(rows: readonly ReportRow[], reading: Reading): { items: ReportItem[]; left: LeftRow[] } {
  const items: ReportItem[] = []
  const left: LeftRow[] = []
  for (const row of rows) {
    const item = readItem(row, reading)
    if (typeof item === 'string') left.push({ row: row.row, why: item })
    else items.push(item)
  }
  return { items, left }
}

function readItem(row: ReportRow, reading: Reading): ReportItem | LeftOut {
  const { columns, dayOrder, orderOf } = reading
  const cell = (kind: ColumnKind) => cellOf(row, columns[kind])
  // Without types a report has one row or more for each order.
  const kind = columns.type === undefined ? 'ORDER' : readReportKind(cell('type'))
  if (kind === null) return 'type'
  if (kind === 'MOVE') return 'move'
  const currency = currencyOf(cell('currency'), cell('net'), reading.currency)
  if (currency === null) return 'unreadable'
  const netMinor = readWrittenAmount(cell('net'), currency, reading.mark)
  if (netMinor === undefined || isTooMuch(netMinor)) return 'unreadable'
  if (netMinor === null) return 'nothing'
  const feesMinor = feesOf(row, kind, { ...reading, currency })
  if (feesMinor === undefined || isTooMuch(feesMinor)) return 'unreadable'
  const order = orderOf(cell('order'))
  if (order === null && isOfOrder(kind)) return 'order'
  const references = kind === 'PAYOUT' ? [cell('payout'), cell('reference')] : [cell('reference')]
  return {
    row: row.row,
    kind,
    order: kind === 'PAYOUT' ? null : order,
    day: readWrittenDay(cell('day'), dayOrder),
    currency,
    netMinor,
    feesMinor,
    references: references.filter((text) => /^[\w-]{3,80}$/.test(text)),
  }
}

/** The currency that a row names, else that of its amount's sign, else the shop's; null if they contradict each other. */
function currencyOf(named: string, amount: string, ofShop: string): string | null {
  const signed = writtenCurrency(amount, ofShop)
  if (named === '' || isNothing(named)) return signed ?? ofShop
  const code = named.toUpperCase()
  if (!isCurrency(code)) return null
  // Other signs are of several currencies.
  return /[£€]/.test(amount) && signed !== code ? null : code
}

/** Numbers of orders or items are no amounts: their sums would be inexact. */
const isTooMuch = (minor: number | null) => Math.abs(minor ?? 0) > maxMinor

const isOfOrder = (kind: ItemKind) => kind === 'ORDER' || kind === 'SALE' || kind === 'REFUND'

/** Fees of a row, negative with a sale whatever their sign in the file; null if it has no column of fees. */
function feesOf(row: ReportRow, kind: ItemKind, { columns, currency, mark }: Reading): number | null | undefined {
  const places = feeColumns.flatMap((each) => columns[each] ?? [])
  if (places.length === 0 || kind === 'ORDER') return null
  let sum = 0
  for (const at of places) {
    const minor = readWrittenAmount(cellOf(row, at), currency, mark)
    if (minor === undefined) return undefined
    sum += minor ?? 0
  }
  return kind === 'SALE' ? 0 - Math.abs(sum) : sum
}
