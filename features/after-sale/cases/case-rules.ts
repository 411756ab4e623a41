import {
  isRemorse,
  returnReasons,
  type CaseKind,
  type CaseReason,
  type ReturnReason,
  type SellerStep,
} from '#features/core/order/order-case.ts'

/** What a seller has done without being asked each time. Amounts are minor units of the shop's currency. */
export interface CaseRules {
  /** A return with one of these reasons is accepted at once. */
  acceptReasons: readonly ReturnReason[]
  /** What costs no more is refunded at once, and the buyer keeps it; null: nothing is. */
  refundUpToMinor: number | null
  /** What a label for the way back costs; null where nobody has said. */
  labelMinor: number | null
}

/** Reasons for which a return may be accepted without looking: what came damaged or incomplete is looked at first (seller-hubs 2.6). */
export const acceptableReasons = returnReasons.filter(
  (reason) => reason !== 'ARRIVED_DAMAGED' && reason !== 'MISSING_PARTS',
)

/** What the seller's rules answer at once; null where they leave it to somebody. A small amount is not worth a parcel, so it comes first. */
export function ruledStep(
  { kind, reason }: { kind: CaseKind; reason: CaseReason },
  amountMinor: number,
  { acceptReasons, refundUpToMinor }: CaseRules,
): Extract<SellerStep, 'refund' | 'accept'> | null {
  const isSmall = refundUpToMinor !== null && amountMinor > 0 && amountMinor <= refundUpToMinor
  // Whoever has changed their mind sends the thing back, whatever it cost.
  if (isSmall && !isRemorse(reason)) return 'refund'
  return kind === 'RETURN' && (acceptReasons as readonly CaseReason[]).includes(reason) ? 'accept' : null
}
