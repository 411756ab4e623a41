import type { Picture } from '#features/core/listing-pictures/picture.ts'
import type { FieldErrors } from '#web/form-answer.ts'

/** Limits of an answer to a dispute (seller-hubs 2.6); how many pictures, the policy pack says. */
export const evidenceLimits = {
  /** Characters. */
  text: 1_000,
  /** Maximum bytes of a file. */
  bytes: 1_500_000,
  /** Characters of a document's name. */
  name: 100,
} as const

export interface KeptDocument {
  hash: string
  name: string
  bytes: number
}

/** Repeated form field of the stored documents: hash and name. */
export const documentFieldName = 'document'

/** Id of the answers, to which errors of the choice link. */
export const answerId = 'step'

export type DisputeErrors = FieldErrors<'step' | 'text' | 'photos'>

export interface DisputeFormAnswer {
  errors: DisputeErrors
  values: { step: string; text: string }
  pictures: Omit<Picture, 'alt'>[]
  documents: KeptDocument[]
}
