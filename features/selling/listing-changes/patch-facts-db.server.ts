import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { PatchFacts } from './patch-problems.ts'

export type SellerFacts = Omit<PatchFacts, 'isSkuTaken'>

export async function readSellerFacts(
  db: SellerDb,
  { sellerId, taxonomy, limits, now }: { sellerId: number } & Omit<SellerFacts, 'policies'>,
): Promise<SellerFacts> {
  const policies = await selectOfSeller(db, 'seller_policies', sellerId).select(['kind', 'id']).execute()
  return { taxonomy, limits, now, policies: new Set(policies.map(({ kind, id }) => `${kind} ${id}`)) }
}

/** Active listings by the SKU that they or their variations use. */
export async function skusInUse(
  db: SellerDb,
  sellerId: number,
  skus: readonly string[],
): Promise<Map<string, Set<number>>> {
  const users = new Map<string, Set<number>>()
  if (skus.length === 0) return users
  const { rows } = await sql<{ sku: string; id: number }>`
    select sku, id from listings
    where seller_id = ${sellerId} and sku = any (${[...skus]}::text[]) and state not in ('DRAFT', 'ENDED')
    union all
    select v.sku, l.id from listing_variations v join listings l on l.seller_id = ${sellerId} and l.id = v.listing_id
    where v.seller_id = ${sellerId} and v.sku = any (${[...skus]}::text[]) and l.state not in ('DRAFT', 'ENDED')`.execute(
    db,
  )
  for (const { sku, id } of rows) users.set(sku, new Set([...(users.get(sku) ?? []), id]))
  return users
}
