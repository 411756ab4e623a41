import { assertDefined } from '#lib/assert-defined.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText, type CsvCell } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { exportFileName } from '#features/machinery/grid/export-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { bookAmounts } from './amounts-view.server.ts'
import { rowName, wholeOrders } from './breakdown-view.server.ts'
import type { Profits } from './profits-db.server.ts'
import { readReport, type SalesReport } from './read-report.server.ts'
import { comparePeriods } from './report-period.ts'
import { readReportQuery } from './report-query.ts'
import type { ReportFor } from './report-view.server.ts'
import { extrasKey } from './sold-parts.server.ts'

/** More than any shop's listings. */
const mostRows = 100_000

/** Downloads what the page shows by day, category and so on, with all rows; with `of=books`, what the books say. */
export const loader = sellerLoader('money.view', async ({ hub, seller, read, url, texts: reader }) => {
  const now = hub.now()
  const { timeZone: zone, currency } = seller
  const texts = textsFor(reader.locale, zone)
  const typed = readReportQuery(url.searchParams, dateAt(now, zone))
  const isBooks = url.searchParams.get('of') === 'books'
  const query = isBooks ? { ...typed, by: 'day' as const } : typed
  const periods = comparePeriods(query, { now, zone })
  const report = await read((db) => readReport(db, { sellerId: seller.id, currency, periods, query, limit: mostRows }))
  const view = { query, periods, texts, taxonomy: hub.config.taxonomy }
  const records = isBooks
    ? bookRecords(report, view)
    : report.breakdown
      ? partRecords(report, view)
      : stepRecords(report, view)
  return new Response(byteOrderMark + records.map((record) => csvRecord(record)).join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${exportFileName(texts.t('salesReport.file'), now, texts)}"`,
      'Cache-Control': 'no-store',
    },
  })
})

function stepRecords({ figures, profits }: SalesReport, { periods, texts }: ReportFor): CsvCell[][] {
  const { t } = texts
  const { current, previous, unit } = periods
  const { currency } = figures.main
  const before = unit === 'day' ? 'salesReport.file.dayBefore' : 'salesReport.file.monthBefore'
  return [
    [
      t(unit === 'day' ? 'sales.day' : 'salesReport.month'),
      t('orders.export.currency'),
      t('salesReport.column.orders'),
      t('salesReport.column.units'),
      t('salesReport.total'),
      t(before),
      t('salesReport.file.totalBefore'),
      ...profitHeader(texts),
    ].map(csvText),
    ...current.map(({ date }, index) => {
      const [sum, sumBefore] = [figures.steps.current[index], figures.steps.previous[index]]
      return [
        csvNumber(date),
        csvText(currency),
        csvNumber(sum?.orders ?? ''),
        csvNumber(sum?.units ?? ''),
        csvNumber(sum ? toDecimal({ minor: sum.grossMinor, currency }) : ''),
        csvNumber(previous[index]?.date ?? ''),
        csvNumber(sumBefore ? toDecimal({ minor: sumBefore.grossMinor, currency }) : ''),
        ...profitCells(profits.steps[index], currency),
      ]
    }),
  ]
}

function partRecords({ figures, profits, breakdown }: SalesReport, view: ReportFor): CsvCell[][] {
  const { texts, query } = view
  const { rows, all } = assertDefined(breakdown, 'by day there are steps')
  const whole = wholeOrders(figures, all)
  const wholeKnown = profits.current.gross - all.known
  const { t } = texts
  const { currency } = figures.main
  const isListing = query.by === 'listing'
  const money = (minor: number) => csvNumber(toDecimal({ minor, currency }))
  return [
    [
      ...(isListing ? [t('orders.export.itemNumber')] : []),
      t(`salesReport.by.${query.by}`),
      t('orders.export.currency'),
      t('salesReport.column.orders'),
      t('salesReport.column.units'),
      t('salesReport.total'),
      t('salesReport.file.ordersBefore'),
      t('salesReport.file.unitsBefore'),
      t('salesReport.file.totalBefore'),
      ...profitHeader(texts),
    ].map(csvText),
    ...rows.map((row) => [
      ...(isListing ? [csvText(row.key === extrasKey ? '' : row.key)] : []),
      csvText(rowName(row, view)),
      csvText(currency),
      csvNumber(row.orders),
      csvNumber(row.units),
      money(row.gross),
      csvNumber(row.ordersBefore),
      csvNumber(row.unitsBefore),
      money(row.grossBefore),
      ...(row.key === extrasKey
        ? knownCells(row.known, currency)
        : profitCells({ ...row, gross: row.known }, currency)),
    ]),
    ...(whole.gross === 0 && whole.grossBefore === 0
      ? []
      : [
          [
            ...(isListing ? [csvText('')] : []),
            csvText(t('salesReport.whole')),
            csvText(currency),
            ...['', ''].map(csvNumber),
            money(whole.gross),
            ...['', ''].map(csvNumber),
            money(whole.grossBefore),
            ...knownCells(wholeKnown, currency),
          ],
        ]),
  ]
}

const profitHeader = ({ t }: ReportFor['texts']) => [
  t('salesReport.file.known'),
  t('salesReport.column.cost'),
  t('salesReport.column.profit'),
  t('salesReport.file.margin'),
]

/** Of amounts whose profit is divided among the items: only how much of them has a known cost. */
const knownCells = (knownMinor: number, currency: string): CsvCell[] =>
  [knownMinor === 0 ? '' : toDecimal({ minor: knownMinor, currency }), '', '', ''].map(csvNumber)

/** Empty where no cost is known. */
function profitCells(sums: Omit<Profits, 'orders'> | undefined, currency: string): CsvCell[] {
  if (!sums || sums.gross === 0) return ['', '', '', ''].map(csvNumber)
  const { gross, cost, profit, revenue } = sums
  return [
    ...[gross, cost, profit].map((minor) => csvNumber(toDecimal({ minor, currency }))),
    csvNumber(revenue > 0 ? ((profit * 100) / revenue).toFixed(2) : ''),
  ]
}

function bookRecords({ figures, books }: SalesReport, { texts }: ReportFor): CsvCell[][] {
  const { t } = texts
  const { currency } = figures.main
  const money = (minor: number) => csvNumber(toDecimal({ minor, currency }))
  return [
    [
      t('salesReport.column.what'),
      t('orders.export.currency'),
      t('salesReport.column.amount'),
      t('salesReport.column.before'),
    ].map(csvText),
    ...bookAmounts(books, texts).map(({ label, current, previous }) => [
      csvText(label),
      csvText(currency),
      money(current),
      money(previous),
    ]),
  ]
}
