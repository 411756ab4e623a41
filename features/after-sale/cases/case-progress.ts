import { isClosed, type CaseFacts, type CaseRule, type CaseState } from '#features/core/order/order-case.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { CaseSetting } from './case-course.ts'
import { isLate, whoseTurn } from './case-states.ts'

export const caseStages = [
  'asked',
  'reported',
  'answer',
  'buyer',
  'back',
  'here',
  'replacement',
  'marketplace',
  'refund',
  'end',
] as const
export type CaseStage = (typeof caseStages)[number]

const stationOf: Record<CaseState, CaseStage> = {
  RETURN_REQUESTED: 'answer',
  RETURN_REQUEST_TIMEOUT: 'answer',
  PARTIAL_REFUND_REQUESTED: 'buyer',
  REPLACEMENT_OFFER_PENDING: 'buyer',
  REPLACEMENT_STARTED: 'replacement',
  REPLACEMENT_REQUEST_TIMEOUT: 'replacement',
  REPLACEMENT_SHIPPED: 'replacement',
  RETURN_LABEL_PENDING: 'answer',
  RETURN_LABEL_PENDING_TIMEOUT: 'answer',
  ITEM_READY_TO_SHIP: 'back',
  ITEM_SHIPPED: 'back',
  ITEM_DELIVERED: 'here',
  RETURN_REJECTED: 'buyer',
  WAITING_SELLER_RESPONSE: 'answer',
  SELLER_RESPONSE_TIMEOUT: 'answer',
  WAITING_BUYER_RESPONSE: 'buyer',
  REFUND_INITIATED: 'refund',
  REFUND_FAILED: 'refund',
  ESCALATED: 'marketplace',
  CLOSED: 'end',
  CLOSED_SELLER: 'end',
  CLOSED_BUYER: 'end',
}

const usualWay: Record<CaseFacts['kind'], readonly CaseStage[]> = {
  RETURN: ['answer', 'back', 'here', 'refund'],
  NOT_RECEIVED: ['answer', 'buyer', 'end'],
}

const stationRules: Partial<Record<CaseStage, CaseRule>> = {
  back: 'returnAutoClose',
  refund: 'returnRefundAfterDelivery',
  marketplace: 'caseDecision',
}

export interface ProgressStep {
  station: CaseStage
  stand: 'done' | 'now' | 'next'
  /** When it was reached; for the current one, its deadline. */
  at: Date | null
  isLate: boolean
  /** Allowed time of a future step. */
  term: CaseSetting['terms'][CaseRule] | null
}

interface TimedStep {
  at: Date
  after: CaseFacts
}

/** Progress of a case: completed steps with their times, the current one, and the usual ones ahead. */
export function caseProgress(steps: readonly TimedStep[], { terms }: Pick<CaseSetting, 'terms'>): ProgressStep[] {
  const first = assertDefined(steps[0], 'a case begins with a step')
  const last = steps.at(-1) ?? first
  const { kind, state, deadline } = last.after
  const passed = steps.map(({ at, after }) => ({ station: stationOf[after.state], at }))
  const present = stationOf[state]
  const start: ProgressStep = {
    station: kind === 'RETURN' ? 'asked' : 'reported',
    stand: 'done',
    at: first.at,
    isLate: false,
    term: null,
  }
  // Only steps left for good: one the case returned to is the current one.
  const done = caseStages.flatMap((station): ProgressStep[] => {
    const left = station === present ? -1 : passed.findLastIndex((each) => each.station === station)
    const at = passed[left + 1]?.at ?? null
    return left < 0 ? [] : [{ station, stand: 'done', at, isLate: false, term: null }]
  })
  const now: ProgressStep = {
    station: present,
    stand: isClosed(state) ? 'done' : 'now',
    at: isClosed(state) ? last.at : deadline && new Date(deadline.at),
    isLate: isLate(state) && whoseTurn[state] === 'SELLER',
    term: null,
  }
  return [start, ...done, now, ...ahead(last.after, present, terms)]
}

function ahead({ kind, state }: CaseFacts, present: CaseStage, terms: CaseSetting['terms']): ProgressStep[] {
  if (isClosed(state)) return []
  const usual = usualWay[kind]
  const at = usual.indexOf(present)
  const left = at < 0 ? (present === 'refund' ? [] : (['end'] as const)) : usual.slice(at + 1)
  return left.map((station) => {
    const rule = stationRules[station]
    return { station, stand: 'next', at: null, isLate: false, term: rule ? terms[rule] : null }
  })
}
