import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import type { TakenRun } from './file-run.ts'
import { reportProgress } from './file-runs-db.server.ts'
import type { FileWork } from './file-worker.ts'

export interface PartProgress<Position extends object> extends Pick<TakenRun, 'doneRows' | 'errorRows'> {
  position: Position | null
}

/** What a part of the work did. `lost`: the run was cancelled or taken over. */
type PartOutcome = { outcome: 'done'; run: TakenRun } | { outcome: 'through' } | { outcome: 'lost' }

/** Rolls back a part whose run was cancelled or taken over meanwhile. */
class LostRunError extends Error {}

/**
 * Does a part of a run's work in one transaction with its progress, so that each row counts once. `work` returns null if
 * nothing is left.
 */
export async function workOnPart<Position extends object>(
  hub: Hub,
  run: TakenRun,
  work: (db: SellerDb) => Promise<PartProgress<Position> | null>,
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
    // A run that was deleted meanwhile fails whatever stores rows of it.
    if (error instanceof LostRunError || (await isLost(hub, run))) return { outcome: 'lost' }
    throw error
  }
}

type SliceOutcome = { outcome: 'more' | 'lost' } | { outcome: 'through'; run: TakenRun }

/** Works on a run part by part until nothing is left or the time of the slice is over. */
export async function workOnParts<Position extends object>(
  { hub, run, isOver }: FileWork,
  work: (db: SellerDb, run: TakenRun) => Promise<PartProgress<Position> | null>,
): Promise<SliceOutcome> {
  let current = run
  for (;;) {
    const before = current
    const part = await workOnPart(hub, before, (db) => work(db, before))
    if (part.outcome === 'lost') return { outcome: 'lost' }
    if (part.outcome === 'through') return { outcome: 'through', run: before }
    current = part.run
    if (isOver()) return { outcome: 'more' }
  }
}

/** Whether a run is gone, or not this process's any more; false if that cannot be read. */
async function isLost(hub: Hub, { sellerId, id, attempt }: TakenRun): Promise<boolean> {
  const ours = (db: SellerDb) =>
    selectOfSeller(db, 'file_runs', sellerId)
      .select('id')
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'RUNNING')
      .executeTakeFirst()
  return ownRows(hub, sellerId)
    .read(ours)
    .then(
      (found) => found === undefined,
      () => false,
    )
}
