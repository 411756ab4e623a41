import type { CaseFacts } from '#features/core/order/order-case.ts'
import type { Texts } from '#texts/texts.ts'

interface StepShowing {
  currency: string
  amount?: Texts['money']
}

/** Text of a step: "accepted", "refund of £36.50 sent". */
export function caseStepWords(
  { kind, step, state, offerPercent, refundMinor, parcel }: CaseFacts,
  { currency, amount }: StepShowing,
  texts: Texts,
): string {
  return texts.t(`cases.step.${step}`, {
    kind,
    percent: offerPercent ?? 0,
    amount: (amount ?? texts.money)({ minor: refundMinor ?? 0, currency }),
    parcel: parcel ? `${parcel.carrier} ${parcel.trackingNumber}` : '',
    state: texts.t(`cases.state.${state}`),
  })
}

/** The same as an entry of the order's timeline. */
export const caseEventWords = (number: string, facts: CaseFacts, on: StepShowing, texts: Texts): string =>
  texts.t('cases.event', { kind: facts.kind, number, step: caseStepWords(facts, on, texts) })
