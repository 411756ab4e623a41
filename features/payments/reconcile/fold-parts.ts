import { groupBy } from '#lib/group-by.ts'
import type { ReportItem } from './compare.ts'

/**
 * Adds up the parts of which some reports have a row each: those of an order are its sale, those of a day its refund. A
 * fee of an order belongs to its sale, one that came back to its refund.
 */
export function foldParts(items: readonly ReportItem[]): ReportItem[] {
  const whole = items.filter((item) => !isPart(item))
  const orders = groupBy(items.filter(isPart), ({ order, currency }) => `${currency} ${order}`)
  const folded = [...orders.values()].flatMap(foldOrder)
  return [...whole, ...folded].toSorted((a, b) => a.row - b.row)
}

const isPart = ({ order, kind }: ReportItem) =>
  order !== null && (kind === 'SALE' || kind === 'REFUND' || kind === 'CHARGE')

function foldOrder(parts: readonly ReportItem[]): ReportItem[] {
  const of = (kind: ReportItem['kind']) => parts.filter((part) => part.kind === kind)
  const sale = of('SALE')
  const refunds = [...groupBy(of('REFUND'), ({ day }) => day).values()].map((own) => [...own])
  const fees: ReportItem[] = []
  for (const fee of of('CHARGE')) {
    const refund = fee.netMinor > 0 ? (refunds.find(([part]) => part?.day === fee.day) ?? refunds.at(-1)) : undefined
    if (refund) refund.push(fee)
    else (sale.length > 0 ? sale : fees).push(fee)
  }
  return [...(sale.length > 0 ? [sale] : []), ...refunds].flatMap(sumOf).concat(fees)
}

function sumOf(parts: readonly ReportItem[]): ReportItem[] {
  const [first] = parts
  if (!first) return []
  const sum = (of: (part: ReportItem) => number) => parts.reduce((total, part) => total + of(part), 0)
  return [{ ...first, netMinor: sum(({ netMinor }) => netMinor), feesMinor: sum(({ feesMinor }) => feesMinor ?? 0) }]
}
