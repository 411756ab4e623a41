import type { SellerDb } from '#db/client.ts'
import type { FileWork, FileWorker, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { lockRun, reopenRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { applyPart } from './apply-part-db.server.ts'
import { checkUpload } from './check-upload.server.ts'
import { countRows, trackingKind, uploadOf, type RowVerdict } from './uploads-db.server.ts'

const applied = ({ DONE, REFUSED }: Record<RowVerdict, number>) => DONE + REFUSED

/** Checks uploaded tracking numbers; once the seller wants it, applies them. */
export const trackingUploads: FileWorker = {
  direction: 'UPLOAD',
  kind: trackingKind,
  access: 'orders.ship',
  work: (work) => (uploadOf(work.run).isChecked ? applyUpload(work) : checkUpload(work)),
}

/** Applies checked rows. Which rows are left says where it goes on, so it has no position. */
async function applyUpload({ hub, run: taken, isOver }: FileWork): Promise<Worked> {
  const { sellerId, id } = taken
  const counts = await ownRows(hub, sellerId).read((db) => countRows(db, sellerId, id))
  let run = { ...taken, doneRows: applied(counts), errorRows: counts.PROBLEM + counts.REFUSED }
  for (;;) {
    const current = run
    const part = await workOnPart(hub, current, async (db) => {
      const rows = await applyPart(db, { run: current, now: hub.now() })
      if (!rows) return null
      const { done, refused } = rows
      const doneRows = current.doneRows + done + refused
      return { position: null, doneRows, errorRows: current.errorRows + refused }
    })
    if (part.outcome === 'lost') return { outcome: 'lost' }
    if (part.outcome === 'through') return { outcome: 'done', errorRows: current.errorRows }
    run = part.run
    if (isOver()) return { outcome: 'more' }
  }
}

/** Queues an upload with rows to apply, also one that was stopped or corrected; returns whether it did. */
export async function queueUpload(db: SellerDb, { sellerId, id, now }: RunKey & { now: Date }): Promise<boolean> {
  const run = await lockRun(db, { sellerId, id, now, kind: trackingKind })
  const counts = await countRows(db, sellerId, id)
  if (!run || !uploadOf(run).isChecked || counts.CHANGE === 0) return false
  await reopenRun(db, run)
  const totalRows = counts.CHANGE + applied(counts)
  return queueRun(db, { sellerId, id, event: 'QUEUE', plan: run.plan, totalRows, now })
}
