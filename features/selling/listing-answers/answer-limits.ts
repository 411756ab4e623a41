/** A question and its answer, as a listing shows them. */
export interface ListedAnswer {
  /** Key of the message that answered. */
  key: string
  question: string
  answer: string
}

export const answerLimits = {
  /** Characters of a question, as buyers read it. */
  question: 1000,
  /** Questions that a listing shows. */
  listed: 20,
} as const
