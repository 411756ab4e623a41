import type { CaseFacts } from '#features/core/order/order-case.ts'
import type { Texts } from '#texts/texts.ts'
import { costMinor, type AnswerMoney, type CaseAnswer } from './case-answers.ts'
import type { CaseSetting } from './case-course.ts'

export interface TwoLines {
  main: string
  second: string | null
}

export type AnswerModel = ReturnType<typeof answerModel>

/** Cases decided for buyers, of the orders sold since a moment. */
export interface LostCases {
  cases: number
  orders: number
  since: Date
}

interface AnswerFor {
  facts: CaseFacts
  buyer: string
  currency: string
  lost: LostCases
  setting: CaseSetting
  texts: Texts
}

export function answerModel(answer: CaseAnswer, of: AnswerFor) {
  const { texts, buyer, facts } = of
  const { t } = texts
  const { step } = answer
  const amount = texts.money({ minor: answer.costs[0]?.money.refundMinor ?? 0, currency: of.currency })
  const keeps = facts.state !== 'ITEM_DELIVERED' && facts.state !== 'REFUND_FAILED' && facts.kind === 'RETURN'
  return {
    step,
    // Also the button's text.
    name: t(`case.answer.${step}`, { amount }),
    note:
      step === 'refund'
        ? t(keeps ? 'case.answer.refund.keeps' : 'case.answer.refund.note', { buyer })
        : t(`case.answer.${step}.note`, { buyer }),
    // Cost of each offered percentage; a single entry if there is no choice.
    costs: answer.costs.map(({ percent, money }) => ({
      percent,
      label: t('case.answer.part', {
        percent: percent ?? 0,
        amount: texts.money({ minor: money.refundMinor, currency: of.currency }),
      }),
      money: moneyLines(answer, money, percent, of),
    })),
    due: dueLines(answer.after, of),
    level: levelLines(answer, of),
    // Whether carrier and tracking number are required, optional or absent.
    tracking: trackingOf(answer),
  }
}

function trackingOf({ step, after }: CaseAnswer) {
  if (step === 'accept') return after.state === 'RETURN_LABEL_PENDING' ? 'optional' : null
  return step === 'give-label' || step === 'ship-replacement' || step === 'show-tracking' ? 'needed' : null
}

function moneyLines({ step, ifLost }: CaseAnswer, money: AnswerMoney, percent: number | null, of: AnswerFor): TwoLines {
  const { t } = of.texts
  const inMoney = (minor: number) => of.texts.money({ minor, currency: of.currency })
  const signed = (minor: number) => (minor > 0 ? `−${inMoney(minor)}` : inMoney(0))
  const parts = [
    percent === null ? null : t('case.money.percent', { percent }),
    money.refundMinor > 0 ? t('case.money.refund', { amount: inMoney(money.refundMinor) }) : null,
    money.labelMinor ? t('case.money.label', { amount: inMoney(money.labelMinor) }) : null,
    money.labelMinor === null ? t('case.money.someLabel') : null,
    money.feeBackMinor > 0 ? t('case.money.feeBack', { amount: inMoney(money.feeBackMinor) }) : null,
    step === 'offer-replacement' || step === 'ship-replacement' ? t('case.money.item') : null,
    ifLost ? t('case.money.lost', { amount: signed(costMinor(ifLost)) }) : null,
  ]
  return { main: signed(costMinor(money)), second: parts.filter((part) => part !== null).join(', ') || null }
}

function dueLines({ state, deadline, answerBy }: CaseFacts, { texts, setting }: AnswerFor): TwoLines {
  const { t } = texts
  const dayOf = (at: string) => texts.moment(new Date(at), 'day')
  const day = deadline ? dayOf(deadline.at) : ''
  const refundTerm = setting.terms.returnRefundAfterDelivery
  switch (state) {
    case 'ITEM_READY_TO_SHIP':
      return {
        main: t(`case.next.${state}`, { day }),
        second: 'workingDays' in refundTerm ? t(`case.next.${state}.note`, { n: refundTerm.workingDays }) : null,
      }
    case 'PARTIAL_REFUND_REQUESTED':
    case 'REPLACEMENT_OFFER_PENDING':
      return { main: t(`case.next.${state}`), second: t('case.next.offer.note', { day: dayOf(answerBy.at) }) }
    case 'ITEM_DELIVERED':
    case 'REPLACEMENT_SHIPPED':
    case 'RETURN_REJECTED':
    case 'WAITING_BUYER_RESPONSE':
    case 'REFUND_INITIATED':
      return { main: t(`case.next.${state}`, { day }), second: t(`case.next.${state}.note`, { day }) }
    case 'RETURN_LABEL_PENDING':
    case 'ESCALATED':
      return { main: t(`case.next.${state}`, { day }), second: null }
    default:
      return { main: t(`cases.state.${state}`), second: null }
  }
}

/** A case decided for the buyer counts as a defect (seller-hubs 2.1). */
function levelLines({ ifLost }: CaseAnswer, { lost, texts: { t, moment, number } }: AnswerFor) {
  if (!ifLost) return { main: t('case.level.none'), second: null, isWarning: false }
  return {
    main: t('case.level.case', { n: lost.cases + 1 }),
    second: t('case.level.since', { orders: number(lost.orders), since: moment(lost.since, 'date') }),
    isWarning: true,
  }
}
