import { addMinor } from '#lib/exact-sums.ts'
import { groupBy } from '#lib/group-by.ts'
import type { SalesComparison, SalesSpan } from './sales-period.ts'

export interface SalesSum {
  currency: string
  orders: number
  units: number
  grossMinor: number | bigint
}

/** A sum from the database; `period` and `span` identify the requested span. */
export interface SalesRow extends SalesSum {
  period: 'current' | 'previous'
  span: number
}

export interface CurrencySales {
  currency: string
  current: SalesSum
  previous: SalesSum
}

export type SalesFigures = ReturnType<typeof addSales>

interface SalesInput {
  rows: readonly SalesRow[]
  current: readonly SalesSpan[]
  previous: readonly SalesSpan[]
  comparison: Pick<SalesComparison, 'current' | 'previous'>
  /** The seller's currency: the main one if it has any sales in the period. */
  currency: string
}

/** Sums the spans: by step for the chart, by currency for the figures. */
export function addSales({ rows, current, previous, comparison, currency }: SalesInput) {
  const spans = { current, previous }
  const compared = rows.filter((row) => spans[row.period][row.span]?.compared)
  const byCurrency = [...new Set(rows.map((row) => row.currency))].map((code) => salesOf(code, compared))
  const main = mainSales(byCurrency, currency)
  const steps = (period: 'current' | 'previous', count: number) => {
    const own = rows.filter((row) => row.period === period && row.currency === main.currency)
    const byStep = groupBy(own, (row) => spans[period][row.span]?.step)
    return Array.from({ length: count }, (_, step) => (byStep.get(step) ?? []).reduce(plus, nothing(main.currency)))
  }
  const started = new Set(current.map(({ step }) => step))
  return {
    /** Money, orders and units in the main currency, consistent with each other. */
    main,
    /** Other currencies with sales in the period, most orders first. */
    others: byCurrency
      .filter((sales) => sales.currency !== main.currency && sales.current.orders > 0)
      .toSorted((a, b) => b.current.orders - a.current.orders),
    /** Sums per step in the main currency; null for future steps. */
    steps: {
      current: steps('current', comparison.current.length).map((sum, step) => (started.has(step) ? sum : null)),
      previous: steps('previous', comparison.previous.length),
    },
  }
}

/** Relative change to the previous period: 0.18 is +18 %; null if that was zero. */
export function changeOf(current: number, previous: number): number | null {
  return previous === 0 ? null : (current - previous) / previous
}

/** The average order in minor units, rounded half up; null without orders. */
export function averageOrder({ grossMinor, orders }: SalesSum): number | null {
  return orders === 0 ? null : Math.round(Number(grossMinor) / orders)
}

function salesOf(currency: string, rows: readonly SalesRow[]): CurrencySales {
  const sum = (period: 'current' | 'previous') =>
    rows.filter((row) => row.currency === currency && row.period === period).reduce<SalesSum>(plus, nothing(currency))
  return { currency, current: sum('current'), previous: sum('previous') }
}

/**
 * The seller's own currency, or, where nothing was sold in it, the one with most orders: of the period, and of the one
 * before only where nothing was sold at all.
 */
function mainSales(byCurrency: readonly CurrencySales[], currency: string): CurrencySales {
  for (const period of ['current', 'previous'] as const) {
    const sold = byCurrency.filter((sales) => sales[period].orders > 0)
    const own = sold.find((sales) => sales.currency === currency)
    const main = own ?? sold.toSorted((a, b) => b[period].orders - a[period].orders)[0]
    if (main) return main
  }
  return { currency, current: nothing(currency), previous: nothing(currency) }
}

function nothing(currency: string): SalesSum {
  return { currency, orders: 0, units: 0, grossMinor: 0 }
}

function plus(a: SalesSum, b: SalesSum): SalesSum {
  return {
    currency: a.currency,
    orders: a.orders + b.orders,
    units: a.units + b.units,
    grossMinor: addMinor(a.grossMinor, b.grossMinor),
  }
}
