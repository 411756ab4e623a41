import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import { reportProgress } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { FileWork, FileWorker, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { ownRows } from '#web/own-rows.ts'
import { applyRows } from './apply-rows.server.ts'
import type { RowVerdict } from './upload-plan.ts'
import { uploadKind, uploadOf } from './upload-plans-db.server.ts'
import { countRows, markRows, rowsToApply } from './upload-rows-db.server.ts'
import { writeResult } from './write-result.server.ts'

/** Rows that are applied in one transaction. */
const rowsAtOnce = 500

/** Whether a row was not applied for a problem that its file shall say. */
const isError = (verdict: RowVerdict) => verdict === 'PROBLEM' || verdict === 'REFUSED'

/** The last line that was applied. */
interface Position {
  line: number
}

/** What a part of the work did. `lost`: the run was cancelled or taken over. */
interface Part {
  outcome: 'applied' | 'through' | 'lost'
  run: TakenRun
}

/** Rolls back a part whose run was cancelled or taken over meanwhile. */
class LostRunError extends Error {}

/** Applies uploaded files of listings, part by part, then writes their result files. */
export const listingUploads: FileWorker = {
  direction: 'UPLOAD',
  kind: uploadKind,
  access: 'listings.edit',
  work: async (work): Promise<Worked> => {
    let { run } = work
    for (;;) {
      const part = await applyPart({ ...work, run })
      run = part.run
      if (part.outcome === 'lost') return { outcome: 'lost' }
      if (part.outcome === 'through') break
      if (work.isOver()) return { outcome: 'more' }
    }
    const { sellerId, id } = run
    const { write, read } = ownRows(work.hub, sellerId)
    const counts = await read((db) => countRows(db, { sellerId, id }))
    const errorRows = counts.reduce((sum, { verdict, n }) => (isError(verdict) ? sum + n : sum), 0)
    const isWritten = await writeResult({ ...work, read, write }, uploadOf({ ...run, errorRows }))
    return isWritten ? { outcome: 'done', errorRows } : { outcome: 'lost' }
  },
}

/** Applies the next rows in one transaction, with their results and the progress, so that each row counts once. */
async function applyPart({ hub, run }: FileWork): Promise<Part> {
  const { sellerId, id, attempt } = run
  try {
    return await ownRows(hub, sellerId).write(async (db): Promise<Part> => {
      const rows = await rowsToApply(db, { sellerId, id, after: lineOf(run), limit: rowsAtOnce })
      const last = rows.at(-1)
      if (!last) return { outcome: 'through', run }
      const outcomes = await applyRows(db, { hub, sellerId }, rows)
      await markRows(db, { sellerId, id }, outcomes)
      const position: Position = { line: last.line }
      const doneRows = run.doneRows + rows.length
      const errorRows = run.errorRows + outcomes.filter(({ verdict }) => verdict === 'REFUSED').length
      const progress = { position, doneRows, errorRows }
      if (!(await reportProgress(db, { sellerId, id, attempt, now: hub.now(), ...progress }))) throw new LostRunError()
      return { outcome: 'applied', run: { ...run, ...progress } }
    })
  } catch (error) {
    if (error instanceof LostRunError) return { outcome: 'lost', run }
    throw error
  }
}

/** Only `applyPart` writes positions of these runs, so the cast is safe. */
const lineOf = ({ position }: TakenRun): number => (position as Position | null)?.line ?? 0
