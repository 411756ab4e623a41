import { creditedFee, scheduleOf, variableFee, type FeePack } from '#features/core/fees/fee.ts'
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

export interface LineFees {
  pack: FeePack
  group: string
  line: PaidLine
  /** Amount of the line refunded before or in progress. */
  goneMinor: number
}

/**
 * Percentage fee credited with a refund, in minor units, as the ledger posts it: all refunds of a line together credit
 * exactly its fee, and never more in between. The fixed order fee is kept (seller-hubs 5.4).
 */
export function feeBackMinor({ pack, group, line, goneMinor }: LineFees, refundMinor: number): number {
  const baseMinor = line.itemMinor + line.taxMinor + line.shippingMinor
  const fee = { baseMinor, feeMinor: variableFee(scheduleOf(pack, group), baseMinor) }
  return creditedFee(fee, goneMinor + refundMinor) - creditedFee(fee, goneMinor)
}
