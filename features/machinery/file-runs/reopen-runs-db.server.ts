import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { isRunOpen, statesBefore, type FileKind, type FileRun } from './file-run.ts'
import { findRun, type RunAt } from './file-runs-db.server.ts'
import type { RunKey } from './run-parts-db.server.ts'

// Uploads that the seller corrects, also once they are over.

/** Locks an upload of a kind that nobody works on, so that concurrent corrections wait; null if there is none. */
export async function lockRun(db: SellerDb, { kind, ...key }: RunAt & { kind: FileKind }): Promise<FileRun | null> {
  await selectOfSeller(db, 'file_runs', key.sellerId).select('id').where('id', '=', key.id).forUpdate().execute()
  const run = await findRun(db, { ...key, kind })
  return run?.direction === 'UPLOAD' && !isRunOpen(run.state) ? run : null
}

export async function setPlan(db: SellerDb, { sellerId, id, plan }: RunKey & { plan: object }): Promise<void> {
  await updateOfSeller(db, 'file_runs', sellerId)
    .set({ plan: JSON.stringify(plan) })
    .where('id', '=', id)
    .execute()
}

/** Gives a run that is over back to the seller, to go on with it; one that waits for them stays as it is. */
export async function reopenRun(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await updateOfSeller(db, 'file_runs', sellerId)
    .set({ state: 'CREATED', failure: null, finished_at: null })
    .where('id', '=', id)
    .where('state', 'in', statesBefore('REOPEN'))
    .execute()
}

export async function removeRun(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await deleteOfSeller(db, 'file_runs', sellerId).where('id', '=', id).execute()
}
