import type { PolicyKind } from '#features/core/listing/listing-content.ts'

/** Terms that a seller uses for many listings. */
export interface Policy {
  id: string
  kind: PolicyKind
  name: string
  /** What the buyer pays for shipping, in minor units of the shop's currency; null where the kind has no price. */
  priceMinor: number | null
  /** Days in which a thing may be returned, 0 takes nothing back; null where the kind has none. */
  days: number | null
  /** What the buyer reads. */
  terms: string
  /** Counts up with each change. */
  version: number
}

/** A policy before it is kept. */
export type NewPolicy = Omit<Policy, 'id' | 'version'>

/** What is wrong with a policy that was typed, by the key of its text. */
export type PolicyProblem =
  | 'nameMissing'
  | 'nameLong'
  | 'nameTaken'
  | 'price'
  | 'days'
  | 'termsLong'
  /** Somebody changed it since it was opened. */
  | 'stale'
  /** Somebody deleted it since it was opened. */
  | 'gone'

/** Characters of a policy's name at most, as with eBay: one that comes from there keeps its name. */
const longestName = 64

/** The rules for a policy that need no database. */
export function policyProblems(policy: NewPolicy): PolicyProblem[] {
  const name = [...policy.name].length
  return [
    ...(name === 0 ? ['nameMissing' as const] : []),
    ...(name > longestName ? ['nameLong' as const] : []),
    ...(policy.kind === 'FULFILMENT' && policy.priceMinor === null ? ['price' as const] : []),
    ...(policy.kind === 'RETURN' && (policy.days === null || policy.days > 365) ? ['days' as const] : []),
    ...([...policy.terms].length > 1000 ? ['termsLong' as const] : []),
  ]
}
