import type { Row } from '#db/schema.ts'
import type { CaseKind } from '#features/core/order/order-case.ts'
import { availableAt, type PayoutRules } from '#features/core/policy-pack/payout-rules.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'

// Holds: why an order's money is kept back, and until when (seller-hubs 2.8). Pure.

export type HoldReason = Row<'holds'>['reason']
export type HoldState = Row<'holds'>['state']

export const holdReasons = [
  'RETURN_OPEN',
  'NOT_RECEIVED',
  'NOT_DELIVERED',
  'NEW_SELLER',
  'DISPUTE',
  'MARKETPLACE',
] as const satisfies readonly HoldReason[]

/** Reasons of holds that the marketplace places and releases; the hub places the others itself. */
export const reportedReasons = ['DISPUTE', 'NEW_SELLER', 'MARKETPLACE'] as const
export type ReportedReason = (typeof reportedReasons)[number]

/** Whether the marketplace placed the hold, so that the hub leaves it in place. */
export const isReported = (reason: HoldReason): reason is ReportedReason =>
  reportedReasons.some((each) => each === reason)

export const holdTable: StateTable<HoldState, 'release', null, 'released-already'> = {
  refusalOf: () => 'released-already',
  ways: { HELD: { release: [{ next: 'RELEASED' }] }, RELEASED: {} },
}

export const releasedHold = (state: HoldState) => takeStep(holdTable, { state, event: 'release', facts: null })

export interface OpenCase {
  kind: CaseKind
  openedAt: Date
}

export interface HoldFacts {
  paidAt: Date
  isShipped: boolean
  deliveredAt: Date | null
  latestDelivery: Date | null
  openCases: readonly OpenCase[]
  isNewSeller: boolean
}

export interface PlannedHold {
  reason: Exclude<HoldReason, ReportedReason>
  /** When it is expected to end; null if that depends on the case. */
  releaseAt: Date | null
  latestAt: Date
}

type Rules = Pick<PayoutRules, 'availableAfter' | 'holdRelease'>

const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds)
const earliest = (...times: Date[]) => new Date(Math.min(...times.map((at) => at.getTime())))

/**
 * The hold that an order should have now; null if its money is free. An open case holds it, for a limited time. Money of
 * a new seller waits for the delivery once it would be available.
 */
export function wantedHold(facts: HoldFacts, now: Date, rules: Rules): PlannedHold | null {
  const ofCases = facts.openCases
    .map((each) => holdOfCase(each, rules))
    .filter(({ latestAt }) => latestAt > now)
    .toSorted((a, b) => a.latestAt.getTime() - b.latestAt.getTime())
  const ofDelivery =
    facts.isNewSeller && availableAt(facts.paidAt, rules) <= now ? holdUntilDelivery(facts, now, rules) : null
  return ofCases[0] ?? (ofDelivery && ofDelivery.endsAt > now ? ofDelivery.hold : null)
}

function holdOfCase({ kind, openedAt }: OpenCase, { holdRelease }: Rules): PlannedHold {
  return {
    reason: kind === 'RETURN' ? 'RETURN_OPEN' : 'NOT_RECEIVED',
    releaseAt: null,
    latestAt: later(openedAt, holdRelease.atMost),
  }
}

/** `endsAt` is certain as of now; the expected end assumes a delivery as estimated, while that is ahead. */
function holdUntilDelivery(
  { paidAt, isShipped, deliveredAt, latestDelivery }: HoldFacts,
  now: Date,
  { holdRelease }: Rules,
): { hold: PlannedHold; endsAt: Date } {
  const latestAt = earliest(
    later(paidAt, holdRelease.afterPayment),
    later(paidAt, holdRelease.atMost),
    ...(isShipped && latestDelivery ? [later(latestDelivery, holdRelease.afterLatestDelivery)] : []),
  )
  const delivery = deliveredAt ?? latestDelivery
  const expected = delivery ? earliest(later(delivery, holdRelease.afterDelivery), latestAt) : latestAt
  const releaseAt = deliveredAt || expected > now ? expected : latestAt
  return { hold: { reason: 'NOT_DELIVERED', releaseAt, latestAt }, endsAt: deliveredAt ? releaseAt : latestAt }
}

export interface CurrentHold {
  reason: HoldReason
  releaseAt: Date | null
}

/** Whether the marketplace's own hold stays: until it releases it, or the time it named. */
export const isKept = ({ reason, releaseAt }: CurrentHold, now: Date) =>
  isReported(reason) && (releaseAt === null || releaseAt > now)
