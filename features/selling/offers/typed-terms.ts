import { longestOffer } from '#features/core/offer/offer.ts'
import { hour } from '#lib/duration.ts'
import { textOf } from '#lib/form-fields.ts'
import { readUnits } from '#lib/read-amount.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors } from '#web/form-answer.ts'

export type TermField = 'hours' | 'message'
export type OfferField = TermField | 'price' | 'units'

/** How the prices of several offers are set. */
export type PriceBy = 'percent' | 'price' | 'mean'

export const longestMessage = 2_000
const mostHours = longestOffer / hour

/** Hours and message of an offer as typed; hours are null, with an error, if they cannot be used. */
export function typedTerms(form: FormData, { t, grouping }: Texts) {
  const values = { hours: textOf(form, 'hours'), message: textOf(form, 'message') }
  const typed = readUnits(values.hours, grouping)
  const hours = typed !== null && typed >= 1 && typed <= mostHours ? typed : null
  const errors: FieldErrors<TermField> = {}
  if (hours === null) errors.hours = t('offers.error.hours', { n: mostHours })
  if (values.message.length > longestMessage) errors.message = t('talk.error.long', { n: longestMessage })
  return { values, hours, message: values.message || null, errors }
}
