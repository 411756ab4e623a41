import { feesOfShop, type FeePack, type TaxCollector } from '#features/core/fees/fee.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'

/** The marketplace's rules and categories, from which the ledger works out fees. */
export interface LedgerRules {
  policyPack: PolicyPack
  taxonomy: Taxonomy
}

/** Rules for an order of a shop. */
export interface LedgerPolicy {
  /** Null if the pack does not cover the order's currency: then there are no fees and no fee schedule. */
  fees: FeePack | null
  taxCollectedBy: TaxCollector
  /** Milliseconds from the payment until the money can be paid out. */
  availableAfter: number
}

/** Rules for orders of a shop in a currency. */
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

/** Name of a fee schedule in entries. */
export const feeScheduleName = ({ marketplace, asOf }: FeePack): string => `${marketplace} ${asOf}`
