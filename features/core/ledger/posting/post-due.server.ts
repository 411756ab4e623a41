import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { LedgerRules } from '../ledger-policy.ts'
import { postOrders } from './post-orders-db.server.ts'

/** Orders posted in one transaction, which locks them. */
const ordersAtOnce = 500

/** Sellers posted at the same time: PostgreSQL writes for one while the entries of the other are worked out. */
const sellersAtOnce = 2

interface Posting {
  rules: LedgerRules
  now: Date
  report?: ReportFailure
  /** Ends the work after the current batch. */
  signal?: AbortSignal
  /** Called with the number of orders so far. */
  onProgress?: (orders: number) => void
}

/**
 * Posts the orders of all sellers that are due: written by a version without a ledger, imported, or older than the
 * ledger. Run by a job (`server/jobs.ts`); resumable, and safe beside others. A seller whose orders fail is reported and
 * blocks nobody. Returns the number of orders looked at.
 */
export async function postDueOrders(db: Database, posting: Posting): Promise<number> {
  const { report = () => {}, onProgress = () => {} } = posting
  let orders = 0
  const count = (looked: number) => onProgress((orders += looked))
  const olderThanLedger = await sellersIn(db, 'ledger_backfills')
  await forEachSeller(olderThanLedger, ({ sellerId }) => backfill(db, { ...posting, sellerId, count }), report)
  const due = await sellersIn(db, 'ledger_due')
  await forEachSeller(due, ({ sellerId }) => postDue(db, { ...posting, sellerId, count }), report)
  return orders
}

interface SellerPiece {
  sellerId: number
}

/** Works through sellers in a few lanes. Ends once all lanes have ended, also if one fails. */
async function forEachSeller(
  sellers: readonly SellerPiece[],
  work: (seller: SellerPiece) => Promise<void>,
  report: ReportFailure,
): Promise<void> {
  // All lanes take from the same iterator.
  const left = sellers.values()
  const lanes = Array.from({ length: sellersAtOnce }, () => forEachIsolated(left, work, report))
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
}

interface OfSeller extends Posting {
  sellerId: number
  count: (orders: number) => void
}

async function sellersIn(db: Database, table: 'ledger_backfills' | 'ledger_due'): Promise<SellerPiece[]> {
  const open = table === 'ledger_backfills' ? sql`where done_at is null` : sql``
  const { rows } = await sql<SellerPiece>`${overAllSellers}
    select distinct seller_id as "sellerId" from ${sql.table(table)} ${open} order by 1`.execute(db.owner)
  return rows
}

/**
 * Posts a seller's due orders in batches. A batch that fails is posted order by order, so that one that fails does not
 * keep back the others; it stays due.
 */
async function postDue(db: Database, { sellerId, rules, signal, report = () => {}, count }: OfSeller): Promise<void> {
  for (let after = 0; ;) {
    if (signal?.aborted) return
    const ids = await dueOrders(db.owner, sellerId, after)
    const last = ids.at(-1)
    if (last === undefined) return
    try {
      await postLocked(db, { sellerId, rules, ids })
    } catch {
      const pieces = ids.map((id) => ({ sellerId, id }))
      await forEachIsolated(pieces, ({ id }) => postLocked(db, { sellerId, rules, ids: [id] }), report)
    }
    count(ids.length)
    after = last
  }
}

/** Posts a seller's due orders in the caller's transaction, which has the owner's rights. */
export async function postAllDue(
  db: SellerDb,
  { sellerId, rules }: { sellerId: number; rules: LedgerRules },
): Promise<void> {
  for (;;) {
    const ids = await dueOrders(db, sellerId, 0)
    if (ids.length === 0) return
    await postOrders(db, { sellerId, orderIds: ids, rules, asOwner: true })
  }
}

async function dueOrders(db: SellerDb, sellerId: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_due')
    .select('order_id')
    .where('seller_id', '=', sellerId)
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(ordersAtOnce)
    .execute()
  return rows.map(({ order_id: id }) => id)
}

const postLocked = (
  db: Database,
  { sellerId, rules, ids }: { sellerId: number; rules: LedgerRules; ids: readonly number[] },
) =>
  db.asOwnerFor(sellerId, async (tx) => {
    await planForRows(tx)
    await lockById(tx, sellerId, ids)
    await postOrders(tx, { sellerId, orderIds: ids, rules, asOwner: true })
  })

/** A plan made while the ledger is empty, such as that of a foreign key, would scan it later. */
const planForRows = (tx: SellerDb) => sql`set local enable_seqscan = off`.execute(tx)

/** Locks orders as whoever changes their money does, so that nothing of them is posted twice or from old facts. */
const lockById = (db: SellerDb, sellerId: number, ids: readonly number[]) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Posts orders that are older than the ledger, from where the last run ended. */
async function backfill(db: Database, posting: OfSeller): Promise<void> {
  while (!posting.signal?.aborted) {
    const looked = await db.asOwnerFor(posting.sellerId, (tx) => backfillBatch(tx, posting))
    posting.count(looked)
    if (looked < ordersAtOnce) return
  }
}

async function backfillBatch(db: SellerDb, { sellerId, rules, now }: OfSeller): Promise<number> {
  const { rows } = await sql<{ through: number }>`
    select posted_through as through from ledger_backfills
    where seller_id = ${sellerId} and done_at is null for no key update skip locked`.execute(db)
  const [at] = rows
  // Finished, or another process is at it.
  if (!at) return 0
  await planForRows(db)
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', '>', at.through)
    .orderBy('id')
    .limit(ordersAtOnce)
    .forNoKeyUpdate()
    .execute()
  const ids = orders.map(({ id }) => id)
  try {
    await sql`savepoint batch`.execute(db)
    await postOrders(db, { sellerId, orderIds: ids, rules, asOwner: true })
  } catch {
    // They become due one by one, where those that fail are reported.
    await sql`rollback to savepoint batch`.execute(db)
    await db
      .insertInto('ledger_due')
      .values(ids.map((id) => ({ seller_id: sellerId, order_id: id })))
      .onConflict((conflict) => conflict.columns(['seller_id', 'order_id']).doNothing())
      .execute()
  }
  await db
    .updateTable('ledger_backfills')
    .set({ posted_through: ids.at(-1) ?? at.through, done_at: ids.length < ordersAtOnce ? now : null })
    .where('seller_id', '=', sellerId)
    .execute()
  return ids.length
}
