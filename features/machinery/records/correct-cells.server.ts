import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { placeCells, typedCells, type TypedCell } from '#features/machinery/file-runs/corrected-cells.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { lockRun, reopenRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import type { RecordKind } from './record-kind.ts'
import { recordUploadOf, type RecordUpload } from './record-plan.ts'
import { recordWorker } from './record-worker.server.ts'

/** Cells of a file that are typed anew; each row is compared with each of them. */
export const mostTyped = 5_000

/**
 * Stores the typed cells of a form and checks the file again. Changes nothing if it is no longer kept, or is being applied;
 * one that is over waits for the seller again. Returns false, and stores none, if they would be more than a file may have.
 */
export async function correctCells(args: SellerActionArgs, kind: RecordKind, upload: RecordUpload): Promise<boolean> {
  const { form, hub, seller, read, write } = args
  const key = { sellerId: seller.id, id: upload.id }
  const isCell = ({ at }: TypedCell) =>
    /^\d+$/.test(at) ? Number(at) < upload.plan.header.length : kind.addsColumns && isOneOf(kind.columnKinds, at)
  const cells = typedCells(form).filter(isCell)
  const placed = cells.length > 0 ? await placeCells(uploadedRecords(read, upload), cells) : []
  if (placed.length === 0) return true
  const done = await write(async (db) => {
    // Another page may have typed other cells meanwhile.
    const run = await lockRun(db, { ...key, kind: kind.run, now: hub.now() })
    const plan = run && recordUploadOf(run)?.plan
    if (!plan) return 'closed'
    const typed = typedLast([...(plan.typed ?? []), ...placed])
    if (typed.length > mostTyped) return 'too-many'
    const next = { ...plan, typed, check: crypto.randomUUID(), isChecked: false }
    await reopenRun(db, key)
    const isQueued = await queueRun(db, { ...key, event: 'QUEUE', plan: next, totalRows: plan.lines, now: hub.now() })
    return isQueued ? 'queued' : 'closed'
  })
  if (done === 'queued') await beginAtOnce(args, { id: upload.id, worker: recordWorker(kind) })
  return done !== 'too-many'
}

/** Each cell as it was typed last. */
function typedLast(cells: readonly TypedCell[]): TypedCell[] {
  const last = new Map<string, TypedCell>()
  for (const cell of cells) {
    const key = `${cell.from}-${cell.to}.${cell.at}`
    last.delete(key)
    last.set(key, cell)
  }
  return [...last.values()]
}
