export const answerLimits = {
  /** Characters of a question, as buyers read it. */
  question: 1000,
  /** Questions that a listing shows. */
  listed: 20,
} as const
