import type { SellerDb } from '#db/client.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { listRuns, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { findUpload, uploadKind } from '#features/reports/uploads/upload-plans-db.server.ts'
import { countRows } from '#features/reports/uploads/upload-rows-db.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { inOrder, recordRuns } from '../records/record-kind.ts'
import { queueRecords } from '../records/queue-records.server.ts'
import { countRecords } from '../records/records-db.server.ts'

/** Whether a run is a file that the page lists. */
export const isMovedIn = ({ direction, kind }: FileRun): boolean =>
  direction === 'UPLOAD' && (kind === uploadKind || isOneOf(recordRuns, kind))

/** Result of checking a file that waits for the seller. */
export interface FileSize {
  /** Number of records to bring in. */
  fresh: number
  problems: number
  /** Already here. */
  same: number
  /** Left out, such as orders that are still open. */
  left: number
}

/** Counts what files that are checked would bring in, or have brought in. */
export async function readSizes(
  db: SellerDb,
  { sellerId, runs }: { sellerId: number; runs: readonly FileRun[] },
): Promise<Map<string, FileSize>> {
  const waiting = runs.filter(({ state }) => state === 'CREATED')
  const ids = runs.flatMap(({ id, kind }) => (kind === uploadKind ? [] : [id]))
  const sizes = new Map<string, FileSize>()
  for (const [id, { CHANGE = 0, PROBLEM = 0, SAME = 0, SKIPPED = 0 }] of await countRecords(db, { sellerId, ids }))
    sizes.set(id, { fresh: CHANGE, problems: PROBLEM, same: SAME, left: SKIPPED })
  for (const { id, kind } of waiting) {
    if (kind !== uploadKind) continue
    const counts = await countRows(db, { sellerId, id })
    const sum = (...verdicts: string[]) =>
      counts.reduce((total, { verdict, n }) => (verdicts.includes(verdict) ? total + n : total), 0)
    sizes.set(id, { fresh: sum('CHANGE'), problems: sum('PROBLEM'), same: sum('SAME'), left: sum('SKIPPED') })
  }
  return sizes
}

/** Files that are looked at. */
const mostRuns = 100

/** Brings in all checked files that the member may bring in. */
export async function takeAllIn({ hub, seller, write }: SellerActionArgs): Promise<void> {
  const sellerId = seller.id
  const isQueued = await write(async (db) => {
    const now = hub.now()
    const runs = await listRuns(db, { sellerId, now, limit: mostRuns })
    const waiting = runs
      .filter((run) => isMovedIn(run) && run.state === 'CREATED' && run.readers.includes(seller.role))
      .toSorted((a, b) => inOrder.indexOf(a.kind) - inOrder.indexOf(b.kind))
    const results: boolean[] = []
    // One after another: each waits for those before it.
    for (const { id, kind } of waiting)
      results.push(
        await (kind === uploadKind
          ? queueListings(db, { sellerId, id, now })
          : queueRecords(db, { sellerId, id, now })),
      )
    return results.includes(true)
  })
  if (isQueued) await hub.wakeFileRuns()
}

async function queueListings(db: SellerDb, { sellerId, id, now }: { sellerId: number; id: string; now: Date }) {
  const upload = await findUpload(db, { sellerId, id, now })
  if (!upload?.plan.isChecked) return false
  const counts = await countRows(db, { sellerId, id })
  const totalRows = counts.reduce((sum, { verdict, n }) => (verdict === 'CHANGE' ? sum + n : sum), 0)
  return totalRows > 0 && queueRun(db, { sellerId, id, event: 'QUEUE', plan: upload.plan, totalRows, now })
}
