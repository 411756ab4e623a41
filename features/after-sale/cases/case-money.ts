import { scheduleOf, variableFee, type FeePack, type FeeSchedule } from '#features/core/fees/fee.ts'
import { isRemorse, type CaseReason } from '#features/core/order/order-case.ts'
import type { PaidLine } from '#features/core/order/paid-line.ts'

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
 * What of its fees the marketplace gives back with a refund, in minor units: what it keeps of a line before, less what it keeps once this has
 * gone back too. All refunds of a line together give back what it took, and never more on the way. The fixed fee of an order stays (seller-hubs 5.4).
 */
export function feeBackMinor({ pack, group, line, goneMinor }: LineFees, refundMinor: number): number {
  const schedule = scheduleOf(pack, group)
  const paidMinor = line.itemMinor + line.taxMinor + line.shippingMinor
  const taken = variableFee(schedule, paidMinor)
  const kept = (leftMinor: number) => Math.min(taken, mostFee(schedule, Math.max(0, leftMinor)))
  return kept(paidMinor - goneMinor) - kept(paidMinor - goneMinor - refundMinor)
}

/**
 * The most that is taken of an amount up to this one. Where one rate holds for all of a sale, a smaller sale may cost more: a fee given back as
 * for a slightly smaller one would be given back a second time once more goes back.
 */
function mostFee(schedule: FeeSchedule, upToMinor: number): number {
  const ends = schedule.tiers.flatMap(({ upTo }) => (upTo !== undefined && upTo < upToMinor ? [upTo] : []))
  return Math.max(...[...ends, upToMinor].map((minor) => variableFee(schedule, minor)))
}
