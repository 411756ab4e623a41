import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Id of the seller with this user name; null if none. */
export async function findSellerId(db: Kysely<Schema>, username: string): Promise<number | null> {
  const row = await db.selectFrom('sellers').select('id').where('username', '=', username).executeTakeFirst()
  return row?.id ?? null
}
