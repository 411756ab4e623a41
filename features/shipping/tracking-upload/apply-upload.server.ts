import type { SellerDb } from '#db/client.ts'
import type { FileWorker } from '#features/machinery/file-runs/file-worker.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { lockRun, reopenRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { applyPart } from './apply-part-db.server.ts'
import { countRows, trackingKind, type RowVerdict } from './uploads-db.server.ts'

/** Rows that are applied, or refused. */
const applied = ({ DONE, REFUSED }: Record<RowVerdict, number>) => DONE + REFUSED

/** Applies uploaded tracking numbers. Which rows are left says where it goes on, so it has no position. */
export const trackingUploads: FileWorker = {
  direction: 'UPLOAD',
  kind: trackingKind,
  access: 'orders.ship',
  async work({ hub, run: taken, isOver }) {
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
  },
}

/** Queues an upload with rows to apply, also one that was stopped or corrected; returns whether it did. */
export async function queueUpload(db: SellerDb, { sellerId, id, now }: RunKey & { now: Date }): Promise<boolean> {
  const run = await lockRun(db, { sellerId, id, now, kinds: [trackingKind] })
  const counts = await countRows(db, sellerId, id)
  if (!run || counts.CHANGE === 0) return false
  await reopenRun(db, run)
  const totalRows = counts.CHANGE + applied(counts)
  return queueRun(db, { sellerId, id, event: 'QUEUE', plan: run.plan, totalRows, now })
}
