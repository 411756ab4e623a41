import type { SellerDb } from '#db/client.ts'
import { isRunOpen, statesBefore, type FileKind, type FileRun } from './file-run.ts'
import { findRun, type RunAt } from './file-runs-db.server.ts'
import type { RunKey } from './run-parts-db.server.ts'

// Uploads that the seller corrects, also once they are over.

/**
 * Locks an upload that nobody works on, so that concurrent corrections wait; null if there is none. Those of the kind
 * `prepares` may also be worked on: they can be recalled.
 */
export async function lockRun(
  db: SellerDb,
  { sellerId, id, kinds, prepares, now }: RunAt & { kinds: readonly FileKind[]; prepares?: FileKind },
): Promise<FileRun | null> {
  await db
    .selectFrom('file_runs')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const run = await findRun(db, { sellerId, id, now })
  const isOwn = run?.direction === 'UPLOAD' && kinds.includes(run.kind)
  return isOwn && (run.kind === prepares || !isRunOpen(run.state)) ? run : null
}

/** Takes a run that waits or is being prepared back to the seller; whoever works on it can report no more. */
export async function recallRun(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await db
    .updateTable('file_runs')
    .set({ state: 'CREATED' })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('state', 'in', statesBefore('RECALL'))
    .execute()
}

/** Changes what a run is to do. */
export async function setPlan(db: SellerDb, { sellerId, id, plan }: RunKey & { plan: object }): Promise<void> {
  await db
    .updateTable('file_runs')
    .set({ plan: JSON.stringify(plan) })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .execute()
}

/** Gives a run that is over back to the seller, to go on with it; one that waits for them stays as it is. */
export async function reopenRun(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await db
    .updateTable('file_runs')
    .set({ state: 'CREATED', failure: null, finished_at: null })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('state', 'in', statesBefore('REOPEN'))
    .execute()
}

/** Deletes a run with its files. */
export async function removeRun(db: SellerDb, { sellerId, id }: RunKey): Promise<void> {
  await db.deleteFrom('file_runs').where('seller_id', '=', sellerId).where('id', '=', id).execute()
}
