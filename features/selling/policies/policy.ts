import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import type { Shipping } from '#features/core/shipping/shipping.ts'

export interface Policy {
  id: string
  kind: PolicyKind
  name: string
  /** Prices of shipping; null if the kind has none. */
  shipping: Shipping | null
  /** Return period in days, 0 for no returns; null if the kind has none. */
  days: number | null
  /** Shown to buyers. */
  terms: string
  version: number
}

export type NewPolicy = Omit<Policy, 'id' | 'version'>

/** Policy errors, by text key. */
export type PolicyProblem = 'nameMissing' | 'nameLong' | 'nameTaken' | 'price' | 'days' | 'termsLong' | 'stale' | 'gone'

/** Maximum length of a name, as at eBay, so that imported names fit. */
const longestName = 64

/** Validation without database access. */
export function policyProblems(policy: NewPolicy): PolicyProblem[] {
  const name = [...policy.name].length
  return [
    ...(name === 0 ? ['nameMissing' as const] : []),
    ...(name > longestName ? ['nameLong' as const] : []),
    ...(policy.kind === 'FULFILMENT' && policy.shipping === null ? ['price' as const] : []),
    ...(policy.kind === 'RETURN' && (policy.days === null || policy.days > 365) ? ['days' as const] : []),
    ...([...policy.terms].length > 1000 ? ['termsLong' as const] : []),
  ]
}
