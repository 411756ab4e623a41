import type { Money } from '#lib/money.ts'

export type PayNowRefusal = 'refused' | 'account' | 'under-way' | 'nothing'

export interface PayNowFacts {
  available: readonly Money[]
  /** Whether the bank refused the account. */
  isRefused: boolean
  /** When another account takes effect; null if none will. */
  accountFrom: Date | null
  /** Currencies with a payout under way. */
  busy: readonly string[]
}

export type PayNow = { ok: true; amounts: Money[] } | { ok: false; refusal: PayNowRefusal; accountFrom: Date | null }

/**
 * What would be paid out on demand now, or why nothing is. The page and the payout itself ask it. While the account changes
 * only the schedule pays, so that nobody who took over a sign-in gets the money out at once.
 */
export function payNow({ available, isRefused, accountFrom, busy }: PayNowFacts): PayNow {
  const refused = (refusal: PayNowRefusal): PayNow => ({ ok: false, refusal, accountFrom })
  if (isRefused) return refused('refused')
  if (accountFrom) return refused('account')
  const owned = available.filter(({ minor }) => minor > 0)
  const amounts = owned.filter(({ currency }) => !busy.includes(currency))
  if (amounts.length > 0) return { ok: true, amounts }
  return refused(owned.length > 0 ? 'under-way' : 'nothing')
}
