import { conditions, type Condition } from '#features/core/listing/listing-content.ts'
import { currencyDecimals, type Money } from '#lib/money.ts'
import type { LineChartModel } from '#shui/chart/chart-model.ts'
import { drawLines } from '#shui/chart/draw-lines.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import {
  evidenceDays,
  assessEvidence,
  minSales,
  sellThrough,
  type FoundProduct,
  type OffersRow,
  type SalesRow,
} from './product-summary.ts'
import { lastDays } from '#features/selling/market/market-days.ts'
import { rangeText } from './summary-view.ts'
import { day } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'

/** Steps of the trend in whole days; the previous period is drawn behind it. */
export const trendSteps = 15
export const stepDays = evidenceDays / trendSteps

/** A table as words: a heading each column, a row each condition. */
export interface InsightsTable {
  head: string
  columns: { key: string; label: string; isNumber: boolean }[]
  rows: { key: string; name: string; isCurrent: boolean; cells: string[] }[]
}

export type InsightsModel = ReturnType<typeof insightsModel>

export interface InsightsInput {
  product: FoundProduct
  currency: string
  /** Sales of the last 90 days, counted as in the summary. */
  sales: SalesRow[]
  /** Sales of the last 180 days, by step. */
  steps: SalesRow[]
  offers: OffersRow[]
  condition: Condition | null
  now: Date
}

/** Formats a product's sales and offers, with the same figures as the summary. */
export function insightsModel(input: InsightsInput, texts: Texts) {
  const { product, sales, offers, currency } = input
  const { t } = texts
  const totals = sales.filter((row) => row.step === null)
  const known = conditions.filter((name) => [...totals, ...offers].some((row) => row.condition === name))
  const condition = input.condition ?? mostSold(totals) ?? known[0] ?? 'NEW'
  return {
    title: product.title,
    epid: t('insights.epid', { epid: product.epid }),
    // The conditions with sales or offers, as links; the chart is about the active one.
    conditions: known.map((name) => ({
      text: t(`summary.condition.${name}`),
      url: paths.productInsights(product.epid, name),
      active: name === condition,
    })),
    // Null where nothing was sold.
    sold: totals.length > 0 ? soldTable(totals, { currency, condition, texts }) : null,
    // Null where nothing is active.
    active: offers.some((row) => row.active > 0) ? activeTable(offers, { currency, condition, texts }) : null,
    chart: trendChart(input, condition, texts),
    trendTitle: t('insights.trendTitle', { days: evidenceDays }),
    soldTitle: t('insights.sold', { days: evidenceDays }),
    soldNone: t('insights.soldNone', { days: evidenceDays }),
    rules: [
      t('insights.rule', { currency, least: minSales, days: evidenceDays }),
      t('insights.privacy', { least: minSales }),
    ],
  }
}

function mostSold(rows: readonly SalesRow[]): Condition | undefined {
  return rows.toSorted((a, b) => b.sales - a.sales)[0]?.condition
}

interface TableInput {
  currency: string
  condition: Condition
  texts: Texts
}

function soldTable(rows: readonly SalesRow[], { currency, condition, texts }: TableInput): InsightsTable {
  const { t, number, money } = texts
  const show = (amount: Money | undefined) => (amount ? money(amount) : '–')
  return {
    head: t('insights.condition'),
    columns: columnsOf(t, ['sales', 'own', 'median', 'average', 'range', 'shipping', 'freeShipping']),
    rows: inOrder(rows).map((row) => {
      const { figures } = assessEvidence(row, currency)
      const shipping = figures?.shipping.minor === 0 ? t('summary.free') : show(figures?.shipping)
      return {
        key: row.condition,
        name: t(`summary.condition.${row.condition}`),
        isCurrent: row.condition === condition,
        cells: [
          number(row.sales),
          number(row.ownSales),
          show(figures?.typical),
          show(figures?.average),
          figures ? rangeText(figures, texts) : '–',
          shipping,
          figures ? texts.percent(row.free / row.sales, 0) : '–',
        ],
      }
    }),
  }
}

function activeTable(rows: readonly OffersRow[], { currency, condition, texts }: TableInput): InsightsTable {
  const { t, number, money, percent } = texts
  return {
    head: t('insights.condition'),
    columns: columnsOf(t, ['listings', 'own', 'asked', 'sellThrough']),
    rows: inOrder(rows).map((row) => {
      const part = sellThrough(row)
      const ofAll = t('insights.sellThroughOf', { sold: row.sold, offered: row.offered })
      return {
        key: row.condition,
        name: t(`summary.condition.${row.condition}`),
        isCurrent: row.condition === condition,
        cells: [
          number(row.active),
          number(row.ownActive),
          row.asked === null ? '–' : money({ minor: row.asked, currency }),
          part === null ? '–' : `${percent(part, 0)} · ${ofAll}`,
        ],
      }
    }),
  }
}

type Column =
  | 'sales'
  | 'own'
  | 'median'
  | 'average'
  | 'range'
  | 'shipping'
  | 'freeShipping'
  | 'listings'
  | 'asked'
  | 'sellThrough'

function columnsOf(t: Texts['t'], keys: readonly Column[]): InsightsTable['columns'] {
  return keys.map((key) => ({ key, label: t(`insights.${key}`), isNumber: true }))
}

function inOrder<T extends { condition: Condition }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => conditions.indexOf(a.condition) - conditions.indexOf(b.condition))
}

/** Typical price per step compared with 90 days earlier; null without sales. */
function trendChart(
  { steps: known, currency, now }: InsightsInput,
  condition: Condition,
  texts: Texts,
): LineChartModel | null {
  const { t } = texts
  const rows = known.filter((row) => row.step !== null && row.condition === condition)
  if (rows.length === 0) return null
  const price = (step: number) => rows.find((row) => row.step === step)?.typical ?? null
  const steps = Array.from({ length: trendSteps }, (_, step) => step)
  const [previous, current] = [steps.map(price), steps.map((step) => price(step + trendSteps))]
  const { ticks, ...drawing } = drawLines({ current, previous, smallestTick: 10 ** currencyDecimals(currency) })
  const from = lastDays(2 * evidenceDays, now).from.getTime()
  const begins = (step: number) => {
    return texts.moment(new Date(from + step * stepDays * day), 'date')
  }
  const money = (minor: number | null) => (minor === null ? null : texts.money({ minor, currency }))
  return {
    label: t('insights.trend', { condition: t(`summary.condition.${condition}`), currency }),
    drawing,
    scale: ticks.map((minor) => texts.moneyRounded({ minor, currency })),
    axis: [0, Math.floor((trendSteps - 1) / 2), trendSteps - 1].map((step) => begins(step + trendSteps)),
    points: pairs(current, previous).map(([after, before], step) => ({
      step: begins(step + trendSteps),
      current: money(after),
      details: t('insights.salesOf', { n: rows.find((row) => row.step === step + trendSteps)?.sales ?? 0 }),
      previousStep: begins(step),
      previous: money(before),
    })),
    table: {
      open: t('insights.trendTable'),
      step: t('insights.step'),
      current: t('insights.price'),
      details: t('insights.stepSales'),
      previousStep: t('insights.stepBefore', { days: evidenceDays }),
      previous: t('insights.priceBefore'),
    },
  }
}
