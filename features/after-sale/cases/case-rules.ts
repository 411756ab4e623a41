import {
  isRemorse,
  returnReasons,
  type CaseKind,
  type CaseReason,
  type ReturnReason,
  type SellerStep,
} from '#features/core/order/order-case.ts'
import { isOneOf } from '#lib/is-one-of.ts'

/** Automatic answers. Amounts in minor units of the shop's currency. */
export interface CaseRules {
  acceptReasons: readonly ReturnReason[]
  /** Items up to this amount are refunded automatically without a return; null: none. */
  refundUpToMinor: number | null
  labelMinor: number | null
}

/** Reasons that can be accepted automatically. Damaged and incomplete items need a review first (seller-hubs 2.6). */
export const acceptableReasons = returnReasons.filter(
  (reason) => reason !== 'ARRIVED_DAMAGED' && reason !== 'MISSING_PARTS',
)

/**
 * Automatic answer by the seller's rules; null if none applies. Small amounts come first, since they are not worth a
 * return.
 */
export function ruledStep(
  { kind, reason }: { kind: CaseKind; reason: CaseReason },
  amountMinor: number,
  { acceptReasons, refundUpToMinor }: CaseRules,
): Extract<SellerStep, 'refund' | 'accept'> | null {
  const isSmall = refundUpToMinor !== null && amountMinor > 0 && amountMinor <= refundUpToMinor
  // Buyer's remorse requires a return at any amount.
  if (isSmall && !isRemorse(reason)) return 'refund'
  return kind === 'RETURN' && isOneOf(acceptReasons, reason) ? 'accept' : null
}
