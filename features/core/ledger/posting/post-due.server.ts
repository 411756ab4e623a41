import { selectOfSeller } from '#db/select-of-seller.ts'
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
  report?: ReportFailure
  signal?: AbortSignal
}

/**
 * Posts the orders of all sellers that are due, such as imported ones. Run by a job (`server/jobs.ts`); resumable, and
 * safe beside others. A seller whose orders fail is reported and blocks nobody. Returns the number of orders looked at.
 */
export async function postDueOrders(db: Database, posting: Posting): Promise<number> {
  const { report = () => {} } = posting
  let orders = 0
  const count = (looked: number) => void (orders += looked)
  const due = await sellersWithDue(db)
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

async function sellersWithDue(db: Database): Promise<SellerPiece[]> {
  const { rows } = await sql<SellerPiece>`${overAllSellers}
    select distinct seller_id as "sellerId" from ledger_due order by 1`.execute(db.owner)
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
  const rows = await selectOfSeller(db, 'ledger_due', sellerId)
    .select('order_id')
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
  selectOfSeller(db, 'orders', sellerId).select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
