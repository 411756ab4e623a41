import { isRemorse, type CaseKind, type CaseReason } from '#features/core/order/order-case.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'

/** Why no case can be opened. */
export type OpeningRefusal =
  | 'not-paid'
  /** Nothing has left yet: the order can be cancelled. */
  | 'not-shipped'
  | 'not-delivered'
  | 'delivered'
  /** It may still come. */
  | 'too-early'
  | 'too-late'
  /** The seller takes nothing back that is as described. */
  | 'no-returns'
  /** Each unit is in an open case already, or was cancelled. */
  | 'no-unit-left'

/** What decides whether a case can be opened (seller-hubs 2.6, 5.5). */
export interface OpeningFacts {
  kind: CaseKind
  reason: CaseReason
  units: number
  /** Units that have left and are in no open case. */
  freeUnits: number
  isPaid: boolean
  isShipped: boolean
  isDelivered: boolean
  /** Whether a carrier says when: of a letter nobody knows. */
  hasProof: boolean
  /** When it arrived, or else by when it was to. */
  arrivedAt: Date | null
  /** In how many days the seller takes things back, by the listing's terms; null where it has none. */
  returnDays: number | null
  now: Date
  deadlines: Pick<Deadlines, 'notAsDescribedWindow'>
}

/** Why a buyer may not open a case; null where they may. */
export function openingRefusal(facts: OpeningFacts): OpeningRefusal | null {
  if (!facts.isPaid) return 'not-paid'
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
