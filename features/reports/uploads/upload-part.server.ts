import type { SellerDb } from '#db/client.ts'
import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import { reportProgress } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { RowHead } from '#features/selling/listing-files/read-rows.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import type { FileLine } from './uploaded-file.server.ts'

/** How far a file was worked through. */
interface Position {
  /** The last line that was worked on. */
  line: number
  /** Where the file is read on; earlier versions did not store it. */
  from?: FileLine
  /** The row above it that rows of a listing's variations may continue. */
  head?: RowHead | null
}

/** How far a run is after a part. */
type PartProgress = Pick<TakenRun, 'doneRows' | 'errorRows'> & { position: Position }

/** What a part of the work did. `lost`: the run was cancelled or taken over. */
type PartOutcome = { outcome: 'done'; run: TakenRun } | { outcome: 'through' } | { outcome: 'lost' }

/** Rolls back a part whose run was cancelled or taken over meanwhile. */
class LostRunError extends Error {}

/**
 * Does a part of a run's work in one transaction with its progress, so that each row counts once. `work` returns null if
 * nothing is left.
 */
export async function workOnPart(
  hub: Hub,
  run: TakenRun,
  work: (db: SellerDb) => Promise<PartProgress | null>,
): Promise<PartOutcome> {
  const { sellerId, id, attempt } = run
  try {
    return await ownRows(hub, sellerId).write(async (db): Promise<PartOutcome> => {
      const progress = await work(db)
      if (!progress) return { outcome: 'through' }
      if (!(await reportProgress(db, { sellerId, id, attempt, now: hub.now(), ...progress }))) throw new LostRunError()
      return { outcome: 'done', run: { ...run, ...progress } }
    })
  } catch (error) {
    if (error instanceof LostRunError) return { outcome: 'lost' }
    throw error
  }
}

/** How far an upload was worked through; null at the beginning. Only `workOnPart` writes these, so the cast is safe. */
export const positionOf = ({ position }: TakenRun): Position | null => position as Position | null

/** The last line that was worked on; 0 at the beginning. */
export const lineOf = (run: TakenRun): number => positionOf(run)?.line ?? 0
