/** Budgets in milliseconds of server time. */
export interface Budget {
  p50: number | null
  p95: number
}

export interface PageCase {
  group: string
  name: string
  path: string
  budget: Budget
}
