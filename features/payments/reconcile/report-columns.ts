import { parseOrderNumber } from '#features/core/order/order.ts'
import { matchColumns, plainHeader, type FileColumn, type Meaning } from '#lib/match-columns.ts'
import { isWrittenDay } from '#lib/written-day.ts'
import { isAmount } from '#lib/written-amount.ts'
import { headerWords } from '#lib/header-words.ts'
import { columnKinds, type ColumnKind, type KnownReport } from './known-reports.ts'
import { isReportWord } from './report-kinds.ts'

// The possible meanings of columns in a marketplace's report, and which columns are stored at all.

/** Column index by kind, from 0. */
export type ColumnChoice = Partial<Record<ColumnKind, number>>

/** Known headers as `plainHeader` writes them, most likely first. */
const names: Record<ColumnKind, readonly string[]> = {
  day: [
    'transaction creation date',
    'datum der transaktionserstellung',
    'order creation date',
    'posted date',
    'transaction date',
    'sale date',
    'date',
    'time',
    'datum',
    'zeit',
    'created',
  ],
  type: ['type', 'transaction type', 'kind', 'typ', 'art'],
  order: ['order number', 'order id', 'order', 'bestellnummer', 'bestellung'],
  orderText: [],
  currency: ['payout currency', 'auszahlungswährung', 'currency', 'transaction currency', 'währung'],
  net: ['net amount', 'betrag abzügl. kosten', 'order earnings', 'net', 'nettobetrag', 'netto', 'amount', 'betrag'],
  total: [],
  part: [],
  detail: [],
  status: [],
  reference: [
    'transaction id',
    'reference id',
    'reference',
    'transaction',
    'transaktion',
    'transaktionsnummer',
    'referenz',
    'referenznummer',
  ],
  payout: ['payout id', 'payout', 'auszahlung', 'auszahlung nr.'],
  fees: ['fees', 'fee', 'total fees', 'gebühren'],
  feeVariable: ['final value fee variable', 'variabler anteil der verkaufsprovision'],
  feeFixed: ['final value fee fixed', 'fixer anteil der verkaufsprovision'],
  feeInternational: ['international fee', 'internationale gebühr'],
  feeBelowStandard: ['below standard performance fee', 'gebühr für unterdurchschnittlichen servicestatus'],
  feeNotAsDescribed: [
    'very high "item not as described" fee',
    'gebühr für sehr hohe quote an „nicht wie beschriebenen artikeln“',
  ],
  feeRegulatory: ['regulatory operating fee'],
  feeDeposit: ['deposit processing fee'],
  feePromoted: ['promoted listing standard fee'],
  feeDispute: ['payment dispute fee'],
  feeCharity: ['charity donation'],
}

/** Words in headers of buyers' data, whose columns are not stored. */
const personalWords = new Set(
  (
    'name names username firstname lastname fullname address street city town zip zipcode post postcode postal phone ' +
    'telephone mobile mail email state province region county country user title note notes who ' +
    'wer ort stadt plz land bundesland telefon'
  ).split(' '),
)
/** Words that begin with these, or that German compounds contain. */
const personalStems =
  /^(?:buyer|customer|recipient|shipto|billto|postto)|käufer|kunde|anschrift|adresse|stra(?:ß|ss)e|empfänger/

const isPersonal = (header: string) =>
  headerWords(header).some((word) => personalWords.has(word) || personalStems.test(word))

const known = new Set(Object.values(names).flat().map(plainHeader))

export const isKnownHeader = (header: string): boolean => known.has(plainHeader(header))

/** Values that support a meaning; others are found by their headers. */
const weighs: Partial<Record<ColumnKind, (value: string) => number>> = {
  day: (value) => (isWrittenDay(value) ? 0.6 : 0),
  type: (value) => (isReportWord(value) ? 0.8 : 0),
  order: (value) => (parseOrderNumber(value.trim()) === null ? 0 : 0.9),
  currency: (value) => (/^[A-Z]{3}$/.test(value.trim()) ? 0.8 : 0),
}

const meanings: readonly Meaning<ColumnKind>[] = columnKinds.map((kind) => {
  const weigh = weighs[kind]
  return { kind, names: names[kind].map(plainHeader), ...(weigh ? { weigh } : {}) }
})

/** Finds the meaning of columns: those of a known report, else by their headers and values. */
export function findColumns(
  columns: readonly FileColumn[],
  { report, currency }: { report: KnownReport | null; currency: string },
): ColumnChoice {
  const own = Object.entries(report?.columns ?? {})
  if (own.length === 0)
    return Object.fromEntries(
      Object.entries(matchColumns(columns, meanings, currency)).map(([kind, { at }]) => [kind, at]),
    )
  const headers = columns.map(({ header }) => plainHeader(header))
  return Object.fromEntries(
    own.flatMap(([kind, called]) => {
      const at = called.map((name) => headers.indexOf(plainHeader(name))).find((place) => place >= 0)
      return at === undefined ? [] : [[kind, at]]
    }),
  )
}

/** How many of its values must be of a report for a column without a known header to be stored. */
const mostly = 0.8

/** Whether a column is stored without being used: it has a known header, or holds days, amounts, kinds or order numbers. */
export function isStored({ header, values }: FileColumn): boolean {
  if (isKnownHeader(header)) return true
  if (isPersonal(header)) return false
  const filled = values.filter((value) => value.trim() !== '')
  const fits = filled.filter((value) => isAmount(value) || Object.values(weighs).some((weigh) => weigh(value) > 0))
  return filled.length > 0 && fits.length >= filled.length * mostly
}

/** Whether rows can be compared. */
export const isEnough = ({ order, orderText, net }: ColumnChoice): boolean =>
  (order ?? orderText) !== undefined && net !== undefined
