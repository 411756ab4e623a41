import type { CancelledUnits } from '#features/core/order/order-event.ts'
import { openUnits, type LineUnits } from '#features/core/order/line-units.ts'
import { leftOf, refundableOf, type OrderMoney, type RefundWish } from '#features/after-sale/refunds/refund.ts'

// What a cancellation takes of an order, and what goes back with it. Pure, also in the browser. Minor units throughout.

/** A line as far as a cancellation counts it. */
export interface CancelLine extends LineUnits {
  /** All its units with their tax, less discounts. */
  paidMinor: number
  /** What of that can still go back. */
  leftMinor: number
}

/** An order as far as a cancellation counts it. */
export interface CancelOrder {
  lines: readonly CancelLine[]
  /** What can still go back of the shipping, and of everything. */
  shippingLeftMinor: number
  leftMinor: number
}

/** Units to cancel by the position of their line, or all that have not left. */
export type ChosenUnits = ReadonlyMap<number, number> | 'rest'

export interface CancelChoice {
  units: ChosenUnits
  /** Whether the shipping goes back too. It always does where nothing of the order stays. */
  withShipping: boolean
}

/** What a choice comes to. */
export interface CancelPlan {
  ok: true
  units: readonly CancelledUnits[]
  /** Whether nothing of the order stays: nothing has left, and nothing is to leave. */
  isWhole: boolean
  refundMinor: number
  refund: RefundWish
}

/** Why a choice is refused. `more-than-open`: of a line more is chosen than has neither left nor been cancelled. */
export interface RefusedChoice {
  ok: false
  reason: 'nothing-chosen' | 'more-than-open'
}

/** An order’s lines and money, as a cancellation counts them. */
export function cancelOrderOf(lines: readonly LineUnits[], money: OrderMoney): CancelOrder {
  const refundable = refundableOf(money)
  const paid = new Map(money.lines.map(({ line, itemMinor, taxMinor }) => [line, itemMinor + taxMinor]))
  return {
    lines: lines.map((line) => ({
      ...line,
      paidMinor: paid.get(line.line) ?? 0,
      leftMinor: leftOf(line.line, refundable),
    })),
    shippingLeftMinor: leftOf('shipping', refundable),
    leftMinor: refundable.leftMinor,
  }
}

/**
 * The share of some units in what was paid for all units of their line. Rounded by the sum so far, so that cancelling one by one gives
 * back exactly as much as cancelling all at once.
 */
export function shareOfUnits(paidMinor: number, ordered: number, before: number, units: number): number {
  const upTo = (count: number) => Number((BigInt(paidMinor) * BigInt(count)) / BigInt(ordered))
  return upTo(before + units) - upTo(before)
}

/** What cancelling some units comes to: which units, whether anything stays, and what goes back. */
export function planCancellation(
  order: CancelOrder,
  { units, withShipping }: CancelChoice,
): CancelPlan | RefusedChoice {
  const { lines, leftMinor } = order
  const taken = lines
    .map((line) => ({ line, units: units === 'rest' ? openUnits(line) : (units.get(line.line) ?? 0) }))
    .filter((each) => each.units > 0)
  const known = new Set(lines.map(({ line }) => line))
  if (units !== 'rest') {
    if ([...units].some(([line, count]) => count > 0 && !known.has(line)) || taken.some(isMoreThanOpen))
      return { ok: false, reason: 'more-than-open' }
    if (taken.length === 0) return { ok: false, reason: 'nothing-chosen' }
  }
  const named = taken.map(({ line, units: count }) => ({ line: line.line, units: count }))
  if (isNothingLeft(lines, taken))
    return { ok: true, units: named, isWhole: true, refundMinor: leftMinor, refund: 'rest' }
  const { byLine, shippingMinor, sum } = sharesOf(order, { taken, withShipping })
  return {
    ok: true,
    units: named,
    isWhole: false,
    refundMinor: sum,
    refund: { lines: byLine, shippingMinor },
  }
}

interface TakenUnits {
  line: CancelLine
  units: number
}

const isMoreThanOpen = ({ line, units }: TakenUnits) => units > openUnits(line)

function isNothingLeft(lines: readonly CancelLine[], taken: readonly TakenUnits[]): boolean {
  const open = lines.reduce((sum, line) => sum + openUnits(line), 0)
  return lines.every(({ shipped }) => shipped === 0) && taken.reduce((sum, { units }) => sum + units, 0) === open
}

/** What goes back of each line, and of the shipping: never more than is left of it, and of the order. */
function sharesOf(
  { shippingLeftMinor, leftMinor }: CancelOrder,
  { taken, withShipping }: { taken: readonly TakenUnits[]; withShipping: boolean },
) {
  let rest = leftMinor
  const take = (minor: number) => {
    const given = Math.min(minor, rest)
    rest -= given
    return given
  }
  const byLine = new Map(
    taken.map(({ line, units }) => {
      const share = shareOfUnits(line.paidMinor, line.ordered, line.cancelled, units)
      return [line.line, take(Math.min(share, line.leftMinor))]
    }),
  )
  const shippingMinor = withShipping ? take(shippingLeftMinor) : 0
  return { byLine, shippingMinor, sum: leftMinor - rest }
}

/** Whether some of an order has left and the rest has left or been cancelled: nothing can be cancelled any more. */
export const isGone = (lines: readonly LineUnits[]) =>
  lines.some(({ shipped }) => shipped > 0) && lines.every((line) => openUnits(line) === 0)

/** Units that were asked for, as far as they are still there. */
export function stillOpen(asked: readonly CancelledUnits[], lines: readonly LineUnits[]): ChosenUnits {
  const open = new Map(lines.map((line) => [line.line, openUnits(line)]))
  return new Map(asked.map(({ line, units }) => [line, Math.min(units, open.get(line) ?? 0)]))
}
