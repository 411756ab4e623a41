import { categoryValue } from '#features/core/listing/category-value.ts'
import { categoryName, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { changeText } from '#features/shop/sales/sales-change.ts'
import { changeOf, type SalesFigures } from '#features/shop/sales/sales.ts'
import type { Texts } from '#texts/texts.ts'
import type { BreakdownRow, BreakdownRows } from './breakdown-db.server.ts'
import { soldHref } from './report-links.server.ts'
import type { Breakdown, ReportQuery } from './report-query.ts'

/** A row of a breakdown, formatted. */
export interface BreakdownLine {
  key: string
  name: string
  href: string | null
  /** Empty where a column does not apply. */
  orders: string
  units: string
  sales: string
  share: string
  before: string
  change: string
}

/** Sales divided by category, listing, country or kind of buyers. */
export interface BreakdownModel {
  /** Heading of the names. */
  head: string
  lines: BreakdownLine[]
  total: BreakdownLine
}

interface BreakdownFor {
  query: ReportQuery
  figures: SalesFigures
  taxonomy: Taxonomy
  texts: Texts
}

/** Formats a breakdown. Its lines add up to the total sales. */
export function breakdownModel({ rows, all }: BreakdownRows, view: BreakdownFor): BreakdownModel {
  const { query, texts, figures } = view
  const { t } = texts
  const { current, previous } = figures.main
  const total = { gross: Number(current.grossMinor), before: Number(previous.grossMinor) }
  const line = (key: string, name: string, sums: LineSums, href: string | null = null) =>
    lineModel({ key, name, href, ...sums }, total.gross, view)
  const sum = (of: 'gross' | 'grossBefore' | 'units') => rows.reduce((added, row) => added + row[of], 0)
  const more = all.rows - rows.length
  const whole = { gross: total.gross - all.gross, grossBefore: total.before - all.grossBefore }
  return {
    head: t(`salesReport.by.${query.by}`),
    lines: [
      ...rows.map((row) => line(row.key, rowName(row, view), row, rowHref(row, view))),
      ...(more > 0
        ? [
            line('more', t('salesReport.more', { n: more }), {
              units: all.units - sum('units'),
              gross: all.gross - sum('gross'),
              grossBefore: all.grossBefore - sum('grossBefore'),
            }),
          ]
        : []),
      // Shipping and discounts may belong to an order as a whole.
      ...(whole.gross === 0 && whole.grossBefore === 0 ? [] : [line('whole', t('salesReport.whole'), whole)]),
    ],
    total: line('total', t('salesReport.total'), {
      orders: current.orders,
      units: current.units,
      gross: total.gross,
      grossBefore: total.before,
    }),
  }
}

interface LineSums {
  orders?: number
  units?: number
  gross: number
  grossBefore: number
}

function lineModel(
  { key, name, href, orders, units, gross, grossBefore }: LineSums & Pick<BreakdownLine, 'key' | 'name' | 'href'>,
  total: number,
  { figures, texts }: BreakdownFor,
): BreakdownLine {
  const money = (minor: number) => texts.money({ minor, currency: figures.main.currency })
  const number = (value: number | undefined) => (value === undefined ? '' : texts.number(value))
  const change = changeOf(gross, grossBefore)
  return {
    key,
    name,
    href,
    orders: number(orders),
    units: number(units),
    sales: money(gross),
    share: total > 0 ? texts.percent(gross / total, 1) : '',
    before: money(grossBefore),
    change: change === null || grossBefore < 0 ? '' : changeText(change, texts),
  }
}

/** The name of a row, also in the file. */
export function rowName(
  { key, title }: Pick<BreakdownRow, 'key' | 'title'>,
  { query: { by }, taxonomy, texts }: { query: { by: Breakdown }; taxonomy: Taxonomy; texts: Texts },
): string {
  switch (by) {
    case 'country':
      return texts.country(key)
    case 'listing':
      return title ?? key
    case 'buyers':
      return texts.t(key === 'new' ? 'salesReport.buyers.new' : 'salesReport.buyers.returning')
    default:
      return key === '' ? texts.t('salesReport.noListing') : categoryName(taxonomy, key, texts.locale)
  }
}

/** The orders of a row; null if it had none, or if no filter finds them. */
function rowHref({ key, orders }: BreakdownRow, view: BreakdownFor): string | null {
  if (orders === 0 || key === '') return null
  switch (view.query.by) {
    case 'country':
      return soldHref(view, { country: [key] })
    // Item numbers are among the words by which orders are found.
    case 'listing':
      return soldHref(view, {}, key)
    case 'buyers':
      return soldHref(view, { buyers: [key] })
    default:
      return soldHref(view, { category: [categoryValue(key)] })
  }
}
