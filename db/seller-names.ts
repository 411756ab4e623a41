import type { Kysely } from 'kysely'
import type { Row, Schema } from './schema.ts'

/**
 * Keeps the names of sellers beside the accounts, after sellers are inserted or renamed. On a single server triggers
 * have done so already; on a cluster they run on the sellers' servers and cannot.
 */
export async function keepSellerNames(
  db: Kysely<Schema>,
  sellers: readonly Pick<Row<'sellers'>, 'id' | 'username' | 'display_name' | 'external_id'>[],
): Promise<void> {
  const rows = sellers.map(({ id, username, display_name, external_id }) => ({
    seller_id: id,
    username,
    display_name,
    external_id,
  }))
  await db
    .insertInto('seller_names')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('seller_id').doUpdateSet(({ ref }) => ({
        username: ref('excluded.username'),
        display_name: ref('excluded.display_name'),
        external_id: ref('excluded.external_id'),
      })),
    )
    .execute()
}
