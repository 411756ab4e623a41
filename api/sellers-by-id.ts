import type { Kysely } from 'kysely'
import type { Row, Schema } from '#db/schema.ts'
import type { ApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'

/** A seller as found by requests. */
export type ApiSeller = Row<'sellers'>

/** Id of a seller in the API: the marketplace's, else the user name. */
export const sellerIdOf = (seller: Pick<ApiSeller, 'external_id' | 'username'>) => seller.external_id ?? seller.username

/** Finds a seller by id if the key has access; null otherwise. */
export async function findSeller(
  db: Kysely<Schema>,
  key: Pick<ApiKey, 'sellerId'>,
  id: string,
): Promise<ApiSeller | null> {
  const rows = await db
    .selectFrom('sellers')
    .selectAll()
    .where((where) => where.or([where('external_id', '=', id), where('username', '=', id)]))
    .execute()
  const found =
    rows.find((row) => row.external_id === id) ?? rows.find((row) => row.external_id === null && row.username === id)
  return found && (key.sellerId === null || key.sellerId === found.id) ? found : null
}
