import type { NewSellerRules } from '#features/core/policy-pack/payout-rules.ts'
import { day } from '#lib/duration.ts'

export interface SalesSoFar {
  firstAt: Date | null
  sales: number
  /** Sales in minor units by currency. */
  amounts: ReadonlyMap<string, number>
}

/** Whether a seller is still new: not all of the rule is reached (seller-hubs 2.8). */
export function isNewSeller({ firstAt, sales, amounts }: SalesSoFar, now: Date, rules: NewSellerRules): boolean {
  if (firstAt === null || now.getTime() - firstAt.getTime() <= rules.days * day || sales < rules.sales) return true
  const asked = [...amounts].flatMap(([currency, minor]) => {
    const least = rules.amount[currency]
    return least === undefined ? [] : [minor >= least]
  })
  return asked.length > 0 && !asked.includes(true)
}

export function withHistory(own: SalesSoFar, history: SalesSoFar): SalesSoFar {
  const [earliest = null] = [own.firstAt, history.firstAt]
    .filter((at) => at !== null)
    .toSorted((a, b) => a.getTime() - b.getTime())
  const currencies = new Set([...own.amounts.keys(), ...history.amounts.keys()])
  const sum = (currency: string) => (own.amounts.get(currency) ?? 0) + (history.amounts.get(currency) ?? 0)
  return {
    firstAt: earliest,
    sales: own.sales + history.sales,
    amounts: new Map([...currencies].map((currency) => [currency, sum(currency)])),
  }
}
