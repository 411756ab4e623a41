import { categoryValue } from '#features/core/listing/category-value.ts'
import { categoryName, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { changeText } from '#features/insights/sales/sales-change.ts'
import { changeOf, type SalesFigures } from '#features/insights/sales/sales.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { BreakdownRow, BreakdownRows } from './breakdown-db.server.ts'
import { soldHref, type LinkFor } from './report-links.server.ts'
import { reportParameters, type Breakdown, type ReportQuery } from './report-query.ts'
import { marginText } from './profit-view.server.ts'
import type { ComparedProfits, Profits } from './profits-db.server.ts'
import { extrasKey } from './sold-parts.server.ts'

export interface BreakdownLine {
  key: string
  name: string
  /** The orders of the period; a file if `isFile`. */
  href: string | null
  beforeHref: string | null
  /** Those of the period whose cost is known. */
  knownHref: string | null
  isFile?: boolean
  /** Empty where a column does not apply. */
  orders: string
  units: string
  sales: string
  share: string
  before: string
  change: string
  /** Cost of goods, profit, margin, and for how much of the sales the cost is known. */
  profits: string[]
}

export type BreakdownModel = ReturnType<typeof breakdownModel>

type Links = Pick<BreakdownLine, 'href' | 'beforeHref' | 'knownHref'>

interface BreakdownFor {
  query: ReportQuery
  earlier: LinkFor
  figures: SalesFigures
  profits: ComparedProfits
  taxonomy: Taxonomy
  texts: Texts
}

/** Formats a breakdown. Its lines add up to the total sales. */
export function breakdownModel({ rows, all }: BreakdownRows, view: BreakdownFor) {
  const { query, texts, figures, profits } = view
  const { t } = texts
  const { current, previous } = figures.main
  const total = { gross: Number(current.grossMinor), before: Number(previous.grossMinor) }
  const line = (key: string, name: string, sums: LineSums, links: Links) =>
    lineModel({ key, name, sums, links }, total.gross, view)
  const file = paths.salesExport(reportParameters(query))
  const left = (of: Exclude<keyof typeof all, 'rows'>) => rows.reduce((rest, row) => rest - row[of], all[of])
  const more = all.rows - rows.length
  const whole = wholeOrders(figures, all)
  const extras = rows.filter(({ key }) => key === extrasKey)
  const parts = rows.filter(({ key }) => key !== extrasKey)
  return {
    head: t(`salesReport.by.${query.by}`),
    lines: [
      ...parts.map((row) => line(row.key, rowName(row, view), row, rowLinks(row, view))),
      ...(more > 0
        ? [
            {
              ...line(
                'more',
                t('salesReport.more', { n: more }),
                {
                  units: left('units'),
                  gross: left('gross'),
                  grossBefore: left('grossBefore'),
                  known: left('known'),
                  revenue: left('revenue'),
                  cost: left('cost'),
                  profit: left('profit'),
                },
                { href: file, beforeHref: file, knownHref: file },
              ),
              isFile: true,
            },
          ]
        : []),
      ...extras.map(({ orders, gross, grossBefore }) =>
        line(extrasKey, t('salesReport.extras'), { orders, gross, grossBefore }, linksOf(view, { rest: ['extras'] })),
      ),
      // Shipping and discounts may belong to an order as a whole.
      ...(whole.gross === 0 && whole.grossBefore === 0
        ? []
        : [line('whole', t('salesReport.whole'), whole, linksOf(view, { rest: ['whole'] }))]),
    ],
    total: line(
      'total',
      t('salesReport.total'),
      {
        ...profits.current,
        known: profits.current.gross,
        orders: current.orders,
        units: current.units,
        gross: total.gross,
        grossBefore: total.before,
      },
      linksOf(view),
    ),
    hasProfits: profits.current.orders > 0,
    // What its links open, where that is more than the line counts.
    hint: query.by === 'listing' || query.by === 'category' ? t('salesReport.by.hint') : null,
  }
}

/** What belongs to no part: shipping, tax and discounts of orders whose lines have no shares of them. */
export function wholeOrders(
  { main: { current, previous } }: SalesFigures,
  all: Pick<BreakdownRow, 'gross' | 'grossBefore'>,
): Pick<BreakdownRow, 'gross' | 'grossBefore'> {
  return { gross: Number(current.grossMinor) - all.gross, grossBefore: Number(previous.grossMinor) - all.grossBefore }
}

interface LineSums extends Partial<Omit<Profits, 'gross'>> {
  units?: number
  gross: number
  grossBefore: number
  known?: number
}

function lineModel(
  { key, name, sums, links }: Pick<BreakdownLine, 'key' | 'name'> & { sums: LineSums; links: Links },
  total: number,
  { figures, texts }: BreakdownFor,
): BreakdownLine {
  const { orders, units, gross, grossBefore, ...known } = sums
  const money = (minor: number) => texts.money({ minor, currency: figures.main.currency })
  const number = (value: number | undefined) => (value === undefined ? '' : texts.number(value))
  const change = changeOf(gross, grossBefore)
  return {
    key,
    name,
    href: gross === 0 && !orders ? null : links.href,
    beforeHref: grossBefore === 0 ? null : links.beforeHref,
    knownHref: known.known ? links.knownHref : null,
    orders: number(orders),
    units: number(units),
    sales: money(gross),
    share: total > 0 ? texts.percent(gross / total, 1) : '',
    before: money(grossBefore),
    change: change === null || grossBefore < 0 ? '' : changeText(change, texts),
    profits: profitCells({ gross, ...known }, figures.main.currency, texts),
  }
}

function profitCells(
  { gross, known, revenue = 0, cost = 0, profit = 0 }: Pick<LineSums, 'gross' | 'known' | keyof Profits>,
  currency: string,
  texts: Texts,
): string[] {
  // Profits are of items: what belongs to whole orders is divided among them.
  if (known === undefined) return ['', '', '', '']
  if (known === 0) return ['–', '–', '–', gross > 0 ? texts.percent(0, 0) : '–']
  return [
    texts.money({ minor: cost, currency }),
    texts.money({ minor: profit, currency }),
    marginText({ revenue, profit }, texts) ?? '–',
    gross > 0 ? texts.percent(known / gross, 0) : '–',
  ]
}

export function rowName(
  { key, title }: Pick<BreakdownRow, 'key' | 'title'>,
  { query: { by }, taxonomy, texts }: { query: { by: Breakdown }; taxonomy: Taxonomy; texts: Texts },
): string {
  if (key === extrasKey) return texts.t('salesReport.extras')
  switch (by) {
    case 'country':
      return texts.country(key)
    case 'listing':
      return title ?? key
    case 'buyers':
      return texts.t(key === 'new' ? 'salesReport.buyers.new' : 'orders.buyers.returning')
    default:
      return key === '' ? texts.t('salesReport.noListing') : categoryName(taxonomy, key, texts.locale)
  }
}

function rowLinks({ key }: BreakdownRow, view: BreakdownFor): Links {
  if (key === '') return linksOf(view, { rest: ['unlisted'] })
  switch (view.query.by) {
    case 'country':
      return linksOf(view, { country: [key] })
    // Item numbers are among the words by which orders are found.
    case 'listing':
      return linksOf(view, {}, key)
    case 'buyers':
      return linksOf(view, { buyers: [key] })
    default:
      return linksOf(view, { category: [categoryValue(key)] })
  }
}

const linksOf = (view: BreakdownFor, filters: Parameters<typeof soldHref>[1] = {}, words?: string): Links => ({
  href: soldHref(view, filters, words),
  beforeHref: soldHref(view.earlier, filters, words),
  knownHref: soldHref(view, { ...filters, margin: ['known'] }, words),
})
