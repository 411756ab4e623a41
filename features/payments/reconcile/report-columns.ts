import { parseOrderNumber } from '#features/core/order/order.ts'
import { matchColumns, plainHeader, type FileColumn, type Meaning } from '#lib/match-columns.ts'
import { isWrittenDay } from '#lib/written-day.ts'
import { isAmount } from '#lib/written-amount.ts'
import { readReportKind } from './report-kinds.ts'

// The possible meanings of columns in a marketplace's report, and which columns are stored at all.

/** Fees that reports have in columns of their own; together they are the fees of a row. */
export const feeColumns = [
  'fees',
  'feeVariable',
  'feeFixed',
  'feeInternational',
  'feeBelowStandard',
  'feeNotAsDescribed',
  'feeRegulatory',
  'feeDeposit',
  'feePromoted',
  'feeDispute',
  'feeCharity',
] as const

/** Meanings of columns. */
export const columnKinds = ['day', 'type', 'order', 'currency', 'net', 'reference', 'payout', ...feeColumns] as const
export type ColumnKind = (typeof columnKinds)[number]

/** Column index by kind, from 0. */
export type ColumnChoice = Partial<Record<ColumnKind, number>>

/** Known headers as `plainHeader` writes them, most likely first. */
const names: Record<ColumnKind, readonly string[]> = {
  day: [
    'transaction creation date',
    'order creation date',
    'transaction date',
    'date',
    'time',
    'datum',
    'zeit',
    'created',
  ],
  type: ['type', 'transaction type', 'kind', 'typ', 'art'],
  order: ['order number', 'order id', 'order', 'bestellnummer', 'bestellung'],
  currency: ['payout currency', 'currency', 'transaction currency', 'währung'],
  net: ['net amount', 'order earnings', 'net', 'nettobetrag', 'netto', 'amount', 'betrag'],
  reference: ['transaction id', 'reference id', 'reference', 'transaction', 'transaktion', 'referenz'],
  payout: ['payout id', 'payout', 'auszahlung'],
  fees: ['fees', 'fee', 'total fees', 'gebühren'],
  feeVariable: ['final value fee variable'],
  feeFixed: ['final value fee fixed'],
  feeInternational: ['international fee'],
  feeBelowStandard: ['below standard performance fee'],
  feeNotAsDescribed: ['very high "item not as described" fee'],
  feeRegulatory: ['regulatory operating fee'],
  feeDeposit: ['deposit processing fee'],
  feePromoted: ['promoted listing standard fee'],
  feeDispute: ['payment dispute fee'],
  feeCharity: ['charity donation'],
}

/** Headers of buyers' data, whose columns are never stored. */
const personal =
  /buyer|name|address|street|city|town|zip|post|phone|mail|state|province|region|county|country|user|recipient|customer|title|note|käufer|kunde|anschrift|straße|strasse|\bort\b|stadt|plz|telefon|\bland\b|empfänger|wer|who/i

const known = new Set(Object.values(names).flat().map(plainHeader))

/** Whether a header names a column of a report. */
export const isKnownHeader = (header: string): boolean => known.has(plainHeader(header))

/** Values that support a meaning; others are found by their headers. */
const weighs: Partial<Record<ColumnKind, (value: string) => number>> = {
  day: (value) => (isWrittenDay(value) ? 0.6 : 0),
  type: (value) => (readReportKind(value) === null ? 0 : 0.8),
  order: (value) => (parseOrderNumber(value.trim()) === null ? 0 : 0.9),
  currency: (value) => (/^[A-Z]{3}$/.test(value.trim()) ? 0.8 : 0),
}

const meanings: readonly Meaning<ColumnKind>[] = columnKinds.map((kind) => {
  const weigh = weighs[kind]
  return { kind, names: names[kind].map(plainHeader), ...(weigh ? { weigh } : {}) }
})

/** Finds the meaning of columns from their headers and values. */
export const findColumns = (columns: readonly FileColumn[]): ColumnChoice =>
  Object.fromEntries(Object.entries(matchColumns(columns, meanings)).map(([kind, { at }]) => [kind, at]))

/** How many of its values must be of a report for a column without a known header to be stored. */
const mostly = 0.8

/** Whether a column is stored: it has a known header, or holds days, amounts, kinds or numbers of orders. */
export function isStored({ header, values }: FileColumn): boolean {
  if (isKnownHeader(header)) return true
  if (personal.test(header)) return false
  const filled = values.filter((value) => value.trim() !== '')
  const fits = filled.filter((value) => isAmount(value) || Object.values(weighs).some((weigh) => weigh(value) > 0))
  return filled.length > 0 && fits.length >= filled.length * mostly
}

/** Whether rows can be compared. */
export const isEnough = ({ order, net }: ColumnChoice): boolean => order !== undefined && net !== undefined
