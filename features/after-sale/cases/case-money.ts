import { scheduleOf, variableFee, type FeePack, type FeeSchedule } from '#features/core/fees/fee.ts'
import { isRemorse, type CaseReason } from '#features/core/order/order-case.ts'
import type { PaidLine } from '#features/core/order/paid-line.ts'

/**
 * Amount paid for some units of a line: the maximum cost of a case. Rounded down, so that units never exceed their
 * line.
 */
export function atStake(
  { quantity, itemMinor, taxMinor, shippingMinor }: PaidLine,
  { units, reason }: { units: number; reason: CaseReason },
): { itemMinor: number; shippingMinor: number } {
  const share = (minor: number) => Math.floor((minor * units) / quantity)
  return { itemMinor: share(itemMinor + taxMinor), shippingMinor: isRemorse(reason) ? 0 : share(shippingMinor) }
}

/** Fees of a line's category. */
export interface LineFees {
  pack: FeePack
  group: string
  line: PaidLine
  /** Amount of the line refunded before or in progress. */
  goneMinor: number
}

/**
 * Fees returned with a refund, in minor units: those kept before minus those kept after. All refunds of a line together
 * return its fees exactly, and never more in between. The fixed order fee is kept (seller-hubs 5.4).
 */
export function feeBackMinor({ pack, group, line, goneMinor }: LineFees, refundMinor: number): number {
  const schedule = scheduleOf(pack, group)
  const paidMinor = line.itemMinor + line.taxMinor + line.shippingMinor
  const taken = variableFee(schedule, paidMinor)
  const kept = (leftMinor: number) => Math.min(taken, mostFee(schedule, Math.max(0, leftMinor)))
  return kept(paidMinor - goneMinor) - kept(paidMinor - goneMinor - refundMinor)
}

/**
 * Highest fee of any amount up to this one. With `WHOLE` schedules a smaller sale can cost more; using its fee directly
 * would return fees twice.
 */
function mostFee(schedule: FeeSchedule, upToMinor: number): number {
  const ends = schedule.tiers.flatMap(({ upTo }) => (upTo !== undefined && upTo < upToMinor ? [upTo] : []))
  return Math.max(...[...ends, upToMinor].map((minor) => variableFee(schedule, minor)))
}
