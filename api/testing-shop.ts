import { afterEach, expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { rowOf } from '#db/testing-row.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { addPolicy } from '#features/selling/policies/policies-db.server.ts'
import { testApi } from './testing.ts'

/** A database with a seller, and the API; `seller` is the seller's path. */
export async function testShop(
  { poolSize, ...options }: Parameters<typeof testApi>[1] & { poolSize?: number } = {},
  values: Parameters<typeof addTestSeller>[2] = {},
) {
  const db = await testDatabase(poolSize === undefined ? {} : { poolSize })
  const api = await testApi(db, options)
  const sellerId = await addTestSeller(db, {}, values)
  const { username, external_id: id } = await rowOf(db.owner, 'sellers', { id: sellerId })
  return { db, api, sellerId, seller: `/sellers/${id ?? username}` }
}

/** Expects sound books and sums after each test of the file. */
export const staysSound = (db: Pick<Database, 'owner'>) =>
  afterEach(async () => {
    await expectSoundBooks(db)
    expect(await findWrongSums(db.owner)).toEqual([])
  })

/** Adds a policy of each kind, which listings then have: Royal Mail, At once, 30 days; also Courier where they choose. */
export async function addPolicies(db: Database, sellerId: number, { choice = false } = {}): Promise<void> {
  const policies = [
    { kind: 'FULFILMENT', name: 'Royal Mail', shipping: flatShipping(395), days: null, terms: '' },
    ...(choice
      ? [{ kind: 'FULFILMENT' as const, name: 'Courier', shipping: flatShipping(795), days: null, terms: '' }]
      : []),
    { kind: 'PAYMENT', name: 'At once', shipping: null, days: null, terms: '' },
    { kind: 'RETURN', name: '30 days', shipping: null, days: 30, terms: '' },
  ] as const
  for (const policy of policies) await db.asSeller(sellerId, 'write', (own) => addPolicy(own, sellerId, policy))
}
