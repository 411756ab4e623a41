import { expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { readTaxonomy } from '#features/core/listing/taxonomy-file.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { checkLedger } from './check-ledger-db.server.ts'
import type { LedgerRules } from './ledger-policy.ts'

/** The bundled rules and categories. */
export const testLedgerRules: LedgerRules = {
  policyPack: testPolicyPack,
  taxonomy: readTaxonomy(new URL('../../../marketplace/taxonomy/general.json', import.meta.url)),
}

/** Expects that no order waits to be posted, that every paid one is in the books, and that they balance. */
export async function expectSoundBooks({ owner }: Pick<Database, 'owner'>): Promise<void> {
  expect(await owner.selectFrom('ledger_due').select(['seller_id', 'order_id']).execute()).toEqual([])
  // How long stock waits to be posted depends on the pace of the tests: no job posts it in them.
  const { overdue: _, ...books } = await checkLedger(owner, new Date())
  expect(books).toEqual({
    unbalanced: 0,
    wrongTransactions: 0,
    wrongFunds: 0,
    wrongPayouts: 0,
    wrongStock: 0,
    unposted: 0,
  })
  const wrong = await findWrongSums(owner)
  expect(wrong.filter(({ table }) => table.startsWith('ledger_'))).toEqual([])
}
