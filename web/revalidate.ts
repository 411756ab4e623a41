import type { ShouldRevalidateFunctionArgs } from '#web/router/router.ts'

export interface RevalidateChoice {
  readAgain?: boolean
}

/**
 * `shouldRevalidate` for pages whose answers decide it. The router revalidates after success but not after a refusal,
 * which may concern a state the page does not show yet.
 */
export function revalidateAsAnswered({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const answer = actionResult as RevalidateChoice | undefined
  return answer?.readAgain ?? defaultShouldRevalidate
}
