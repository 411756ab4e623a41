import { pairs } from '#lib/pairs.ts'
import type { HistoryStatus, HistoryUnits } from './history-order.ts'

interface HistoricalOrder {
  status: HistoryStatus
  lines: readonly { quantity: number }[]
  /** Null: the whole order. */
  cancellations: readonly { lines: readonly HistoryUnits[] | null }[]
  /** Null: all that was not cancelled. */
  parcels: readonly { contents: readonly HistoryUnits[] | null }[]
}

interface Contradiction {
  path: (string | number)[]
  message: string
}

interface UsedUnits {
  /** By line. */
  shipped: number[]
  cancelled: number[]
  /** By parcel. */
  contents: HistoryUnits[][]
}

/**
 * Determines which units were shipped and which were cancelled. Units may remain unshipped only if the whole order was
 * cancelled or refunded; otherwise it would still be open. A shipped order without parcels gets one with all units.
 */
export function historyUnits(order: HistoricalOrder): { contradictions: Contradiction[]; units: UsedUnits } {
  const { status, lines } = order
  const contradictions: Contradiction[] = []
  const wrong = (path: (string | number)[], message: string) => void contradictions.push({ path, message })
  const isSent = status === 'SHIPPED' || status === 'DELIVERED'
  const left = lines.map(({ quantity }) => quantity)
  const shipped = lines.map(() => 0)
  const cancelled = lines.map(() => 0)
  const take = (units: readonly HistoryUnits[], from: number[], path: (string | number)[]) => {
    for (const [index, { line, quantity }] of units.entries()) {
      const there = left[line - 1]
      if (there === undefined) wrong([...path, index, 'line'], 'is no line of the order')
      else if (units.findIndex((other) => other.line === line) < index)
        wrong([...path, index, 'line'], 'is named before')
      else if (quantity > there) wrong([...path, index, 'quantity'], `is more than the ${there} that are left`)
      else {
        left[line - 1] = there - quantity
        from[line - 1] = (from[line - 1] ?? 0) + quantity
      }
    }
  }
  const rest = () => left.flatMap((quantity, index) => (quantity > 0 ? [{ line: index + 1, quantity }] : []))
  const whole = order.cancellations.filter((cancellation) => cancellation.lines === null)
  if (whole.length > 1) wrong(['cancellations'], 'cancel the whole order more than once')
  if (whole.length > 0 && status !== 'CANCELLED') wrong(['status'], 'is another than that of a cancelled order')
  for (const [index, each] of order.cancellations.entries())
    if (each.lines) take(each.lines, cancelled, ['cancellations', index, 'lines'])
  const parcels = isSent && order.parcels.length === 0 ? [{ contents: null }] : order.parcels
  const contents = parcels.map((parcel, index) => {
    if (parcel.contents === null && parcels.length > 1) wrong(['parcels', index], 'has contents beside other parcels')
    const units = [...(parcel.contents ?? rest())]
    take(units, shipped, ['parcels', index, 'contents'])
    return units
  })
  for (const [index, units] of contents.entries())
    if (units.length === 0) wrong(order.parcels.length > 0 ? ['parcels', index] : ['status'], 'leaves nothing to send')
  if (isSent)
    for (const { line } of rest())
      wrong(['lines', line - 1, 'quantity'], 'is more than was shipped and cancelled: such an order is no history yet')
  if (status === 'CANCELLED')
    for (const [index, [quantity, gone]] of pairs(left, cancelled).entries()) cancelled[index] = gone + quantity
  return { contradictions, units: { shipped, cancelled, contents } }
}
