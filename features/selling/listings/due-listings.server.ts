import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { ownRows } from '#web/own-rows.ts'
import { stepListings } from './listing-actions-db.server.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'

const batch = 500

/**
 * Starts scheduled listings, and ends those expired or out of stock too long. Each once, across processes: rows are
 * locked and rechecked. Overdue changes are caught up. Returns their number. A seller whose listings fail is reported
 * and blocks nobody; after all others, it throws.
 */
export async function runDueListings(
  db: Database,
  { now, deadlines }: { now: Date; deadlines: Deadlines },
  report: ReportFailure = () => {},
): Promise<number> {
  const emptyUntil = new Date(now.getTime() - deadlines.outOfStockAutoEnd)
  const failed = new Map<number, unknown>()
  let moved = 0
  for (;;) {
    const due = await findDueListings(db.owner, { now, emptyUntil, without: [...failed.keys()], limit: batch })
    const step = ({ sellerId, event, ids }: DueListings) =>
      ownRows({ db }, sellerId).write((own) => stepListings(own, { sellerId, ids, event, now, emptyUntil }))
    const through = await forEachIsolated(due, step, report)
    for (const { piece, error } of through.failed) failed.set(piece.sellerId, error)
    const movedNow = through.done.flat().filter(({ ok }) => ok).length
    moved += movedNow
    // Another process was faster, or none is left.
    if (movedNow === 0 && through.failed.length === 0) break
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `listings of the sellers ${[...failed.keys()].join(', ')} are due still`)
  return moved
}

type DueEvent = 'start' | 'expire'

type DueListings = Awaited<ReturnType<typeof findDueListings>>[number]

/** Listings due at all sellers except `without`, at most `limit`, oldest first by seller. */
async function findDueListings(
  owner: SellerDb,
  { now, emptyUntil, without, limit }: { now: Date; emptyUntil: Date; without: readonly number[]; limit: number },
) {
  const others = sql`seller_id <> all (${without}::bigint[])`
  const { rows } = await sql<{ seller_id: number; event: DueEvent; ids: string[] }>`${overAllSellers}
    select seller_id, event, array_agg(id order by id) as ids
    from (
      (select seller_id, id, 'start' as event from listings where state = 'SCHEDULED' and starts_at <= ${now} and ${others}
        order by starts_at limit ${limit})
      union
      (select seller_id, id, 'expire' from listings
        where state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD') and ends_at is not null and ends_at <= ${now} and ${others}
        order by ends_at limit ${limit})
      union
      (select seller_id, id, 'expire' from listings
        where state = 'OUT_OF_STOCK' and out_of_stock_since <= ${emptyUntil} and ${others}
        order by out_of_stock_since limit ${limit})
    ) due
    group by seller_id, event order by seller_id, event`.execute(owner)
  return rows.map(({ seller_id, event, ids }) => ({ sellerId: seller_id, event, ids: ids.map(Number) }))
}
