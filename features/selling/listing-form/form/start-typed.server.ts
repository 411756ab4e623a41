import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { firstTyped, type Typed } from './typed-form.ts'

/** The shop's default handling time in working days. */
async function shopHandlingDays(db: SellerDb, sellerId: number): Promise<number> {
  const shop = db.selectFrom('sellers').select('handling_days').where('id', '=', sellerId)
  return (await shop.executeTakeFirstOrThrow()).handling_days
}

/**
 * Initial input of a new form: policies and handling time of the seller's latest listing; else the shop's handling
 * time, and each policy that is the only one of its kind.
 */
export async function startTyped(db: SellerDb, sellerId: number): Promise<Typed> {
  const last = await selectOfSeller(db, 'listing_contents', sellerId)
    .select(['listing_id', 'handling_days'])
    .orderBy('listing_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const used = last
    ? await selectOfSeller(db, 'listing_policies', sellerId)
        .select(['kind', 'policy_id'])
        .where('listing_id', '=', last.listing_id)
        .execute()
    : []
  const policies = await readPolicies(db, sellerId)
  const chosen = policyKinds.flatMap((kind) => {
    const [own, ...others] = policies.filter((policy) => policy.kind === kind)
    const id = used.find((policy) => policy.kind === kind)?.policy_id ?? (others.length === 0 ? own?.id : null)
    return id ? [[`policy.${kind}`, id] as const] : []
  })
  const handling = last?.handling_days ?? (await shopHandlingDays(db, sellerId))
  return { ...firstTyped, handling: String(handling), ...Object.fromEntries(chosen) }
}
