import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** What an answer may say about the page that it stands in: whether that is read anew under it. */
export interface ReadsAgain {
  readAgain?: boolean
}

/**
 * `shouldRevalidate` of a page whose answers say whether it is read anew. The router does that after what was done, and not after a
 * refusal; but a refusal may tell of something that the page does not show yet, and a page may lead elsewhere once all is done.
 */
export function readAgainAsAnswered({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const answer = actionResult as ReadsAgain | undefined
  return answer?.readAgain ?? defaultShouldRevalidate
}
