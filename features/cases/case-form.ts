/** What the form of an answer is told after a refusal, with what was typed. */
export interface CaseFormAnswer {
  errors: Record<string, string>
  values: { step: string; percent: string; tracking: string; carrier: string; message: string }
}

const keyPattern = /^[0-9a-f]{32}$/

/** Reads the key of an answer, drawn by the page that offers it: sent twice, it is one answer. Null for anything else. */
export const parseAnswerKey = (text: string): string | null => (keyPattern.test(text) ? `answer ${text}` : null)
