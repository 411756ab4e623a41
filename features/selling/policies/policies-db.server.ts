import { selectOfSeller } from '#db/select-of-seller.ts'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import type { NewPolicy, Policy } from './policy.ts'

interface PolicyKey {
  sellerId: number
  kind: PolicyKind
  id: string
}

/** The seller's policies, by kind and name. */
export async function readPolicies(db: SellerDb, sellerId: number): Promise<Policy[]> {
  return selectOfSeller(db, 'seller_policies', sellerId)
    .select(['id', 'kind', 'name', 'shipping', 'days', 'terms', 'version'])
    .orderBy('kind')
    .orderBy('name')
    .execute()
}

/** Adds a policy; null if one of this kind and name exists. */
export async function addPolicy(db: SellerDb, sellerId: number, policy: NewPolicy): Promise<string | null> {
  const { kind, name, shipping, days, terms } = policy
  const row = await db
    .insertInto('seller_policies')
    .values({ seller_id: sellerId, kind, name, shipping, days, terms })
    .onConflict((conflict) => conflict.columns(['seller_id', 'kind', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Number of listings using a policy, including ended ones. */
export async function countPolicyUses(db: SellerDb, { sellerId, kind, id }: PolicyKey): Promise<number> {
  const { used } = await selectOfSeller(db, 'listing_policies', sellerId)
    .select((select) => select.fn.countAll<number>().as('used'))
    .where('kind', '=', kind)
    .where('policy_id', '=', id)
    .executeTakeFirstOrThrow()
  return used
}

/** Number of listings per policy in use, including ended ones. */
export async function countUsesByPolicy(db: SellerDb, sellerId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await selectOfSeller(db, 'listing_policies', sellerId)
    .select((select) => ['policy_id', select.fn.countAll<number>().as('used')])
    .groupBy('policy_id')
    .execute()
  return new Map(rows.map(({ policy_id, used }) => [policy_id, used]))
}

/** The result of changing a policy: `stale` if it changed since, `gone` if deleted. */
export type ChangePolicyOutcome = { ok: true } | { ok: false; reason: 'stale' | 'gone' | 'nameTaken' }

/** Changes a policy for all its listings, unless its version differs from `version`. */
export async function changePolicy(
  db: SellerDb,
  { version, policy, ...key }: PolicyKey & { version: number; policy: NewPolicy },
): Promise<ChangePolicyOutcome> {
  const found = await lockPolicy(db, key)
  if (!found) return { ok: false, reason: 'gone' }
  if (found.version !== version) return { ok: false, reason: 'stale' }
  const { name, shipping, days, terms } = policy
  const { numUpdatedRows } = await updateOfSeller(db, 'seller_policies', key.sellerId)
    .set({ name, shipping, days, terms, version: version + 1 })
    .where('id', '=', key.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('seller_policies as other')
            .select('other.id')
            .where('other.seller_id', '=', key.sellerId)
            .where('other.kind', '=', key.kind)
            .where('other.name', '=', name)
            .where('other.id', '<>', key.id),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? { ok: true } : { ok: false, reason: 'nameTaken' }
}

/** The result of deleting a policy: deleted if 0 listings use it, otherwise kept. */
export async function deletePolicy(
  db: SellerDb,
  key: PolicyKey,
): Promise<{ usedBy: number; inverse: PolicyInverse | null }> {
  // Locked, so that no listing uses it between count and deletion.
  await lockPolicy(db, key)
  const usedBy = await countPolicyUses(db, key)
  if (usedBy > 0) return { usedBy, inverse: null }
  const policy = await deleteOfSeller(db, 'seller_policies', key.sellerId)
    .where('kind', '=', key.kind)
    .where('id', '=', key.id)
    .returning(['id', 'kind', 'name', 'shipping', 'days', 'terms', 'version'])
    .executeTakeFirst()
  return { usedBy, inverse: policy ? { policy } : null }
}

/** Deletes a policy with undo; `undo` is null if nothing was deleted. */
export async function deletePolicyForUndo(
  db: SellerDb,
  { memberId, now, ...key }: PolicyKey & { memberId: string; now: Date },
): Promise<{ usedBy: number; undo: string | null }> {
  const { usedBy, inverse } = await deletePolicy(db, key)
  if (!inverse) return { usedBy, undo: null }
  const step = { kind: 'policy', step: 'policy', said: { name: inverse.policy.name } } as const
  return { usedBy, undo: await keepUndo(db, { ...step, sellerId: key.sellerId, memberId, inverse, now }) }
}

export interface PolicyInverse {
  policy: Pick<Row<'seller_policies'>, 'id' | 'kind' | 'name' | 'shipping' | 'days' | 'terms' | 'version'>
}

/** Restores a deleted policy unless another of its kind has its name. */
export async function restorePolicy(
  db: SellerDb,
  { sellerId, inverse: { policy } }: { sellerId: number; inverse: PolicyInverse },
): Promise<TakenBack> {
  const row = await db
    .insertInto('seller_policies')
    .values({ ...policy, seller_id: sellerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { back: 1, left: 0 } : { back: 0, left: 1 }
}

function lockPolicy(db: SellerDb, { sellerId, kind, id }: PolicyKey): Promise<{ version: number } | undefined> {
  return selectOfSeller(db, 'seller_policies', sellerId)
    .select('version')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
