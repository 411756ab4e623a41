import type { Texts } from '#texts/texts.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import { refuse } from '#web/refusals.ts'
import { lineField, type RefundScope } from './refund-form.ts'
import type { RefundOutcome } from './refund.ts'

export const unreadAmounts = (ids: readonly string[], currency: string, texts: Texts) =>
  Object.fromEntries(ids.map((id) => [id, texts.t('refund.error.amount', { example: exampleAmount(currency, texts) })]))

interface Told {
  texts: Texts
  currency: string
  titles: ReadonlyMap<number, string>
  /** Titles of the extras. */
  extras: string
  scope: RefundScope
}

/** Explains a refused refund by field, with the refundable amount. Throws 404 if the order does not exist. */
export function refusedRefund(
  outcome: RefundOutcome & { ok: false },
  { texts, currency, titles, extras, scope }: Told,
) {
  const { t, money } = texts
  switch (outcome.reason) {
    case 'unknown':
      throw refuse('not-found')
    case 'other-request': {
      const { amountMinor, reason } = outcome.made
      const amount = money({ minor: amountMinor, currency })
      return { form: t('refund.error.otherRequest', { amount, reason: t(`order.refundReason.${reason}`) }) }
    }
    case 'not-paid':
      return { form: t('refund.error.notPaid') }
    case 'nothing-left':
      return { form: t('refund.error.nothingLeft') }
    case 'nothing-chosen':
      return { form: t('refund.error.nothingChosen') }
    case 'more-than-left':
      return Object.fromEntries(
        outcome.over.map(({ of, leftMinor }) => {
          const left = money({ minor: leftMinor, currency })
          if (of === 'order') return [scope === 'amount' ? 'amount' : 'form', t('refund.error.tooMuch', { left })]
          if (of === 'extras') return [of, t('refund.error.tooMuchOf', { of: extras, left })]
          const title = of === 'shipping' ? t('word.shipping') : (titles.get(of) ?? '')
          return [of === 'shipping' ? of : lineField(of), t('refund.error.tooMuchOf', { of: title, left })]
        }),
      )
  }
}
