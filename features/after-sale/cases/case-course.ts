import {
  isRemorse,
  type CaseDeadline,
  type CaseFacts,
  type CaseKind,
  type CaseParcel,
  type CaseReason,
  type CaseStep,
  type CaseRule,
} from '#features/core/order/order-case.ts'
import type { PartRefund, PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { firstState, nextCaseState, ruleOf, timedStates, type CaseEffect, type CaseRefusal } from './case-states.ts'
import { addWorkingDays } from '#lib/business-calendar.ts'
import { dateAt, endOfDay, type LocalDate } from '#lib/zoned-time.ts'

export interface CaseSetting extends CaseTerms {
  partRefund: PartRefund
}

export const caseSetting = (pack: PolicyPack, seller: CountedSeller): CaseSetting => ({
  ...caseTerms(pack, seller),
  partRefund: pack.partRefund,
})

/** Facts at the time of a step, besides the case itself. */
export interface Circumstances {
  /** Units available as replacement. */
  available: number
  /** Refundable price and tax of the units, in minor units. */
  itemMinor: number
  /** Refundable shipping of the units; zero for buyer's remorse. */
  shippingMinor: number
}

export const refundableMinor = ({ itemMinor, shippingMinor }: Pick<Circumstances, 'itemMinor' | 'shippingMinor'>) =>
  itemMinor + shippingMinor

export interface TakenStep {
  step: CaseStep
  at: Date
  percent?: number | null
  parcel?: CaseParcel | null
}

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

/** Applies a step. Deadlines count from its time. */
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
  // A declined offer restores the original deadline, even if it has passed.
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
  // Other refunds may have reduced the amount since the refusal.
  if (effects.includes('refund-again')) return Math.min(before.refundMinor ?? 0, refundableMinor(money))
  return before.refundMinor
}

/** A percentage of an amount in minor units, rounded half up, at least 1. */
export function partMinor(minor: number, percent: number): number {
  return Math.max(1, Math.floor((minor * percent + 50) / 100))
}

/** Offerable percentages. */
export function partsOf({ least, most, step }: PartRefund): number[] {
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, index) => least + index * step)
}

/** Placeholder for a parcel not known yet. */
const someParcel: CaseParcel = { carrier: '-', trackingNumber: '-' }

/** Simulates a step, with its percentage and parcel if required: whether it is possible, and its cost. */
export function probeStep(
  facts: CaseFacts,
  step: CaseStep,
  { at, percent, ...circumstances }: Circumstances & { at: Date; percent?: number },
  setting: CaseSetting,
): CaseOutcome {
  const taken = { step, at, percent: percent ?? setting.partRefund.least }
  const plain = stepCase(facts, taken, circumstances, setting)
  return plain.ok || plain.reason !== 'no-tracking'
    ? plain
    : stepCase(facts, { ...taken, parcel: someParcel }, circumstances, setting)
}

export function nextTimer(facts: CaseFacts): Date | null {
  return facts.deadline && timedStates.includes(facts.state) ? new Date(facts.deadline.at) : null
}

type CaseTerms = ReturnType<typeof caseTerms>

/** The seller: days are in their time zone, and public holidays of their region are excluded. */
interface CountedSeller {
  timeZone: string
  holidays?: readonly LocalDate[]
  /** `GB`, `DE-BY`; null if unknown. */
  holidayRegion?: string | null
}

export function caseTerms(
  { id, asOf, deadlines, businessDays }: PolicyPack,
  { timeZone, holidays = [], holidayRegion = null }: CountedSeller,
) {
  return {
    terms: deadlines,
    calendar: {
      /** Stored with each deadline. */
      name: [`${id} ${asOf}`, holidayRegion].filter(Boolean).join(', '),
      timeZone,
      /** ISO weekdays, Monday 1 to Sunday 7. */
      workingDays: businessDays,
      holidays,
    },
  }
}

/**
 * Deadline that starts at a time. Working days exclude the first day and end with the last second of the last; a
 * duration is added as is.
 */
export function deadlineAfter(from: Date, rule: CaseRule, { terms, calendar }: CaseTerms): CaseDeadline {
  const term = terms[rule]
  const named = { rule, calendar: calendar.name }
  if ('milliseconds' in term)
    return { at: new Date(from.getTime() + term.milliseconds).toISOString(), ...named, days: [] }
  const days: LocalDate[] = []
  let day = dateAt(from, calendar.timeZone)
  for (let left = term.workingDays; left > 0; left -= 1) {
    day = addWorkingDays(day, 1, calendar)
    days.push(day)
  }
  return { at: endOfDay(day, calendar.timeZone).toISOString(), ...named, days }
}
