import { isRemorse, type CaseKind, type CaseReason } from '#features/core/order/order-case.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'

export type OpeningRefusal =
  | 'not-paid'
  /** Not shipped: cancel the order instead. */
  | 'not-shipped'
  | 'not-delivered'
  | 'delivered'
  /** It may still arrive. */
  | 'too-early'
  | 'too-late'
  /** The seller accepts no returns of items as described. */
  | 'no-returns'
  /** All units are cancelled or in open cases. */
  | 'no-unit-left'
  /** The buyer's bank decides, or has paid the buyer back. */
  | 'disputed'

/** Facts that decide whether a case can be opened (seller-hubs 2.6, 5.5). */
export interface OpeningFacts {
  kind: CaseKind
  reason: CaseReason
  units: number
  /** Shipped units not in an open case. */
  freeUnits: number
  isPaid: boolean
  /** Whether a payment dispute of the order is open or was not won. */
  isDisputed: boolean
  isShipped: boolean
  isDelivered: boolean
  /** Whether a carrier reports delivery; untracked letters have no proof. */
  hasProof: boolean
  /** Delivery, or else the latest estimate. */
  arrivedAt: Date | null
  /** Return period in days by the listing's policy; null if none. */
  returnDays: number | null
  now: Date
  deadlines: Pick<Deadlines, 'notAsDescribedWindow'>
}

export function openingRefusal(facts: OpeningFacts): OpeningRefusal | null {
  if (!facts.isPaid) return 'not-paid'
  if (facts.isDisputed) return 'disputed'
  if (!facts.isShipped) return 'not-shipped'
  const refusal = facts.kind === 'RETURN' ? returnRefusal(facts) : notReceivedRefusal(facts)
  if (refusal) return refusal
  return facts.units < 1 || facts.units > facts.freeUnits ? 'no-unit-left' : null
}

function returnRefusal({
  reason,
  isDelivered,
  arrivedAt,
  returnDays,
  now,
  deadlines,
}: OpeningFacts): OpeningRefusal | null {
  if (!isDelivered) return 'not-delivered'
  const ofSeller = (returnDays ?? 0) * day
  if (isRemorse(reason) && ofSeller === 0) return 'no-returns'
  const window = isRemorse(reason) ? ofSeller : Math.max(ofSeller, deadlines.notAsDescribedWindow)
  return arrivedAt && now.getTime() - arrivedAt.getTime() > window ? 'too-late' : null
}

function notReceivedRefusal({ hasProof, arrivedAt, now }: OpeningFacts): OpeningRefusal | null {
  if (hasProof) return 'delivered'
  return arrivedAt && now < arrivedAt ? 'too-early' : null
}
