import { writtenCurrency } from '#lib/written-currency.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { maxMinor } from '#lib/money.ts'
import { countDays, isWrittenDay, noDays, readWrittenDay, type DayEvidence, type DayOrder } from '#lib/written-day.ts'
import type { LocalDate } from '#lib/zoned-time.ts'
import type { ReportItem } from './compare.ts'
import { findDecimalMark, isNothing, readWrittenAmount, type DecimalMark } from '#lib/written-amount.ts'
import type { ColumnChoice } from './report-columns.ts'
import { feeColumns, type ColumnKind } from './known-reports.ts'
import type { KnownReport } from './known-reports.ts'
import { plainWord, readReportKind, type ItemKind, type ReportKind } from './report-kinds.ts'

export interface ReportRow {
  /** Line of the file. */
  row: number
  fields: readonly string[]
}

export interface Reading {
  columns: ColumnChoice
  mark: DecimalMark | null
  dayOrder: DayOrder
  /** Currency of rows without one. */
  currency: string
  report: KnownReport | null
  kinds: Readonly<Record<string, ReportKind>>
  /** The order that a cell names; null if it names none. */
  orderOf: (text: string) => { number: string; isOwn: boolean } | null
}

/** The report's own total, and what the amounts of all its rows add up to, in one currency. */
export interface OwnTotal {
  currency: string
  totalMinor: number
  sumMinor: number
}

/** Adds the totals that rows name, and their amounts; null if the report names none, or if one cannot be read. */
export function addTotals(
  before: OwnTotal | null,
  rows: readonly ReportRow[],
  { columns, currency, mark }: Pick<Reading, 'columns' | 'currency' | 'mark'>,
): OwnTotal | null {
  if (columns.total === undefined || before === null) return null
  let { totalMinor, sumMinor } = before
  for (const row of rows) {
    const amount = readWrittenAmount(cellOf(row, columns.net), currency, mark)
    const total = amount === null ? readWrittenAmount(cellOf(row, columns.total), currency, mark) : 0
    if (amount === undefined || total === undefined) return null
    sumMinor += amount ?? 0
    totalMinor += total ?? 0
  }
  return { currency, totalMinor, sumMinor }
}

/** Why a row is not compared: it cannot be read, has no amount, is a total, is not settled, or only moves money. */
export const leftOut = ['unreadable', 'type', 'order', 'nothing', 'total', 'status', 'move'] as const
export type LeftOut = (typeof leftOut)[number]

/** Reasons of rows that are known not to count; of the others, nothing is known. */
export const isNotCompared = (why: string): boolean => ['nothing', 'total', 'status', 'move'].includes(why)

export interface LeftRow {
  row: number
  why: LeftOut
}

/** Text of a row's cell; empty if the file has no such column. */
export const cellOf = ({ fields }: ReportRow, at: number | undefined): string =>
  at === undefined ? '' : (fields[at] ?? '').trim()

export function orderTextOf(row: ReportRow, { order, orderText }: ColumnChoice): string {
  const text = cellOf(row, order)
  return orderIn(text) ?? orderIn(cellOf(row, orderText)) ?? text
}

/** An order's number in a text: `Transaction fee for Order #3456`. */
const inText =
  /(?<!\p{L})(?:order|bestellung|bestellnummer|bestell-nr\.?)(?=[\s#:])(?: (?:number|no\.?))?:? ?#?(?<number>[\w-]*\d[\w-]*)/iu

const orderIn = (text: string) => inText.exec(text)?.groups?.['number']

/** What of a text with an order's number is stored: the rest may name the buyer. */
export const orderTextKept = (text: string): string => inText.exec(text)?.[0] ?? ''

/** The word that says what a row is; of several, the one that says more. */
export function wordOf(row: ReportRow, { type, detail }: ColumnChoice): string {
  const word = cellOf(row, type)
  return plainWord(word) === 'other transaction' ? cellOf(row, detail) || word : word
}

export interface ReportFacts {
  days: DayEvidence
  /** Null if no amount shows it. */
  mark: DecimalMark | null
  hasDays: boolean
  currencies: ReadonlySet<string>
  /** Number of rows by their word. */
  words: ReadonlyMap<string, number>
}

export const noFacts: ReportFacts = {
  days: noDays,
  mark: null,
  hasDays: false,
  currencies: new Set(),
  words: new Map(),
}

const [mostWords, longestWord] = [60, 80]

/** Adds what further rows show. No row is of a day after today. */
export function addFacts(
  { days, mark, hasDays, currencies, words }: ReportFacts,
  rows: readonly ReportRow[],
  { columns, currency, today }: { columns: ColumnChoice; currency: string; today: LocalDate },
): ReportFacts {
  const places = (['net', ...feeColumns] as const).map((kind) => columns[kind])
  const amounts = () => rows.flatMap((row) => places.map((at) => cellOf(row, at)).filter((text) => text !== ''))
  const dates = rows.map((row) => cellOf(row, columns.day))
  const counted = new Map(words)
  for (const row of rows) {
    const word = plainWord(wordOf(row, columns))
    if (word !== '' && word.length <= longestWord && (counted.has(word) || counted.size < mostWords))
      counted.set(word, (counted.get(word) ?? 0) + 1)
  }
  return {
    days: countDays(dates, (day) => day <= today, days),
    mark: mark ?? findDecimalMark(amounts(), currency),
    hasDays: hasDays || dates.some(isWrittenDay),
    currencies: new Set([
      ...currencies,
      ...rows.map((row) => cellOf(row, columns.currency).toUpperCase()).filter(isCurrency),
    ]),
    words: counted,
  }
}

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
  const { columns, dayOrder, orderOf, report } = reading
  const cell = (kind: ColumnKind) => cellOf(row, columns[kind])
  if (isUnsettled(cell('status'))) return 'status'
  if (cell('total') !== '' && cell('net') === '') return 'total'
  const currency = currencyOf(cell('currency'), cell('net'), reading.currency)
  if (currency === null) return 'unreadable'
  const netMinor = readWrittenAmount(cell('net'), currency, reading.mark)
  const order = orderOf(orderTextOf(row, columns))
  const written = feesOf(row, { ...reading, currency })
  const kind = kindOf(row, { reading, order, minor: (netMinor ?? 0) - outOf(written, report) })
  // The kind is told first: of a row that only moves money, no amount is needed.
  if (kind === null) return 'type'
  if (kind === 'MOVE') return 'move'
  if (netMinor === undefined || isTooMuch(netMinor)) return 'unreadable'
  if (netMinor === null) return 'nothing'
  const isFee = isFeePart(cell('part')) || kind === 'CHARGE'
  const feesMinor = !report?.isOfParts
    ? signedFees(written, kind, report)
    : order === null
      ? null
      : isFee
        ? netMinor
        : 0
  if (feesMinor === undefined || isTooMuch(feesMinor)) return 'unreadable'
  if (order === null && isOfOrder(kind)) return 'order'
  const references = kind === 'PAYOUT' ? [cell('payout'), cell('reference')] : [cell('reference')]
  return {
    row: row.row,
    kind,
    order: kind === 'PAYOUT' ? null : (order?.number ?? null),
    day: readWrittenDay(cell('day'), dayOrder),
    currency,
    netMinor,
    feesMinor,
    references: references.filter((text) => /^[\w-]{3,80}$/.test(text)),
  }
}

function kindOf(
  row: ReportRow,
  { reading, order, minor }: { reading: Reading; order: ReturnType<Reading['orderOf']>; minor: number },
): ReportKind | null {
  const { columns, kinds, report } = reading
  // Without types a report has one row or more for each order.
  if (columns.type === undefined) return 'ORDER'
  const word = wordOf(row, columns)
  const chosen = kinds[plainWord(word)]
  if (chosen) return chosen
  const of = order === null ? 'none' : order.isOwn ? 'own' : 'other'
  // The sign of a part says nothing of the whole.
  const signed = report?.isOfParts && order !== null ? 0 : minor
  return readReportKind(word, { minor: signed, order: of }, report)
}

/** Words of payments that have not moved money, or did not. */
const isUnsettled = (status: string) =>
  /^(?:pending|denied|failed|expired|cancell?ed|unclaimed|on hold|ausstehend|abgelehnt|fehlgeschlagen|abgelaufen|storniert)$/i.test(
    status,
  )

/** Parts of an amount that are fees, as Amazon names them. */
const isFeePart = (part: string) => /^(?:itemfees|cost of advertising)$/i.test(part)

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

/** Sum of a row's fees as they are written; null if it has no column of fees. */
function feesOf(row: ReportRow, { columns, currency, mark }: Reading): number | null | undefined {
  const places = feeColumns.flatMap((each) => columns[each] ?? [])
  if (places.length === 0) return null
  let sum = 0
  for (const at of places) {
    const minor = readWrittenAmount(cellOf(row, at), currency, mark)
    if (minor === undefined) return undefined
    sum += minor ?? 0
  }
  return sum
}

/** Fees as an amount that changes the seller's money. */
const outOf = (written: number | null | undefined, report: KnownReport | null) =>
  report?.areFeesCosts ? 0 - (written ?? 0) : (written ?? 0)

/** Fees of a row, negative with a sale whatever their sign in the file. */
function signedFees(written: number | null | undefined, kind: ItemKind, report: KnownReport | null) {
  if (written === undefined) return kind === 'ORDER' ? null : undefined
  if (written === null || kind === 'ORDER') return null
  return kind === 'SALE' ? 0 - Math.abs(written) : outOf(written, report)
}
