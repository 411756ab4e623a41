import type { Texts } from '#texts/texts.ts'
import type { PayNow } from '../payouts/pay-now.ts'

export interface PayNowModel {
  label: string
  /** Why it is disabled; null if it is not. */
  reason: string | null
}

export function payNowModel(now: PayNow, texts: Texts): PayNowModel {
  const { t, money, list } = texts
  return now.ok
    ? {
        label: t('payments.payNow.amounts', { amounts: list(now.amounts.map((amount) => money(amount))) }),
        reason: null,
      }
    : { label: t('payments.payNow'), reason: payNowReason(now, texts) }
}

export const payNowReason = ({ refusal, accountFrom }: Extract<PayNow, { ok: false }>, { t, moment }: Texts): string =>
  refusal === 'account' && accountFrom
    ? t('payments.payNow.account', { date: moment(accountFrom, 'full') })
    : t(`payments.payNow.${refusal}`)
