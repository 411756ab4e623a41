import type { Kysely } from 'kysely'
import type { Row, Schema } from '#db/schema.ts'
import type { ApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'

/** A seller as requests find them. */
export type ApiSeller = Row<'sellers'>

/** The id of a seller in the API: the marketplace's own; the user name of one who has none. */
export const sellerIdOf = (seller: Pick<ApiSeller, 'external_id' | 'username'>) => seller.external_id ?? seller.username

/** The seller of this id, where the key may see them; null for anything else. */
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
