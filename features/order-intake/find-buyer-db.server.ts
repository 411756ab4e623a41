import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { PushedAddress, PushedBuyer } from './pushed-order.ts'

/**
 * The seller's buyer whom the marketplace speaks of, by their id there, else by their user name; who is new is added. Null where
 * somebody else has the user name.
 */
export async function findBuyer(db: SellerDb, sellerId: number, buyer: PushedBuyer): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into buyers (seller_id, username, name, external_id) values (${sellerId}, ${buyer.username}, ${buyer.name}, ${buyer.id})
    on conflict do nothing returning id`.execute(db)
  if (rows[0]) return rows[0].id
  const known = await db
    .selectFrom('buyers')
    .select(['id', 'username', 'external_id'])
    .where('seller_id', '=', sellerId)
    .where((where) => where.or([where('external_id', '=', buyer.id), where('username', '=', buyer.username)]))
    .execute()
  const byId = known.find((row) => row.external_id !== null && row.external_id === buyer.id)
  if (byId) return byId.id
  const byName = known.find((row) => row.username === buyer.username)
  return byName && (buyer.id === null || byName.external_id === null) ? byName.id : null
}

/** The buyer's address of just these words; a new one is added. */
export async function findAddress(
  db: SellerDb,
  { sellerId, buyerId, address }: { sellerId: number; buyerId: number; address: PushedAddress },
): Promise<number> {
  const { name, line1, line2, city, region, postal_code: postalCode, country, phone } = address
  const { rows } = await sql<{ id: number }>`
    select id from addresses
    where seller_id = ${sellerId} and buyer_id = ${buyerId}
      and (name, line1, line2, city, region, postal_code, country, phone) is not distinct from
        (${name}::text, ${line1}::text, ${line2}::text, ${city}::text, ${region}::text, ${postalCode}::text, ${country}::text, ${phone}::text)
    order by id limit 1`.execute(db)
  if (rows[0]) return rows[0].id
  const added = await db
    .insertInto('addresses')
    .values({ seller_id: sellerId, buyer_id: buyerId, ...address })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}
