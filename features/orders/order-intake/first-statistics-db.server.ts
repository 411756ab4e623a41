import { sql } from 'kysely'
import type { Database } from '#db/client.ts'

/** Number of orders after which a process makes the first statistics. */
const firstOrders = 1_000

const taken = new WeakMap<Database, number>()

const tables = sql.join(
  [
    'orders',
    'line_items',
    'payments',
    'shipments',
    'shipment_lines',
    'refunds',
    'refund_parts',
    'cancellations',
    'buyers',
    'addresses',
    'order_events',
    'changes',
    'ledger_due',
    'ledger_entries',
    'ledger_postings',
    'transactions',
  ].map((name) => sql.table(name)),
)

/**
 * Counts taken orders. Until a new database has statistics, each order reads all of its seller's orders; PostgreSQL makes
 * them a minute later, this after the first thousand.
 */
export async function countTaken(db: Database, orders: number): Promise<void> {
  const before = taken.get(db) ?? 0
  taken.set(db, before + orders)
  if (before >= firstOrders || before + orders < firstOrders) return
  // On a cluster the rows are elsewhere, and its tables are not new.
  const { rows } = await sql`
    select from pg_class where oid = 'orders'::regclass and reltuples <= 0 and pg_relation_size(oid) > 0`.execute(
    db.owner,
  )
  if (rows.length > 0) await sql`analyze ${tables}`.execute(db.owner)
}
