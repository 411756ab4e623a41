import { byteOrderMark, csvNumber, csvRecord, csvText, type CsvCell } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { exportFileName } from '#features/machinery/grid/export-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { bookAmounts } from './amounts-view.server.ts'
import { rowName } from './breakdown-view.server.ts'
import { readReport, type SalesReport } from './read-report.server.ts'
import { comparePeriods } from './report-period.ts'
import { readReportQuery } from './report-query.ts'
import type { ReportFor } from './report-view.server.ts'

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

function stepRecords({ figures }: SalesReport, { periods, texts }: ReportFor): CsvCell[][] {
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
      ]
    }),
  ]
}

function partRecords({ figures, breakdown }: SalesReport, view: ReportFor): CsvCell[][] {
  const { texts, query } = view
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
    ].map(csvText),
    ...(breakdown?.rows ?? []).map((row) => [
      ...(isListing ? [csvText(row.key)] : []),
      csvText(rowName(row, view)),
      csvText(currency),
      csvNumber(row.orders),
      csvNumber(row.units),
      money(row.gross),
      csvNumber(row.ordersBefore),
      csvNumber(row.unitsBefore),
      money(row.grossBefore),
    ]),
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
