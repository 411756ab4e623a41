import { secretOf, textOf } from '#lib/form-fields.ts'
import type { DisputeFormAnswer } from './dispute-form.ts'

export const disputeValues = (form: FormData): DisputeFormAnswer['values'] => ({
  step: textOf(form, 'step'),
  text: secretOf(form, 'text'),
})
