import type { Database } from '#db/client.ts'
import { findDueListings, stepListings } from './listing-actions-db.server.ts'
import { outOfStockEndsAfterDays } from './listing.ts'

/** Listings looked at in one go. */
const batch = 500
const day = 86_400_000

/**
 * Starts what was scheduled until now, ends what has run out, and what has been out of stock for too long. Each once,
 * however many processes do this at the same time: the row is locked and judged again before it is moved. What fell due
 * while no process ran is done late, but done. Returns how many were moved. A seller whose listings cannot be moved is
 * reported and holds up nobody else; once all others are done it throws.
 */
export async function runDueListings(
  db: Database,
  now: Date,
  report: (error: unknown, sellerId: number) => void = () => {},
): Promise<number> {
  const emptySince = new Date(now.getTime() - outOfStockEndsAfterDays * day)
  const failed = new Map<number, unknown>()
  let moved = 0
  for (;;) {
    const due = await findDueListings(db.owner, { now, emptySince, without: [...failed.keys()], limit: batch })
    const failedBefore = failed.size
    let movedNow = 0
    for (const { sellerId, event, ids } of due) {
      try {
        const results = await db.asSeller(sellerId, 'write', (own) => stepListings(own, { sellerId, ids, event, now }))
        movedNow += results.filter(({ ok }) => ok).length
      } catch (error) {
        failed.set(sellerId, error)
        report(error, sellerId)
      }
    }
    moved += movedNow
    // Another process was faster, or nothing is left.
    if (movedNow === 0 && failed.size === failedBefore) break
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `listings of the sellers ${[...failed.keys()].join(', ')} are due still`)
  return moved
}
