import { drawingWidth } from '#shui/chart/chart-model.ts'
import { drawSeries } from '#shui/chart/draw-series.ts'
import type { SeriesChartModel } from '#shui/chart/series-model.ts'
import type { MarketRow, MarketSums } from '#features/selling/market/market-db.server.ts'
import { day } from '#lib/duration.ts'
import { currencyDecimals } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import type { Research } from './read-research.server.ts'
import { spanOf, type ResearchQuery } from './research-query.ts'

export interface ChartsFor {
  query: ResearchQuery
  currency: string
  texts: Texts
}

interface Named {
  name: string
  row: MarketRow | undefined
}

/** The compared products, or all together. */
function namedRows(research: Research, { texts }: ChartsFor): Named[] {
  const { compared, total, ofCompared } = research
  return compared.length > 0
    ? compared.map(({ id, title }) => ({ name: title, row: ofCompared.get(id)?.sales }))
    : [{ name: texts.t('research.all'), row: total ?? undefined }]
}

/** About this many columns. */
const mostBins = 14

/** Limits of bins of equal, round width around the prices. */
export function priceBins(lowest: number, highest: number): { first: number; width: number; count: number } {
  const least = Math.max(1, (highest - lowest) / mostBins)
  const magnitude = 10 ** Math.floor(Math.log10(least))
  const width = Math.round([1, 2, 5, 10].map((step) => step * magnitude).find((step) => step >= least) ?? least)
  const first = Math.floor(lowest / width) * width
  return { first, width, count: Math.floor((highest - first) / width) + 1 }
}

/** How often each price was paid; null if nothing was sold. */
export function pricesChart(research: Research, on: ChartsFor): SeriesChartModel | null {
  const { total, ownPrice } = research
  const { texts, currency } = on
  const { t } = texts
  if (!total?.prices) return null
  const { first, width, count } = priceBins(total.lowest, total.highest)
  const named = namedRows(research, on)
  const counts = named.map(({ row }) => {
    const bins = Array<number>(count).fill(0)
    for (const [index, price] of (row?.prices ?? []).entries()) {
      const bin = Math.min(count - 1, Math.floor((price - first) / width))
      bins[bin] = (bins[bin] ?? 0) + (row?.paid?.[index] ?? 0)
    }
    return bins
  })
  const { paths, ticks, ...drawing } = drawSeries('columns', counts, 1)
  // Narrow bins would be told by the same rounded price.
  const isNarrow = width < 10 ** currencyDecimals(currency)
  const money = (minor: number) => texts[isNarrow ? 'money' : 'moneyRounded']({ minor, currency })
  const mark = ownPrice === null ? null : (ownPrice - first) / (width * count)
  return {
    label: t('research.prices.label', { currency }),
    kind: 'columns',
    series: named.map(({ name, row }, nth) => ({
      name,
      path: paths[nth] ?? '',
      value: row ? texts.money({ minor: row.typical, currency }) : null,
    })),
    ...drawing,
    scale: ticks.map((tick) => texts.number(tick)),
    axis: [0, Math.floor(count / 3), Math.floor((2 * count) / 3), count].map((bin) => money(first + bin * width)),
    mark:
      mark === null || ownPrice === null || mark < 0 || mark > 1
        ? null
        : {
            x: Math.round(mark * drawingWidth),
            text: t('research.yourPrice', { price: texts.money({ minor: ownPrice, currency }) }),
          },
    table: {
      open: t('research.asTable'),
      head: t('research.priceFrom'),
      columns: named.map(({ name }) => name),
      rows: Array.from({ length: count }, (_, bin) => ({
        name: texts.money({ minor: first + bin * width, currency }),
        cells: counts.map((bins) => texts.number(bins[bin] ?? 0)),
      })),
    },
  }
}

/** Average price over time. */
export function trendChart(research: Research, on: ChartsFor): SeriesChartModel | null {
  const { compared, steps, stepDays } = research
  const { texts, currency, query } = on
  const { t } = texts
  if (steps.length === 0) return null
  const { from, before } = spanOf(query)
  const count = Math.ceil((before.getTime() - from.getTime()) / day / stepDays)
  const named = namedRows(research, on)
  const rowAt = (nth: number, step: number) =>
    steps.find((row) => row.step === step && (compared.length === 0 || row.productId === compared[nth]?.id))
  const values = named.map((_, nth) =>
    Array.from({ length: count }, (_step, step) => rowAt(nth, step)?.average ?? null),
  )
  const { paths, ticks, ...drawing } = drawSeries('lines', values, 10 ** currencyDecimals(currency))
  const begins = (step: number) => texts.moment(new Date(from.getTime() + step * stepDays * day), 'day')
  const money = (minor: number) => texts.money({ minor, currency })
  return {
    label: t(`research.trend.label.${stepName(stepDays)}`, { currency }),
    kind: 'lines',
    series: named.map(({ name }, nth) => {
      const last = values[nth]?.findLast((value) => value !== null) ?? null
      return { name, path: paths[nth] ?? '', value: last === null ? null : money(last) }
    }),
    ...drawing,
    scale: ticks.map((minor) => texts.moneyRounded({ minor, currency })),
    axis: [0, Math.floor(count / 3), Math.floor((2 * count) / 3), count - 1]
      .map(begins)
      .filter((text, index, all) => all.indexOf(text) === index),
    mark: null,
    table: {
      open: t('research.asTable'),
      head: t('research.from'),
      columns: named.flatMap(({ name }) => [name, t('research.salesOf', { name })]),
      rows: Array.from({ length: count }, (_, step) => ({
        name: begins(step),
        cells: named.flatMap((_named, nth) => {
          const row = rowAt(nth, step)
          return row ? [money(row.average), texts.number(row.sales)] : ['–', texts.number(0)]
        }),
      })),
    },
  }
}

export const stepName = (stepDays: number) => (stepDays === 1 ? 'day' : stepDays === 7 ? 'week' : 'month')

/** Change of the average from the first third of the steps to the last; null if either is empty. */
export function trendOf(steps: readonly MarketSums[], count: number): number | null {
  const part = Math.max(1, Math.floor(count / 3))
  const average = (isIn: (step: number) => boolean) => {
    const rows = steps.filter((row) => row.step !== null && isIn(row.step))
    const sales = rows.reduce((sum, row) => sum + row.sales, 0)
    return sales === 0 ? null : rows.reduce((sum, row) => sum + row.average * row.sales, 0) / sales
  }
  const [early, late] = [average((step) => step < part), average((step) => step >= count - part)]
  return early === null || late === null || early === 0 ? null : late / early - 1
}
