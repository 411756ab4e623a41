import { parcelField } from '#features/shipping/fulfilment/ship-form.ts'
import { codeOf, secretOf, textOf } from '#lib/form-fields.ts'
import type { CaseFormAnswer } from './case-form.ts'

export function caseValues(form: FormData): CaseFormAnswer['values'] {
  return {
    step: textOf(form, 'step'),
    percent: textOf(form, 'percent'),
    tracking: codeOf(form, parcelField('tracking', 1)),
    carrier: textOf(form, parcelField('carrier', 1)),
    message: secretOf(form, 'answerMessage'),
  }
}
