import type { SellerDb } from '#db/client.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { broughtIn, recordRuns, recordUploadOf, type RecordUpload } from '#features/machinery/records/record-plan.ts'
import { countRows, rowsOf } from '#features/machinery/records/records-db.server.ts'
import { queueRecords } from '#features/machinery/records/take-step.server.ts'
import type { Role } from '#web/roles.ts'
import { recordKinds } from './record-kinds.server.ts'

/** Uploads that wait to be brought in, by a member with a role. */
const waitingUploads = (runs: readonly FileRun[], role: Role): RecordUpload[] =>
  runs
    .flatMap((run) => recordUploadOf(run) ?? [])
    .filter(({ kind, state, readers }) => isOneOf(broughtIn, kind) && state === 'CREATED' && readers.includes(role))

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
  const sizes = new Map<string, FileSize>()
  for (const run of recordRuns) {
    // Of listings that were changed, the page says no more than how many.
    const own = runs.filter(
      ({ direction, kind, state }) =>
        direction === 'UPLOAD' && kind === run && (kind !== 'listings' || state === 'CREATED'),
    )
    const ids = own.map(({ id }) => id)
    if (ids.length === 0) continue
    for (const [id, counts] of await countRows(db, recordKinds[run], { sellerId, ids }))
      sizes.set(id, {
        fresh: rowsOf({ verdicts: ['CHANGE'] }, counts),
        problems: rowsOf({ verdicts: ['PROBLEM'] }, counts),
        same: rowsOf({ verdicts: ['SAME'] }, counts),
        left: rowsOf({ verdicts: ['SKIPPED'] }, counts),
      })
  }
  return sizes
}

/** Number of files that can be brought in together. */
export const countReady = (runs: readonly FileRun[], sizes: ReadonlyMap<string, FileSize>, role: Role): number =>
  waitingUploads(runs, role).filter(({ id }) => (sizes.get(id)?.fresh ?? 0) > 0).length

const mostRuns = 100

/** Brings in all checked files that the member may bring in. */
export async function takeAllIn({ hub, seller, write }: SellerActionArgs): Promise<void> {
  const sellerId = seller.id
  const isQueued = await write(async (db) => {
    const now = hub.now()
    const runs = await listRuns(db, { sellerId, now, limit: mostRuns })
    const waiting = waitingUploads(runs, seller.role).toSorted(
      (a, b) => recordRuns.indexOf(a.kind) - recordRuns.indexOf(b.kind),
    )
    const results: boolean[] = []
    // One after another: each waits for those before it.
    for (const { id, kind } of waiting) results.push(await queueRecords(db, recordKinds[kind], { sellerId, id, now }))
    return results.includes(true)
  })
  if (isQueued) await hub.wakeFileRuns()
}
