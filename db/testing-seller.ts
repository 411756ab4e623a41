import type { Database } from './client.ts'
import type { NewRow } from './schema.ts'

/** A seller for tests, with nothing: in London and in pounds, unless `change` says otherwise. Answers its id. */
export async function addSeller(
  { owner }: Pick<Database, 'owner'>,
  username: string,
  change: Partial<NewRow<'sellers'>> = {},
): Promise<number> {
  const { id } = await owner
    .insertInto('sellers')
    .values({
      username,
      display_name: username,
      registered_at: new Date(0),
      country: 'GB',
      time_zone: 'Europe/London',
      currency: 'GBP',
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A member who owns a seller's shop, for what members own: `id` is the name too. */
export async function addMember({ owner }: Pick<Database, 'owner'>, sellerId: number, id: string): Promise<string> {
  await owner
    .insertInto('members')
    .values({ id, name: id, email: `${id}@example.com` })
    .execute()
  await owner.insertInto('memberships').values({ seller_id: sellerId, member_id: id, role: 'owner' }).execute()
  return id
}
