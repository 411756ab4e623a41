import {
  isRemorse,
  type CaseDeadline,
  type CaseFacts,
  type CaseKind,
  type CaseParcel,
  type CaseReason,
  type CaseStep,
} from '#features/core/order/order-case.ts'
import type { PartRefund, PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { caseTerms, deadlineAfter, type CaseTerms, type CountedSeller } from './case-deadline.ts'
import { firstState, nextCaseState, ruleOf, timedStates, type CaseEffect, type CaseRefusal } from './case-states.ts'

/** By which rules cases of a seller go on. */
export interface CaseSetting extends CaseTerms {
  partRefund: PartRefund
}

/** The rules of a marketplace for a seller's cases. */
export const caseSetting = (pack: PolicyPack, seller: CountedSeller): CaseSetting => ({
  ...caseTerms(pack, seller),
  partRefund: pack.partRefund,
})

/** What is so at the moment of a step, besides the case itself. */
export interface Circumstances {
  /** How many more could be sent in its place. */
  available: number
  /** What of the units' price and tax can still go back, in minor units. */
  itemMinor: number
  /** The same of their shipping; nothing where the buyer has changed their mind. */
  shippingMinor: number
}

/** All that can still go back of what a case is about. */
export const refundableMinor = ({ itemMinor, shippingMinor }: Pick<Circumstances, 'itemMinor' | 'shippingMinor'>) =>
  itemMinor + shippingMinor

/** A step, with what it says. */
export interface TakenStep {
  step: CaseStep
  at: Date
  percent?: number | null
  parcel?: CaseParcel | null
}

/** A case that the buyer opens. */
export function openedCase(
  { kind, reason, line, units, at }: { kind: CaseKind; reason: CaseReason; line: number; units: number; at: Date },
  setting: CaseSetting,
): CaseFacts {
  const state = firstState[kind]
  const answerBy = deadlineAfter(at, kind === 'RETURN' ? 'returnSellerResponse' : 'inquirySellerResponse', setting)
  return {
    kind,
    state,
    step: 'open',
    reason,
    line,
    units,
    deadline: answerBy,
    answerBy,
    offerPercent: null,
    refundMinor: null,
    parcel: null,
  }
}

export type CaseOutcome =
  | { ok: true; after: CaseFacts; effects: readonly CaseEffect[] }
  | { ok: false; reason: CaseRefusal }

/** What a step makes of a case. Deadlines are counted from the moment of the step. */
export function stepCase(
  before: CaseFacts,
  { step, at, percent = null, parcel = null }: TakenStep,
  circumstances: Circumstances,
  setting: CaseSetting,
): CaseOutcome {
  const outcome = nextCaseState(before, step, {
    owesLabel: !isRemorse(before.reason) && parcel === null,
    partIsOffered: percent !== null && partsOf(setting.partRefund).includes(percent),
    hasReplacement: circumstances.available >= before.units,
    refundableMinor: refundableMinor(circumstances),
    hasTracking: parcel !== null,
    isLate: at >= new Date(before.answerBy.at),
  })
  if (!outcome.ok) return outcome
  const { next, effects } = outcome
  const offerPercent = step === 'offer-part' ? percent : before.offerPercent
  const after: CaseFacts = {
    ...before,
    state: next,
    step,
    deadline: deadlineOf(before, next, at, setting),
    offerPercent,
    refundMinor: refundOf(before, effects, { ...circumstances, offerPercent }),
    parcel: parcel ?? before.parcel,
  }
  return { ok: true, after, effects }
}

function deadlineOf(before: CaseFacts, next: CaseFacts['state'], at: Date, setting: CaseSetting): CaseDeadline | null {
  // An offer that is refused leaves the time that there was, or that is over.
  const first = firstState[before.kind]
  if (next === first || (next === 'RETURN_REQUEST_TIMEOUT' && before.state !== first)) return before.answerBy
  const rule = ruleOf[next]
  if (rule === 'kept') return before.deadline
  return rule && deadlineAfter(at, rule, setting)
}

function refundOf(
  before: CaseFacts,
  effects: readonly CaseEffect[],
  { offerPercent, ...money }: Circumstances & { offerPercent: number | null },
): number | null {
  if (effects.includes('refund-whole')) return refundableMinor(money)
  if (effects.includes('refund-part')) return partMinor(money.itemMinor, offerPercent ?? 0)
  // Some of it may have gone back another way since it was refused.
  if (effects.includes('refund-again')) return Math.min(before.refundMinor ?? 0, refundableMinor(money))
  return before.refundMinor
}

/** A part of an amount in minor units, rounded half up and never nothing. */
export function partMinor(minor: number, percent: number): number {
  return Math.max(1, Math.floor((minor * percent + 50) / 100))
}

/** The parts of the money, in percent, that may be offered. */
export function partsOf({ least, most, step }: PartRefund): number[] {
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, index) => least + index * step)
}

/** A parcel that a step may name once it is known. */
const someParcel: CaseParcel = { carrier: '-', trackingNumber: '-' }

/** What a step would make of a case, told its part and its parcel where it needs them: whether it can be offered, and what it costs. */
export function probeStep(
  facts: CaseFacts,
  step: CaseStep,
  { at, percent, ...circumstances }: Circumstances & { at: Date; percent?: number },
  setting: CaseSetting,
): CaseOutcome {
  const told = { step, at, percent: percent ?? setting.partRefund.least }
  const plain = stepCase(facts, told, circumstances, setting)
  return plain.ok || plain.reason !== 'no-tracking'
    ? plain
    : stepCase(facts, { ...told, parcel: someParcel }, circumstances, setting)
}

/** When something happens by itself next; null where nothing does. */
export function nextTimer(facts: CaseFacts): Date | null {
  return facts.deadline && timedStates.includes(facts.state) ? new Date(facts.deadline.at) : null
}
