import { sellerSteps, type CaseFacts, type SellerStep } from '#features/core/order/order-case.ts'
import { feeBackMinor, type LineFees } from './case-money.ts'
import { partsOf, probeStep, refundableMinor, type CaseSetting, type Circumstances } from './case-course.ts'
import type { CaseRefusal } from './case-states.ts'

export interface AnswerMoney {
  refundMinor: number
  /** Return label; null if one is needed but its price is not set. */
  labelMinor: number | null
  feeBackMinor: number
}

export const costMinor = ({ refundMinor, labelMinor, feeBackMinor: back }: AnswerMoney) =>
  refundMinor + (labelMinor ?? 0) - back

export type CaseAnswer = ReturnType<typeof answerOf>

interface AnswersOf {
  facts: CaseFacts
  circumstances: Circumstances
  setting: CaseSetting
  /** Null if no fees are known in the currency. */
  fees: LineFees | null
  labelMinor: number | null
  now: Date
}

/** Answers after which the buyer may escalate. */
const contested: readonly SellerStep[] = ['decline', 'show-tracking', 'ask-marketplace']

export function answersOf(of: AnswersOf): {
  possible: CaseAnswer[]
  impossible: { step: SellerStep; reason: CaseRefusal }[]
} {
  const probed = sellerSteps.map((step) => ({
    step,
    outcome: probeStep(of.facts, step, { ...of.circumstances, at: of.now }, of.setting),
  }))
  return {
    possible: probed.flatMap(({ step, outcome }) => (outcome.ok ? [answerOf(step, outcome.after, of)] : [])),
    impossible: probed.flatMap(({ step, outcome }) =>
      outcome.ok || outcome.reason === 'not-possible-now' ? [] : [{ step, reason: outcome.reason }],
    ),
  }
}

function answerOf(step: SellerStep, after: CaseFacts, of: AnswersOf) {
  const percents = step === 'offer-part' ? partsOf(of.setting.partRefund) : [null]
  return {
    step,
    after,
    // One entry per offered percentage; otherwise a single one.
    costs: percents.map((percent) => ({ percent, money: moneyOf(step, percent, of) })),
    // Cost if the marketplace decides for the buyer; null if it will not be involved.
    ifLost: contested.includes(step) ? withFees(refundableMinor(of.circumstances), of, 0) : null,
  }
}

function moneyOf(step: SellerStep, percent: number | null, of: AnswersOf): AnswerMoney {
  const { facts, circumstances } = of
  const whole = refundableMinor(circumstances)
  if (step === 'refund')
    return withFees(facts.state === 'REFUND_FAILED' ? Math.min(facts.refundMinor ?? 0, whole) : whole, of, 0)
  // An accepted return is refunded after it arrives.
  if (step === 'accept') return withFees(whole, of, owesLabel(of) ? of.labelMinor : 0)
  if (step === 'give-label') return withFees(0, of, of.labelMinor)
  if (step !== 'offer-part') return withFees(0, of, 0)
  const offered = probeStep(
    { ...facts, state: 'PARTIAL_REFUND_REQUESTED', offerPercent: percent },
    'take-offer',
    { ...circumstances, at: of.now },
    of.setting,
  )
  return withFees(offered.ok ? (offered.after.refundMinor ?? 0) : 0, of, 0)
}

function owesLabel({ facts, circumstances, setting, now }: AnswersOf): boolean {
  const accepted = probeStep(facts, 'accept', { ...circumstances, at: now }, setting)
  return accepted.ok && accepted.after.state === 'RETURN_LABEL_PENDING'
}

const withFees = (refundMinor: number, { fees }: AnswersOf, labelMinor: number | null): AnswerMoney => ({
  refundMinor,
  labelMinor,
  feeBackMinor: fees ? feeBackMinor(fees, refundMinor) : 0,
})
