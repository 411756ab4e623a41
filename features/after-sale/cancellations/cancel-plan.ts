import type { CancelledUnits } from '#features/core/order/order-event.ts'
import { openUnits, type LineUnits } from '#features/core/order/line-units.ts'
import { leftOf, refundableOf, type OrderMoney, type RefundInput } from '#features/after-sale/refunds/refund.ts'

// Calculates what a cancellation removes and refunds. Pure, also used in the browser. Amounts in minor units.

export interface CancelLine extends LineUnits {
  /** Price of all units with tax, less discounts. */
  paidMinor: number
  /** Part of it that can still be refunded. */
  leftMinor: number
}

export type CancelOrder = ReturnType<typeof cancelOrderOf>

/** Units to cancel by line position, or all unshipped ones. */
export type ChosenUnits = ReadonlyMap<number, number> | 'rest'

export interface CancelChoice {
  units: ChosenUnits
  /** Whether shipping is refunded; always if nothing of the order remains. */
  withShipping: boolean
}

export interface CancelPlan {
  ok: true
  units: readonly CancelledUnits[]
  /** Whether nothing remains: no unit has shipped or will ship. */
  isWhole: boolean
  refundMinor: number
  refund: RefundInput
}

/** Why a choice is refused. `more-than-open`: exceeds the units neither shipped nor cancelled. */
export interface RefusedChoice {
  ok: false
  reason: 'nothing-chosen' | 'more-than-open'
}

export function cancelOrderOf(lines: readonly LineUnits[], money: OrderMoney) {
  const refundable = refundableOf(money)
  const paid = new Map(money.lines.map(({ line, itemMinor, taxMinor }) => [line, itemMinor + taxMinor]))
  return {
    lines: lines.map((line) => ({
      ...line,
      paidMinor: paid.get(line.line) ?? 0,
      leftMinor: leftOf(line.line, refundable),
    })),
    /** Refundable shipping and total. */
    shippingLeftMinor: leftOf('shipping', refundable),
    leftMinor: refundable.leftMinor,
  }
}

/**
 * Share of units in the amount paid for their line. Rounds cumulatively, so that cancelling one by one refunds the same
 * as all at once.
 */
export function shareOfUnits(paidMinor: number, ordered: number, before: number, units: number): number {
  const upTo = (count: number) => Number((BigInt(paidMinor) * BigInt(count)) / BigInt(ordered))
  return upTo(before + units) - upTo(before)
}

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

/** Refund of each line and of shipping, limited to what is left of each and of the order. */
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

/** Whether nothing can be cancelled: some units shipped, and the others shipped or were cancelled. */
export const isGone = (lines: readonly LineUnits[]) =>
  lines.some(({ shipped }) => shipped > 0) && lines.every((line) => openUnits(line) === 0)

export function stillOpen(asked: readonly CancelledUnits[], lines: readonly LineUnits[]): ChosenUnits {
  const open = new Map(lines.map((line) => [line.line, openUnits(line)]))
  return new Map(asked.map(({ line, units }) => [line, Math.min(units, open.get(line) ?? 0)]))
}
