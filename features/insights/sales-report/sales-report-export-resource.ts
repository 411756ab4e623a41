import { assertDefined } from '#lib/assert-defined.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText, type CsvCell } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { exportFileName } from '#features/machinery/grid/export-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { TextKey } from '#texts/texts.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { bookAmounts, type ReportAmount } from './amounts-view.server.ts'
import type { BreakdownRow } from './breakdown-db.server.ts'
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

/** A column of the file: its label, and its cell for a row. */
type Column<Row> = readonly [label: TextKey, cell: (row: Row) => CsvCell]

const recordsOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], { t }: ReportFor['texts']) => [
  columns.map(([label]) => csvText(t(label))),
  ...rows.map((row) => columns.map(([, cell]) => cell(row))),
]

const money = (minor: number | bigint | undefined, currency: string) =>
  csvNumber(minor === undefined ? '' : toDecimal({ minor, currency }))

function stepRecords({ figures, profits }: SalesReport, { periods, texts }: ReportFor): CsvCell[][] {
  const { current, previous, unit } = periods
  const { currency } = figures.main
  const columns: Column<number>[] = [
    [unit === 'day' ? 'sales.day' : 'word.month', (step) => csvNumber(current[step]?.date ?? '')],
    ['orders.export.currency', () => csvText(currency)],
    ['word.orders', (step) => csvNumber(figures.steps.current[step]?.orders ?? '')],
    ['word.items', (step) => csvNumber(figures.steps.current[step]?.units ?? '')],
    ['salesReport.total', (step) => money(figures.steps.current[step]?.grossMinor, currency)],
    [
      unit === 'day' ? 'salesReport.file.dayBefore' : 'salesReport.file.monthBefore',
      (step) => csvNumber(previous[step]?.date ?? ''),
    ],
    ['salesReport.file.totalBefore', (step) => money(figures.steps.previous[step]?.grossMinor, currency)],
    ...profitColumns((step: number) => profits.steps[step], currency),
  ]
  return recordsOf(columns, [...current.keys()], texts)
}

/** A row of a breakdown. What belongs to whole orders has only amounts. */
type PartRow = Pick<BreakdownRow, 'key' | 'gross' | 'grossBefore' | 'known'> & Partial<BreakdownRow> & { name: string }

function partRecords({ figures, profits, breakdown }: SalesReport, view: ReportFor): CsvCell[][] {
  const { texts, query } = view
  const { rows, all } = assertDefined(breakdown, 'by day there are steps')
  const { currency } = figures.main
  const whole = { ...wholeOrders(figures, all), key: extrasKey, known: profits.current.gross - all.known }
  const hasWhole = whole.gross !== 0 || whole.grossBefore !== 0
  const parts: PartRow[] = [
    ...rows.map((row) => ({ ...row, name: rowName(row, view) })),
    ...(hasWhole ? [{ ...whole, name: texts.t('salesReport.whole') }] : []),
  ]
  const columns: Column<PartRow>[] = [
    ...(query.by === 'listing'
      ? [['word.itemNumber', ({ key }) => csvText(key === extrasKey ? '' : key)] satisfies Column<PartRow>]
      : []),
    [`salesReport.by.${query.by}`, ({ name }) => csvText(name)],
    ['orders.export.currency', () => csvText(currency)],
    ['word.orders', ({ orders }) => csvNumber(orders ?? '')],
    ['word.items', ({ units }) => csvNumber(units ?? '')],
    ['salesReport.total', ({ gross }) => money(gross, currency)],
    ['salesReport.file.ordersBefore', ({ ordersBefore }) => csvNumber(ordersBefore ?? '')],
    ['salesReport.file.unitsBefore', ({ unitsBefore }) => csvNumber(unitsBefore ?? '')],
    ['salesReport.file.totalBefore', ({ grossBefore }) => money(grossBefore, currency)],
    // Of extras, whose profit is divided among the items, only how much of them has a known cost.
    ...profitColumns(
      ({ key, known, revenue = 0, cost = 0, profit = 0 }: PartRow) =>
        key === extrasKey ? { gross: known } : { gross: known, revenue, cost, profit },
      currency,
    ),
  ]
  return recordsOf(columns, parts, texts)
}

/** Empty where no cost is known. */
function profitColumns<Row>(
  sumsOf: (row: Row) => ({ gross: number } & Partial<Profits>) | undefined,
  currency: string,
): Column<Row>[] {
  const known = (row: Row) => {
    const sums = sumsOf(row)
    return sums?.gross === 0 ? undefined : sums
  }
  return [
    ['salesReport.file.known', (row) => money(known(row)?.gross, currency)],
    ['salesReport.column.cost', (row) => money(known(row)?.cost, currency)],
    ['word.profit', (row) => money(known(row)?.profit, currency)],
    [
      'salesReport.file.margin',
      (row) => {
        const { revenue = 0, profit = 0 } = known(row) ?? {}
        return csvNumber(revenue > 0 ? ((profit * 100) / revenue).toFixed(2) : '')
      },
    ],
  ]
}

function bookRecords({ figures, books }: SalesReport, { texts }: ReportFor): CsvCell[][] {
  const { currency } = figures.main
  const columns: Column<ReportAmount>[] = [
    ['salesReport.column.what', ({ label }) => csvText(label)],
    ['orders.export.currency', () => csvText(currency)],
    ['word.amount', ({ current }) => money(current, currency)],
    ['salesReport.column.before', ({ previous }) => money(previous, currency)],
  ]
  return recordsOf(columns, bookAmounts(books, texts), texts)
}
