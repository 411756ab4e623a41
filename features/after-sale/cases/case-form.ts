import type { FieldErrors } from '#web/form-answer.ts'
import type { parcelField } from '#features/shipping/fulfilment/ship-form.ts'

export type CaseErrors = FieldErrors<ReturnType<typeof parcelField> | 'step' | 'percent' | 'answerMessage'>

/** A rejected answer: errors and typed values. */
export interface CaseFormAnswer {
  errors: CaseErrors
  values: { step: string; percent: string; tracking: string; carrier: string; message: string }
}

/** Id of the answers, to which errors of the choice link. */
export const answerId = 'step'

const keyPattern = /^[0-9a-f]{32}$/
const prefix = 'answer '

/** Parses the key that the page generated for an answer, which makes it idempotent. Null if invalid. */
export const parseAnswerKey = (text: string): string | null => (keyPattern.test(text) ? prefix + text : null)

/** The page's key of a submitted answer; null for other steps. */
export const drawnAnswerKey = (key: string | null): string | null =>
  key?.startsWith(prefix) ? key.slice(prefix.length) : null
