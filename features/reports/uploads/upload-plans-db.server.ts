import type { SellerDb } from '#db/client.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { findRun, type RunAt } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { UploadPlan } from './upload-plan.ts'

/** Kind of the runs of uploaded files of listings. */
export const uploadKind = 'listings'

/** An uploaded file of listings. */
export type Upload = FileRun<UploadPlan>

/** Finds a seller's upload; null if there is none. */
export async function findUpload(db: SellerDb, key: RunAt): Promise<Upload | null> {
  const run = await findRun(db, { ...key, kind: uploadKind })
  return run?.direction === 'UPLOAD' ? uploadOf(run) : null
}

/** The upload of a run. Only `receiveUpload` writes plans of this kind, so the cast is safe. */
export const uploadOf = (run: FileRun): Upload => ({ ...run, plan: run.plan as UploadPlan })
