import type { Kysely } from 'kysely'
import { prepared } from '#db/client.ts'
import type { Row, Schema } from '#db/schema.ts'
import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { sellerWithApiId } from '#web/find-seller.server.ts'

export type ApiSeller = Row<'sellers'>

/** Id of a seller in the API: the marketplace's, else the user name. */
export const sellerIdOf = (seller: Pick<ApiSeller, 'external_id' | 'username'>) => seller.external_id ?? seller.username

/** Selects a seller, whose row is on one server of a cluster. */
export const selectSeller = (db: Kysely<Schema>, sellerId: number) =>
  db.selectFrom('sellers').selectAll().where('id', '=', sellerId).modifyFront(prepared)

/** Whether a key has access to a seller. */
export const opens = (key: Pick<ApiKey, 'sellerId'>, sellerId: number) =>
  key.sellerId === null || key.sellerId === sellerId

/** Finds the id of a seller by its id in the API if the key has access; null otherwise. */
export async function findSellerId(
  db: Kysely<Schema>,
  key: Pick<ApiKey, 'sellerId'>,
  id: string,
): Promise<number | null> {
  const found = await sellerWithApiId(db, id).executeTakeFirst()
  return found && opens(key, found.seller_id) ? found.seller_id : null
}
