import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type Kysely } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'

export interface RemovedSeller {
  username: string
  orders: number
  listings: number
  /** Invoices and credit notes, which may be subject to retention. */
  documents: number
}

/** Counts a seller's data and checks that it is suspended. */
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

/** Coordinator tables of a cluster: foreign keys do not cascade there (docs/scale-out.md). */
const coordinatorTables = [
  'webhook_deliveries',
  'webhook_endpoints',
  'api_answers',
  'api_keys',
  'messages',
  'page_loads',
  'saved_views',
  'invitations',
  'team_events',
  'task_mails',
  'task_mail_choices',
] as const

/** Orders per transaction, about one second of work. */
const ordersAPiece = 1_000

/**
 * Deletes a seller with all its data. Members keep their accounts; unused pictures are removed later. Runs in batches,
 * since foreign key checks slow down with deleted rows of the same transaction. Can be resumed: the seller stays
 * suspended until the end.
 */
export async function removeSeller(
  db: Kysely<Schema>,
  sellerId: number,
  onPiece: (orders: number) => void,
): Promise<void> {
  // Documents before orders, and packed items before lines, because of references without a suitable index.
  await deleteOfSeller(db, 'credit_notes', sellerId).execute()
  await deleteOfSeller(db, 'invoices', sellerId).execute()
  await deleteOfSeller(db, 'pack_events', sellerId).execute()
  for (let gone = 0, piece = 0; ; gone += piece) {
    piece = await removeOrders(db, sellerId)
    if (piece === 0) break
    onPiece(gone + piece)
  }
  for (const table of coordinatorTables) await db.deleteFrom(table).where('seller_id', '=', sellerId).execute()
  await db.transaction().execute(async (all) => {
    // Messages for chosen sellers name them; a message without other readers is deleted.
    await sql`
      update messages set sellers = array_remove(sellers, s.username) from seller_names s
      where s.seller_id = ${sellerId} and s.username = any (messages.sellers)`.execute(all)
    await sql`
      delete from connection_refusals r using seller_names s
      where s.seller_id = ${sellerId} and r.seller in (s.external_id, s.username)`.execute(all)
    await all.deleteFrom('sellers').where('id', '=', sellerId).execute()
    // After the seller, who needs an owner until then; a cluster does not cascade here.
    await deleteOfSeller(all, 'memberships', sellerId).execute()
    await updateOfSeller(all, 'sessions', sellerId).set({ seller_id: null }).execute()
    await deleteOfSeller(all, 'seller_names', sellerId).execute()
    // Change marks written by the deletion itself, which a foreign key would reject.
    await deleteOfSeller(all, 'changes', sellerId).execute()
  })
}

/** Deletes a batch of orders, before listings, to which their lines refer; returns their number. */
async function removeOrders(db: Kysely<Schema>, sellerId: number): Promise<number> {
  return db.transaction().execute(async (all) => {
    const orders = await selectOfSeller(all, 'orders', sellerId)
      .select('id')
      .orderBy('id')
      .limit(ordersAPiece)
      .execute()
    const ids = orders.map(({ id }) => id)
    await deleteOfSeller(all, 'orders', sellerId)
      .where('id', 'in', [0, ...ids])
      .execute()
    return ids.length
  })
}
