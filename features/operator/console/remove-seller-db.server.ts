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

/** Tables that a cluster keeps apart from those divided by seller: no foreign key takes their rows along there (docs/scale-out.md). */
const coordinatorTables = [
  'webhook_deliveries',
  'webhook_endpoints',
  'api_answers',
  'api_keys',
  'messages',
  'page_loads',
  'saved_views',
  'task_mails',
  'task_mail_choices',
] as const

/** Orders of one piece: so many are gone in about a second. */
const ordersAPiece = 1_000

/**
 * Removes a seller with all that is theirs. Its members stay, without this shop; pictures that nobody shows any more are removed from their
 * store by the hub, in its own time. In pieces, each whole: of a row that goes the database looks for others that name it, and through all
 * that went before in the same transaction. Ended in between it is begun again, for the seller is suspended until it is over.
 */
export async function removeSeller(
  db: Kysely<Schema>,
  sellerId: number,
  onPiece: (orders: number) => void,
): Promise<void> {
  // Documents before orders, and what was packed before lines, which they name; for the latter by no index that finds it.
  await db.deleteFrom('credit_notes').where('seller_id', '=', sellerId).execute()
  await db.deleteFrom('invoices').where('seller_id', '=', sellerId).execute()
  await db.deleteFrom('pack_events').where('seller_id', '=', sellerId).execute()
  for (let gone = 0, piece = 0; ; gone += piece) {
    piece = await removeOrders(db, sellerId)
    if (piece === 0) break
    onPiece(gone + piece)
  }
  for (const table of coordinatorTables) await db.deleteFrom(table).where('seller_id', '=', sellerId).execute()
  await db.transaction().execute(async (all) => {
    // Messages for chosen sellers name them; one whose only reader goes is for nobody.
    await sql`
      update messages set sellers = array_remove(sellers, s.username) from sellers s
      where s.id = ${sellerId} and s.username = any (messages.sellers)`.execute(all)
    await all.deleteFrom('sellers').where('id', '=', sellerId).execute()
    // Behind the seller, who keeps an owner until then. On a cluster no foreign key takes them along.
    await all.deleteFrom('memberships').where('seller_id', '=', sellerId).execute()
    // Marks that the removal itself wrote. A foreign key would refuse them while their seller goes.
    await all.deleteFrom('changes').where('seller_id', '=', sellerId).execute()
  })
}

/** Removes a piece of the orders, before listings, which their lines name; how many there were. */
async function removeOrders(db: Kysely<Schema>, sellerId: number): Promise<number> {
  return db.transaction().execute(async (all) => {
    const orders = await all
      .selectFrom('orders')
      .select('id')
      .where('seller_id', '=', sellerId)
      .orderBy('id')
      .limit(ordersAPiece)
      .execute()
    const ids = orders.map(({ id }) => id)
    await all
      .deleteFrom('orders')
      .where('seller_id', '=', sellerId)
      .where('id', 'in', [0, ...ids])
      .execute()
    return ids.length
  })
}
