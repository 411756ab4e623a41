import { oneOf, textOf } from '#lib/form-fields.ts'
import { chosenReasons } from './refund.ts'
import { lineField, refundScopes, type RefundValues } from './refund-form.ts'

export function refundValues(form: FormData, lines: readonly { line: number }[]): RefundValues {
  return {
    key: textOf(form, 'key'),
    scope: oneOf(form, 'scope', refundScopes) ?? 'rest',
    lines: Object.fromEntries(lines.map(({ line }) => [line, textOf(form, lineField(line))])),
    shipping: textOf(form, 'shipping'),
    extras: textOf(form, 'extras'),
    amount: textOf(form, 'amount'),
    reason: oneOf(form, 'reason', chosenReasons) ?? '',
    cancels: form.has('cancels'),
    cancelReason: textOf(form, 'cancelReason'),
  }
}
