import { figureModels, type FigureModel } from '#features/insights/sales/sales-figures.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import { hour } from '#lib/duration.ts'
import type { LineChartModel } from '#shui/chart/chart-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { booksModel, partsModel } from './amounts-view.server.ts'
import { breakdownModel } from './breakdown-view.server.ts'
import { offersPartModel } from './offers-part.server.ts'
import { profitModel, hasProfits, marginText } from './profit-view.server.ts'
import type { SalesReport } from './read-report.server.ts'
import { linkBefore, soldHref } from './report-links.server.ts'
import { comparisons, reportPeriods, type Days, type ReportPeriods } from './report-period.ts'
import { breakdowns, reportHref, reportParameters, type ReportQuery } from './report-query.ts'
import { addDays } from '#lib/zoned-time.ts'
import { salesLines, stepName } from '#features/insights/sales/sales-chart.ts'
import type { SalesFigures } from '#features/insights/sales/sales.ts'
import type { SalesStep } from '#features/insights/sales/sales-period.ts'
import type { ComparedProfits, Profits } from './profits-db.server.ts'

function chartModel(
  figures: SalesFigures,
  { periods, profits, texts }: { periods: ReportPeriods; profits: ComparedProfits; texts: Texts },
): LineChartModel {
  const { t } = texts
  const { unit, days, current, previous } = periods
  const {
    main: { currency },
    steps,
  } = figures
  const write = (minor: number | bigint) => texts.money({ minor, currency })
  const withProfits = hasProfits(profits)
  const name = (step: SalesStep) => stepName(step, unit, texts)
  return {
    label: t(`salesReport.chart.${unit}`, { currency }),
    ...salesLines(figures, current, { texts, name }),
    points: current.map((step, index) => {
      const [sum, before, sumBefore] = [steps.current[index] ?? null, previous[index], steps.previous[index]]
      const period = daysOf(step, current[index + 1], days)
      return {
        step: name(step),
        current: sum && write(sum.grossMinor),
        details: sum && t('sales.stepOrders', { n: sum.orders }),
        href: sum && sum.orders > 0 ? soldHref({ query: { days: period }, figures }) : null,
        previousStep: before ? name(before) : '–',
        previous: sumBefore ? write(sumBefore.grossMinor) : null,
        previousHref:
          before && sumBefore && sumBefore.orders > 0
            ? soldHref({ query: { days: daysOf(before, previous[index + 1], periods.before) }, figures, until: '' })
            : null,
        ...(withProfits
          ? {
              more: profitTexts(profits.steps[index], write, texts),
              moreHref: profits.steps[index]?.orders
                ? soldHref({ query: { days: period }, figures }, { margin: ['known'] })
                : null,
            }
          : {}),
      }
    }),
    table: {
      open: t('sales.table'),
      step: t(unit === 'day' ? 'sales.day' : 'word.month'),
      current: t('salesReport.total'),
      details: t('word.orders'),
      previousStep: t('sales.beforeColumn'),
      previous: t('salesReport.column.before'),
      ...(withProfits
        ? { more: [t('salesReport.column.cost'), t('word.profit'), t('salesReport.column.margin')] }
        : {}),
    },
  }
}

/** First and last day of a step, which ends before the next one. */
const daysOf = ({ date: from }: SalesStep, next: SalesStep | undefined, { to }: Days): Days => ({
  from,
  to: next ? addDays(next.date, -1) : to,
})

/** Cost of goods, profit and margin of a step; dashes if no cost is known. */
function profitTexts(sums: Profits | undefined, write: (minor: number) => string, texts: Texts): string[] {
  if (!sums || sums.orders === 0) return ['–', '–', '–']
  return [write(sums.cost), write(sums.profit), marginText(sums, texts) ?? '–']
}

export interface ChoiceModel {
  key: string
  text: string
  href: string
  active: boolean
}

export interface ReportFigure extends FigureModel {
  href: string | null
  beforeHref: string | null
}

export type ReportModel = ReturnType<typeof reportModel>

export type ReportContent = ReturnType<typeof contentModel>

export interface ReportFor {
  query: ReportQuery
  periods: ReportPeriods
  /** Texts in the shop's zone. */
  texts: Texts
  taxonomy: Taxonomy
}

export function reportModel(report: SalesReport, view: ReportFor) {
  const { query, texts } = view
  const { t } = texts
  const { main, others } = report.figures
  const choice = <Key extends string>(key: Key, text: string, change: Partial<ReportQuery>, active: boolean) => ({
    key,
    text,
    href: reportHref(query, change),
    active,
  })
  const currencies =
    others.length === 0 && query.currency === null ? [] : [main, ...others].map(({ currency }) => currency)
  const hasContent = main.current.orders + main.previous.orders > 0 || hasBooks(report)
  return {
    periods: reportPeriods.map((period) =>
      choice(period, t(`salesReport.period.${period}`), { period }, period === query.period),
    ),
    comparisons: comparisons.map((comparison) =>
      choice(comparison, t(`salesReport.compare.${comparison}`), { comparison }, comparison === query.comparison),
    ),
    // Currencies with sales, if there are several.
    currencies:
      currencies.length < 2
        ? []
        : currencies.map((currency) => choice(currency, currency, { currency }, currency === main.currency)),
    // Fields of the form for own days.
    days: {
      ...(query.refused ?? query.days),
      isChosen: query.period === null,
      refused: query.refused && t('salesReport.days.refused'),
      others: Object.entries(reportParameters({ ...query, period: '31d' })),
    },
    // "27 Oct to 26 Nov 2026, compared with …".
    when: whenWords(view),
    // Null if nothing was sold or booked in either period.
    content: hasContent ? contentModel(report, view) : null,
  }
}

const hasBooks = ({ books }: SalesReport) =>
  [books.current, books.previous].some(({ sales, refunds, costs }) =>
    [sales, refunds, ...Object.values(costs)].some((minor) => minor !== 0),
  )

function contentModel(report: SalesReport, view: ReportFor) {
  const { query, texts } = view
  const { t } = texts
  const { figures, parts, offers, books, profits, breakdown } = report
  const linked = { ...view, figures, earlier: linkBefore({ figures }, view.periods) }
  return {
    figures: linkedFigures(report, view),
    // What came from buyers' offers; null if nothing.
    offers: offersPartModel(offers, linked),
    by: breakdowns.map((by) => ({
      key: by,
      text: t(`salesReport.by.${by}`),
      href: reportHref(query, { by }),
      active: by === query.by,
    })),
    chart: query.by === 'day' ? chartModel(figures, { ...view, profits }) : null,
    breakdown: breakdown && breakdownModel(breakdown, { ...linked, profits }),
    // CSV of what is shown by day, category and so on.
    file: paths.salesExport(reportParameters(query)),
    parts: partsModel(parts, linked),
    // Null if no cost is known.
    profit: profitModel(profits, linked),
    books: booksModel(books, linked),
    booksFile: paths.salesExport({ ...reportParameters(query), of: 'books' }),
  }
}

/** The average leads to the orders as well. */
function linkedFigures({ figures }: SalesReport, { query, periods, texts }: ReportFor): ReportFigure[] {
  const { current, previous } = figures.main
  const links = {
    href: current.orders === 0 ? null : soldHref({ query, figures }),
    beforeHref: previous.orders === 0 ? null : soldHref(linkBefore({ figures }, periods)),
  }
  return figureModels(figures, texts).map((figure) => ({
    ...figure,
    ...(figure.key === 'gross' ? { label: texts.t('salesReport.total') } : {}),
    ...links,
  }))
}

function whenWords({ periods, texts }: ReportFor): string {
  const { t } = texts
  const { current, previous, isSoFar, now } = periods
  // An hour inside the day, whatever the clocks do.
  const day = (at: number | undefined) => (at === undefined ? '' : texts.moment(new Date(at), 'date'))
  const first = (steps: ReportPeriods['current']) => day(steps[0] && steps[0].from.getTime() + hour)
  const last = (steps: ReportPeriods['current']) => {
    const step = steps.at(-1)
    return day(step && step.before.getTime() - hour)
  }
  const values = {
    from: first(current),
    to: last(current),
    beforeFrom: first(previous),
    beforeTo: last(previous),
  }
  return isSoFar
    ? t('salesReport.when.soFar', { ...values, time: texts.moment(now, 'time') })
    : t('salesReport.when.whole', values)
}
