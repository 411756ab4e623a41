import type { Texts } from '#texts/texts.ts'
import { changeModel, type ChangeModel } from './sales-change.ts'
import { averageOrder, type SalesFigures } from './sales.ts'

export interface FigureModel extends ChangeModel {
  key: 'gross' | 'orders' | 'units' | 'average'
  value: string
  label: string
}

/** Formats sales, orders, units and the average order, each with its change. */
export function figureModels({ main: { current, previous, currency } }: SalesFigures, texts: Texts): FigureModel[] {
  const { t, number } = texts
  const money = (minor: number | bigint) => texts.money({ minor, currency })
  const counted = (key: 'orders' | 'units'): FigureModel => ({
    key,
    value: number(current[key]),
    label: t(`sales.${key}`, { n: current[key] }),
    ...changeModel(current[key], previous[key], number, texts),
  })
  const [average, averageBefore] = [averageOrder(current), averageOrder(previous)]
  const before =
    averageBefore === null ? t('sales.changeNone') : t('sales.changeDown', { before: money(averageBefore) })
  return [
    {
      key: 'gross',
      value: money(current.grossMinor),
      label: t('sales.gross'),
      ...changeModel(current.grossMinor, previous.grossMinor, money, texts),
    },
    counted('orders'),
    counted('units'),
    {
      key: 'average',
      value: average === null ? '–' : money(average),
      label: t('sales.average'),
      // Without orders there is no average to compare.
      ...(average === null ? { change: null, before } : changeModel(average, averageBefore ?? 0, money, texts)),
    },
  ]
}
