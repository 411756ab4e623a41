import { addRows, addRow } from './testing-row.ts'
import type { Database } from './client.ts'
import type { NewRow } from './schema.ts'
import { keepSellerNames } from './seller-names.ts'
import { isDivided } from './shards.ts'

/** Inserts an empty seller, in London and in pounds unless `change` differs. Returns its id. */
export async function addSeller(
  { owner }: Pick<Database, 'owner'>,
  username: string,
  change: Partial<NewRow<'sellers'>> = {},
): Promise<number> {
  const seller = await addRow(owner, 'sellers', {
    username,
    display_name: username,
    registered_at: new Date(0),
    country: 'GB',
    time_zone: 'Europe/London',
    currency: 'GBP',
    ...change,
  })
  if (isDivided(owner)) await keepSellerNames(owner, [seller])
  return seller.id
}

/** Inserts an owner member of a seller's shop; `id` is also the name. */
export async function addMember({ owner }: Pick<Database, 'owner'>, sellerId: number, id: string): Promise<string> {
  await addRows(owner, 'members', { id, name: id, email: `${id}@example.com` })
  await owner.insertInto('memberships').values({ seller_id: sellerId, member_id: id, role: 'owner' }).execute()
  return id
}
