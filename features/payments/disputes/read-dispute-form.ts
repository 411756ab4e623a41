import { secretOf, textOf } from '#lib/form-fields.ts'
import type { DisputeFormAnswer } from './dispute-form.ts'

/** Reads the typed values of an answer. */
export const disputeValues = (form: FormData): DisputeFormAnswer['values'] => ({
  step: textOf(form, 'step'),
  text: secretOf(form, 'text'),
})
