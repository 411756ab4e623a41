import { addDays } from '#lib/zoned-time.ts'
import type { LineChartModel } from '#shui/chart/chart-model.ts'
import { salesLines, stepName } from '#features/insights/sales/sales-chart.ts'
import type { SalesFigures } from '#features/insights/sales/sales.ts'
import type { SalesStep } from '#features/insights/sales/sales-period.ts'
import type { Texts } from '#texts/texts.ts'
import { hasProfits, marginText } from './profit-view.server.ts'
import type { ComparedProfits, Profits } from './profits-db.server.ts'
import { soldHref } from './report-links.server.ts'
import type { Days, ReportPeriods } from './report-period.ts'

export function chartModel(
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
