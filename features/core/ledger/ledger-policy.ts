import { feesOfShop, type FeePack, type TaxCollector } from '#features/core/fees/fee.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'

export interface LedgerRules {
  policyPack: PolicyPack
  taxonomy: Taxonomy
}

export interface LedgerPolicy {
  /** Null if the pack does not cover the order's currency: then there are no fees and no fee schedule. */
  fees: FeePack | null
  taxCollectedBy: TaxCollector
  /** Milliseconds from the payment until the money can be paid out. */
  availableAfter: number
}

export function ledgerPolicy(
  { policyPack }: Pick<LedgerRules, 'policyPack'>,
  { country, currency }: { country: string; currency: string },
): LedgerPolicy {
  const fees = feesOfShop(policyPack, { country, currency })
  const { taxCollectedBy } = policyPack.feesByCountry?.[country] ?? policyPack
  return { fees, taxCollectedBy, availableAfter: policyPack.payout.availableAfter }
}

/** Fee group of a listing's category; unknown categories have the most common fees. */
export function feeGroup({ taxonomy }: Pick<LedgerRules, 'taxonomy'>, category: string | null): string {
  return findLeaf(taxonomy, category)?.fees ?? 'DEFAULT'
}

export const feeScheduleName = ({ marketplace, asOf }: FeePack): string => `${marketplace} ${asOf}`
