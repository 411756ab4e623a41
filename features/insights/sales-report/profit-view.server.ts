import type { Texts } from '#texts/texts.ts'
import { amountsModel, type AmountsFor, type ReportAmount } from './amounts-view.server.ts'
import type { ComparedProfits, Profits } from './profits-db.server.ts'
import { soldHref } from './report-links.server.ts'

/** Whether a cost is known of some sale of the period or the one before. */
export const hasProfits = ({ current, previous }: Pick<ComparedProfits, 'current' | 'previous'>): boolean =>
  current.orders + previous.orders > 0

/** Formats what is left of the sales with a known cost. The share of the profit is the margin. */
export function profitModel(profits: ComparedProfits, view: AmountsFor) {
  if (!hasProfits(profits)) return null
  const { texts, figures } = view
  const { currency, current } = figures.main
  const money = (minor: number | bigint) => texts.money({ minor, currency })
  const { gross } = profits.current
  const all = Number(current.grossMinor)
  return {
    amounts: amountsModel(profitAmounts(profits, texts), view, (_, link) => soldHref(link, { margin: ['known'] })),
    // Share of the sales whose cost is known.
    hint: texts.t('salesReport.profit.hint', {
      known: money(gross),
      total: money(current.grossMinor),
      share: texts.percent(all > 0 ? gross / all : 0, 1),
    }),
  }
}

function profitAmounts({ current, previous }: ComparedProfits, { t }: Texts): ReportAmount[] {
  const row = (key: string, label: string, of: (profits: Profits) => number) => ({
    key,
    label,
    current: of(current),
    previous: of(previous),
  })
  return [
    row('revenue', t('salesReport.profit.revenue'), ({ revenue }) => revenue),
    row('fees', t('salesReport.profit.fees'), ({ revenue, cost, profit }) => profit + cost - revenue),
    row('cost', t('salesReport.column.cost'), ({ cost }) => -cost),
    row('profit', t('word.profit'), ({ profit }) => profit),
  ]
}

/** The margin of a profit: "23.4%"; null without revenue. */
export const marginText = ({ revenue, profit }: Pick<Profits, 'revenue' | 'profit'>, texts: Texts): string | null =>
  revenue > 0 ? texts.percent(profit / revenue, 1) : null
