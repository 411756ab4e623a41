import type { SellerDb } from '#db/client.ts'
import type { NewPolicy, Policy } from './policy.ts'

/** The seller's policies, by kind and name. */
export async function readPolicies(db: SellerDb, sellerId: number): Promise<Policy[]> {
  const rows = await db
    .selectFrom('seller_policies')
    .select(['id', 'kind', 'name', 'price_minor', 'days', 'terms'])
    .where('seller_id', '=', sellerId)
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return rows.map(({ price_minor: priceMinor, ...rest }) => ({ ...rest, priceMinor }))
}

/** Keeps a new policy; null where the seller has one of this kind and name. */
export async function addPolicy(db: SellerDb, sellerId: number, policy: NewPolicy): Promise<number | null> {
  const { kind, name, priceMinor, days, terms } = policy
  const row = await db
    .insertInto('seller_policies')
    .values({ seller_id: sellerId, kind, name, price_minor: priceMinor, days, terms })
    .onConflict((conflict) => conflict.columns(['seller_id', 'kind', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
