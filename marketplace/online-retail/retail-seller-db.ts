import type { Database } from '#db/client.ts'
import { keepSellerNames } from '#db/seller-names.ts'
import { retailCurrency, retailMoment, retailZone } from './to-order.ts'

/** User name and external id of the seller. */
const retailSeller = 'online-retail'

/** Finds or adds the seller, registered with the first sale; returns the id. */
export async function addRetailSeller(db: Database, firstSale: string): Promise<number> {
  const find = () => db.owner.selectFrom('sellers').select('id').where('external_id', '=', retailSeller)
  const known = await find().executeTakeFirst()
  if (known) return known.id
  const added = await db.owner
    .insertInto('sellers')
    .values({
      username: retailSeller,
      display_name: 'Online Retail',
      external_id: retailSeller,
      registered_at: retailMoment(firstSale),
      country: 'GB',
      time_zone: retailZone,
      currency: retailCurrency,
    })
    .onConflict((on) => on.column('external_id').doNothing())
    .returningAll()
    .execute()
  if (added.length > 0) await keepSellerNames(db.owner, added)
  return (await find().executeTakeFirstOrThrow()).id
}
