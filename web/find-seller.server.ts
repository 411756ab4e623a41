import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

export async function findSellerId(db: Kysely<Schema>, username: string): Promise<number | null> {
  const row = await db
    .selectFrom('seller_names')
    .select('seller_id')
    .where('username', '=', username)
    .executeTakeFirst()
  return row?.seller_id ?? null
}

/** Selects the id of a seller by its id in the API: the marketplace's, else the user name of a seller without one. */
export const sellerWithApiId = (db: Kysely<Schema>, id: string) =>
  db
    .selectFrom('seller_names')
    .select('seller_id')
    .where((where) =>
      where.or([
        where('external_id', '=', id),
        where.and([where('external_id', 'is', null), where('username', '=', id)]),
      ]),
    )
    .orderBy('external_id', (order) => order.asc().nullsLast())
    .limit(1)
