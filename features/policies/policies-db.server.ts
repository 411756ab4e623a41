import type { SellerDb } from '#db/client.ts'
import type { PolicyKind } from '#features/listings/listing-content.ts'
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

/** What became of a policy that was to be deleted: 0 listings use it, and it is gone; else it stays. */
export async function deletePolicy(
  db: SellerDb,
  { sellerId, kind, id }: { sellerId: number; kind: PolicyKind; id: number },
): Promise<{ usedBy: number }> {
  // Locked, so that no listing takes it between the count and the deletion.
  await db
    .selectFrom('seller_policies')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const { used } = await db
    .selectFrom('listing_policies')
    .select((select) => select.fn.countAll<number>().as('used'))
    .where('seller_id', '=', sellerId)
    .where('kind', '=', kind)
    .where('policy_id', '=', id)
    .executeTakeFirstOrThrow()
  if (used === 0)
    await db
      .deleteFrom('seller_policies')
      .where('seller_id', '=', sellerId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute()
  return { usedBy: used }
}
