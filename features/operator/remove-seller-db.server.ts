import { sql, type Kysely } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'

/** What goes with a seller. */
export interface RemovedSeller {
  username: string
  orders: number
  listings: number
  /** Invoices and credit notes, which others may have to keep. */
  documents: number
}

/** What there is of a seller, and whether it is off offer. */
export async function readRemovable(
  db: Kysely<Schema>,
  sellerId: number,
): Promise<RemovedSeller & { isSuspended: boolean }> {
  return oneRow(
    db,
    sql<RemovedSeller & { isSuspended: boolean }>`
    select username, suspended_at is not null as "isSuspended",
      (select count(*) from orders where seller_id = ${sellerId}) as orders,
      (select count(*) from listings where seller_id = ${sellerId}) as listings,
      (select count(*) from invoices where seller_id = ${sellerId}) + (select count(*) from credit_notes where seller_id = ${sellerId}) as documents
    from sellers where id = ${sellerId}`,
  )
}

/**
 * Removes a seller with all that is theirs, at once or not at all. Its members stay, without this shop; pictures that nobody shows any more
 * are removed from their store by the hub, in its own time. Orders go before listings, which their lines name; documents before orders.
 */
export async function removeSeller(db: Kysely<Schema>, sellerId: number): Promise<void> {
  await db.transaction().execute(async (all) => {
    for (const table of ['credit_notes', 'invoices', 'orders'] as const)
      await all.deleteFrom(table).where('seller_id', '=', sellerId).execute()
    await all.deleteFrom('sellers').where('id', '=', sellerId).execute()
    // What was told of all that has gone. Nothing names its seller any more, so nothing takes it along.
    await all.deleteFrom('changes').where('seller_id', '=', sellerId).execute()
  })
}
