import type { FieldErrors } from '#web/form-answer.ts'
import type { parcelField } from '#features/shipping/fulfilment/ship-form.ts'

/** What is wrong with an answer. */
export type CaseErrors = FieldErrors<ReturnType<typeof parcelField> | 'step' | 'percent' | 'answerMessage'>

/** What the form of an answer is told after a refusal, with what was typed. */
export interface CaseFormAnswer {
  errors: CaseErrors
  values: { step: string; percent: string; tracking: string; carrier: string; message: string }
}

/** Where the answers stand in their page; what is wrong with the choice leads there too. */
export const answerId = 'step'

const keyPattern = /^[0-9a-f]{32}$/
const prefix = 'answer '

/** Reads the key of an answer, drawn by the page that offers it: sent twice, it is one answer. Null for anything else. */
export const parseAnswerKey = (text: string): string | null => (keyPattern.test(text) ? prefix + text : null)

/** The key as the page drew it, of an answer that was given; null for what was done otherwise. */
export const drawnAnswerKey = (key: string | null): string | null =>
  key?.startsWith(prefix) ? key.slice(prefix.length) : null
