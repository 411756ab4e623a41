import { sellerSteps, type CaseFacts, type SellerStep } from '#features/core/order/order-case.ts'
import { feeBackMinor, type LineFees } from './case-money.ts'
import { partsOf, probeStep, refundableMinor, type CaseSetting, type Circumstances } from './case-course.ts'
import type { CaseRefusal } from './case-states.ts'

/** What an answer costs, in minor units. */
export interface AnswerMoney {
  refundMinor: number
  /** Of a label for the way back; null where there is one and nobody has said what it costs. */
  labelMinor: number | null
  feeBackMinor: number
}

/** What is lost by it all in all. */
export const costMinor = ({ refundMinor, labelMinor, feeBackMinor: back }: AnswerMoney) =>
  refundMinor + (labelMinor ?? 0) - back

/** An answer that the seller may give, with what follows from it before it is chosen. */
export interface CaseAnswer {
  step: SellerStep
  /** The case as it would stand. */
  after: CaseFacts
  /** Each part that may be offered has its own cost; every other answer has one. */
  costs: readonly { percent: number | null; money: AnswerMoney }[]
  /** What it costs if the marketplace decides for the buyer; null where it will not be asked. */
  ifLost: AnswerMoney | null
}

interface AnswersOf {
  facts: CaseFacts
  circumstances: Circumstances
  setting: CaseSetting
  /** Null where no fees are known in the currency. */
  fees: LineFees | null
  labelMinor: number | null
  now: Date
}

/** Answers after which the buyer may call the marketplace. */
const contested: readonly SellerStep[] = ['decline', 'show-tracking', 'ask-marketplace']

/** The answers that are possible now, by the table of states that also judges them; and those that are not, with the reason. */
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

function answerOf(step: SellerStep, after: CaseFacts, of: AnswersOf): CaseAnswer {
  const percents = step === 'offer-part' ? partsOf(of.setting.partRefund) : [null]
  return {
    step,
    after,
    costs: percents.map((percent) => ({ percent, money: moneyOf(step, percent, of) })),
    ifLost: contested.includes(step) ? withFees(refundableMinor(of.circumstances), of, 0) : null,
  }
}

function moneyOf(step: SellerStep, percent: number | null, of: AnswersOf): AnswerMoney {
  const { facts, circumstances } = of
  const whole = refundableMinor(circumstances)
  if (step === 'refund')
    return withFees(facts.state === 'REFUND_FAILED' ? Math.min(facts.refundMinor ?? 0, whole) : whole, of, 0)
  // What is accepted now is refunded once it is back.
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

/** Whether the table of states has the seller send a label. */
function owesLabel({ facts, circumstances, setting, now }: AnswersOf): boolean {
  const accepted = probeStep(facts, 'accept', { ...circumstances, at: now }, setting)
  return accepted.ok && accepted.after.state === 'RETURN_LABEL_PENDING'
}

const withFees = (refundMinor: number, { fees }: AnswersOf, labelMinor: number | null): AnswerMoney => ({
  refundMinor,
  labelMinor,
  feeBackMinor: fees ? feeBackMinor(fees, refundMinor) : 0,
})
