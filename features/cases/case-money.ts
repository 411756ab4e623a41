import { scheduleOf, variableFee, type FeePack } from '#features/fees/fee.ts'
import { isRemorse, type CaseReason } from '#features/order/order-case.ts'
import type { PaidLine } from '#features/order/paid-line.ts'

/** What some units of a line were paid with: all that a case about them can cost. Rounded down, so that units never cost more than their line. */
export function atStake(
  { quantity, itemMinor, taxMinor, shippingMinor }: PaidLine,
  { units, reason }: { units: number; reason: CaseReason },
): { itemMinor: number; shippingMinor: number } {
  const share = (minor: number) => Math.floor((minor * units) / quantity)
  return { itemMinor: share(itemMinor + taxMinor), shippingMinor: isRemorse(reason) ? 0 : share(shippingMinor) }
}

/** The fees of a line's category. */
export interface LineFees {
  pack: FeePack
  group: string
  line: PaidLine
  /** What of the line went back before, or is on its way. */
  goneMinor: number
}

/**
 * What of its fees the marketplace gives back with a refund: the percentage that it has taken of a line, less what it gave back before,
 * less the one that it would have taken without the money that goes back. All refunds of a line together give back what it took.
 * The fixed fee of an order stays (seller-hubs 5.4).
 */
export function feeBackMinor({ pack, group, line, goneMinor }: LineFees, refundMinor: number): number {
  const base = Math.max(0, line.itemMinor + line.taxMinor + line.shippingMinor - goneMinor)
  const schedule = scheduleOf(pack, group)
  return Math.max(0, variableFee(schedule, base) - variableFee(schedule, Math.max(0, base - refundMinor)))
}
