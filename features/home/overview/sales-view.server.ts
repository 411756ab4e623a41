import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import type { LineChartModel } from '#shui/chart/chart-model.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerDb } from '#db/client.ts'
import type { EvaluatedSeller } from '#features/insights/seller-level/evaluate-level-db.server.ts'
import { sumSales } from '#features/insights/sales/sales-db.server.ts'
import { salesLines, stepName } from '#features/insights/sales/sales-chart.ts'
import { figureModels, type FigureModel } from '#features/insights/sales/sales-figures.ts'
import { addSales, type SalesFigures } from '#features/insights/sales/sales.ts'
import {
  compareSales,
  currentSpans,
  previousSpans,
  salesPeriods,
  type SalesComparison,
  type SalesPeriod,
  type SalesStep,
} from '#features/insights/sales/sales-period.ts'

export interface SalesModel {
  periods: { days: SalesPeriod; text: string; label: string; active: boolean }[]
  figures: FigureModel[]
  others: string | null
  compared: string
  rule: string
  chart: LineChartModel
  report?: { text: string; href: string } | null
}

/** The sales of the days up to a moment, against as many before them. `texts` are in the shop's zone. */
export async function readSalesModel(
  db: SellerDb,
  { id, timeZone, currency }: EvaluatedSeller,
  { now, days, texts }: { now: Date; days: SalesPeriod; texts: Texts },
): Promise<SalesModel> {
  const comparison = compareSales(now, days, timeZone)
  const spans = { current: currentSpans(comparison), previous: previousSpans(comparison, timeZone) }
  const rows = await sumSales(db, id, spans)
  return salesModel(addSales({ rows, ...spans, comparison, currency }), comparison, texts)
}

export function salesModel(figures: SalesFigures, comparison: SalesComparison, texts: Texts): SalesModel {
  const { t } = texts
  const { days, now, previous } = comparison
  const first = assertDefined(previous[0], 'a period has days')
  const last = previous.at(-1) ?? first
  const { others, main } = figures
  return {
    periods: salesPeriods.map((period) => ({
      days: period,
      text: t('sales.days', { days: period }),
      label: t('sales.daysLong', { days: period }),
      active: period === days,
    })),
    figures: figureModels(figures, texts),
    others:
      others.length === 0
        ? null
        : `${t('sales.also')} ${texts.list(others.map(({ current }) => otherText(current, texts)))}`,
    compared: t('sales.compared', {
      days,
      time: texts.moment(now, 'time'),
      from: stepName(first, 'date', texts),
      to: stepName(last, 'date', texts),
    }),
    rule: t('sales.rule', { zone: texts.zoneName(now), currency: main.currency }),
    chart: salesChart(figures, comparison, texts),
  }
}

function otherText(sum: { currency: string; grossMinor: number | bigint; orders: number }, texts: Texts): string {
  const gross = texts.money({ minor: sum.grossMinor, currency: sum.currency })
  return texts.t('sales.other', { gross, n: sum.orders })
}

function salesChart(figures: SalesFigures, comparison: SalesComparison, texts: Texts): LineChartModel {
  const { t } = texts
  const { main, steps } = figures
  const { currency } = main
  const hourly = comparison.days === 1
  const write = (minor: number | bigint) => texts.money({ minor, currency })
  return {
    label: t(hourly ? 'sales.byHour' : 'sales.byDay', { currency }),
    ...salesLines(figures, comparison.current, { texts, name: (step) => stepText(step, texts) }),
    points: pairs(comparison.current, pairs(comparison.previous, steps.previous)).map(
      ([step, [before, sumBefore]], index) => {
        const sum = steps.current[index] ?? null
        return {
          step: stepText(step, texts),
          current: sum && write(sum.grossMinor),
          details: sum && t('sales.stepOrders', { n: sum.orders }),
          previousStep: hourly ? t('sales.yesterday', { time: stepText(before, texts) }) : stepText(before, texts),
          previous: write(sumBefore.grossMinor),
        }
      },
    ),
    table: {
      open: t('sales.table'),
      step: t(hourly ? 'sales.hour' : 'sales.day'),
      current: t('sales.grossColumn'),
      details: t('word.orders'),
      previousStep: t('sales.beforeColumn'),
      previous: t('sales.grossBeforeColumn'),
    },
  }
}

const stepText = (step: SalesStep, texts: Texts): string =>
  step.hour === null ? stepName(step, 'day', texts) : `${String(step.hour).padStart(2, '0')}:00`
