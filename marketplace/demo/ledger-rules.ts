import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import { readTaxonomy } from '#features/core/listing/taxonomy-file.ts'
import { readPolicyPack } from '#features/core/policy-pack/policy-pack-file.ts'
import { bundledPolicyPack } from '../bundled-files.ts'
import { bundledTaxonomy } from '../taxonomy/taxonomy.ts'

/** Rules of the demo marketplace: the bundled ones, whatever the operator's are. */
export const demoLedgerRules: LedgerRules = {
  policyPack: readPolicyPack(bundledPolicyPack),
  taxonomy: readTaxonomy(bundledTaxonomy),
}
